import * as vscode from 'vscode';
import type { AgreedSaves } from '../document/rehearsal.ts';
import { askToSave, type PlannedSave } from '../document/saveQuestion.ts';
import { validateChanges } from '../record/validation.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { fourAtATime } from './readTool.ts';
import { type Answer, failedRecord, outcomeRecord, type QuotedRecord } from './toolAnswers.ts';
import { type ToolInput, ToolRefusal } from './toolInputs.ts';
import { refuseUnagreed, refuseWrites, serviceNamed, type ToolParts, worksheetNamed } from './toolTargets.ts';

/** Saves what is unsaved, after the user was shown exactly that and agreed. */
export async function saveRecords(
  parts: ToolParts,
  { service: given, ids, worksheet }: ToolInput<'save'>,
  signal: AbortSignal,
): Promise<Answer> {
  if ((ids === undefined) === (worksheet === undefined)) throw new ToolRefusal('Name either ids or a worksheet.');
  const uri = worksheet === undefined ? undefined : worksheetNamed(worksheet);
  const service = serviceNamed(parts.services, uri?.authority ?? given);
  refuseWrites(service);
  await refuseUnagreed(parts.services, service);
  const unsaved = uri
    ? await unsavedInWorksheet(parts.worksheets, uri)
    : await unsavedInEditors(parts.records.agreed, service.name, ids ?? [], signal);
  signal.throwIfAborted();
  const { planned, refused } = unsaved;
  if (planned.length === 0) return { says: 'Nothing was saved, and the user was not asked.', records: refused };

  // Every time: VS Code's own question can be switched off.
  const choice = await askToSave(service.name, planned, vscode.l10n.t('An agent asks to save these changes.'));
  signal.throwIfAborted();
  if (choice === 'review') await unsaved.review();
  if (choice !== 'save') return { says: answers[choice], records: refused };

  const sent = await unsaved.save();
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

/** What is unsaved in the editors of records, each rehearsed against what the service has now. */
async function unsavedInEditors(agreed: AgreedSaves, service: string, ids: readonly number[], signal: AbortSignal) {
  const names = [...new Set(ids)].map((id) => ({ service, id }));
  const rehearsed = await fourAtATime(names, (name) => rehearse(agreed, name), signal);
  const planned = rehearsed.flatMap((one) => ('changes' in one ? [one] : []));
  return {
    planned,
    refused: rehearsed.flatMap((one) => ('changes' in one ? [] : [one])),
    review: async () => {
      for (const { name } of planned) await runCommand(commandIds.reviewChanges, name);
    },
    /** Sends what was planned and nothing else, and says how it went. */
    save: async () => {
      const sent: QuotedRecord[] = [];
      for (const { name, changes } of planned) {
        const outcome = signal.aborted ? ({ kind: 'notStarted' } as const) : await agreed.save(name, changes);
        sent.push(outcomeRecord(name, outcome, changes));
      }
      return sent;
    },
  };
}

async function rehearse(agreed: AgreedSaves, name: RecordName): Promise<PlannedSave | QuotedRecord> {
  try {
    const rehearsal = await agreed.rehearse(name);
    // Nothing is left to send: the save only makes the editor clean.
    if (rehearsal?.kind === 'saved' || rehearsal?.kind === 'unchanged') await agreed.save(name, []);
    if (rehearsal?.kind !== 'write') return outcomeRecord(name, rehearsal);
    return { name, changes: rehearsal.write.changes, reverts: rehearsal.reverts };
  } catch (failure) {
    return failedRecord(name, failure);
  }
}

const baseLost =
  'The version that this row was made from is not known, so neither is what it changes. Ask the user to save.';

/** What is unsaved in an open worksheet, against the versions that it was made from. */
async function unsavedInWorksheet(worksheets: ToolParts['worksheets'], uri: vscode.Uri) {
  const review = () => runCommand(commandIds.worksheetAction, { uri: uri.toString(), action: 'review' });
  const planned: PlannedSave[] = [];
  const refused: QuotedRecord[] = [];
  for (const { name, edits } of await worksheets.changed(uri)) {
    const { base, edited, changes, reverts } = edits;
    const problems = validateChanges(edited, changes).filter(({ severity }) => severity === 'error');
    if (!base) refused.push(failedRecord(name, new Error(baseLost)));
    else if (problems.length > 0) refused.push(outcomeRecord(name, { kind: 'invalid', problems }));
    else planned.push({ name, changes, reverts });
  }
  return {
    planned,
    refused,
    review,
    async save() {
      const agreed = new Map(planned.map(({ name, changes }) => [name.id, changes]));
      const outcomes = await worksheets.saveAgreed(uri, agreed);
      return planned.map(({ name, changes }) => outcomeRecord(name, outcomes.get(name.id), changes));
    },
  };
}
