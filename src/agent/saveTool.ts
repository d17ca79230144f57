import type { Service, Services } from '../service/services.ts';
import { type EditorParts, unsavedInEditors } from './editorSaves.ts';
import { askToSave } from './saveQuestion.ts';
import type { Answer } from './toolAnswers.ts';
import type { ToolInput } from './toolInputs.ts';
import { refuseUnagreed, refuseWrites, serviceNamed, ToolRefusal, worksheetNamed } from './toolTargets.ts';
import { type EditedWorksheets, unsavedInWorksheet } from './worksheetSaves.ts';

export interface SaveToolParts {
  readonly services: Services;
  readonly documents: EditorParts;
  readonly worksheets: EditedWorksheets;
}

/** Saves what is unsaved, after the user was shown exactly that and agreed. */
export async function saveRecords(
  parts: SaveToolParts,
  { service: given, ids, worksheet }: ToolInput<'save'>,
  signal: AbortSignal,
): Promise<Answer> {
  if ((ids === undefined) === (worksheet === undefined)) throw new ToolRefusal('Name either ids or a worksheet.');
  const uri = worksheet === undefined ? undefined : worksheetNamed(worksheet);
  const service = serviceNamed(parts.services, uri?.authority ?? given);
  await refuseSave(parts.services, service);
  const unsaved = uri
    ? await unsavedInWorksheet(parts.worksheets, uri)
    : await unsavedInEditors(parts.documents, service.name, ids ?? [], signal);
  signal.throwIfAborted();
  const { planned, refused } = unsaved;
  if (planned.length === 0) return { says: 'Nothing was saved, and the user was not asked.', records: refused };

  const choice = await askToSave(service.name, planned);
  signal.throwIfAborted();
  if (choice === 'review') await unsaved.review();
  if (choice !== 'save') return { says: answers[choice], records: refused };

  const sent = await unsaved.save(signal);
  const saved = sent.filter(({ facts }) => 'saved' in facts).length;
  return {
    says: `The user agreed, and ${saved} of ${planned.length} records were saved.`,
    records: [...sent, ...refused],
    label: 'changes',
  };
}

const answers = {
  declined:
    'Declined by the user. Nothing was saved, and the changes stay unsaved in the editor. Do not ask for this save again unless the user tells you to.',
  review:
    'The user chose to review the changes before saving. Nothing was saved. Wait until they tell you to save, or save themselves.',
} as const;

async function refuseSave(services: Services, service: Service): Promise<void> {
  refuseWrites(service);
  await refuseUnagreed(services, service);
}
