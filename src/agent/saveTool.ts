import type { AgreedSaves } from '../document/agreedSaves.ts';
import { invalidMessage } from '../document/saveMessages.ts';
import type { Rehearsal } from '../document/saveRehearsal.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { fourAtATime } from './readTool.ts';
import { askToSave, type PlannedSave } from './saveQuestion.ts';
import { type Answer, failedRecord, type QuotedRecord, quotedChanges } from './toolAnswers.ts';
import type { ToolInput } from './toolInputs.ts';
import { refuseUnagreed, refuseWrites, serviceNamed } from './toolTargets.ts';

export interface SaveToolParts {
  readonly services: Services;
  readonly documents: { readonly agreed: AgreedSaves };
}

/** Saves what is unsaved in the editors of records, after the user was shown exactly that and agreed. */
export async function saveRecords(
  { services, documents: { agreed } }: SaveToolParts,
  { service: given, ids }: ToolInput<'save'>,
  signal: AbortSignal,
): Promise<Answer> {
  const service = serviceNamed(services, given);
  refuseWrites(service);
  await refuseUnagreed(services, service);
  const names = [...new Set(ids)].map((id) => ({ service: service.name, id }));
  const rehearsed = await fourAtATime(names, (name) => rehearse(agreed, name), signal);
  const planned = rehearsed.flatMap((one) => ('changes' in one ? [one] : []));
  const refused = rehearsed.flatMap((one) => ('changes' in one ? [] : [one]));
  if (planned.length === 0) return { says: 'Nothing was saved, and the user was not asked.', records: refused };

  const choice = await askToSave(service.name, planned);
  signal.throwIfAborted();
  if (choice === 'review') for (const { name } of planned) await runCommand(commandIds.reviewChanges, name);
  if (choice !== 'save') return { says: answers[choice], records: refused };

  const sent: QuotedRecord[] = [];
  for (const plan of planned) sent.push(await send(agreed, plan, signal));
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

async function rehearse(agreed: AgreedSaves, name: RecordName): Promise<PlannedSave | QuotedRecord> {
  try {
    const rehearsal = await agreed.rehearse(name);
    if (rehearsal?.kind !== 'write') return { facts: { ...name, notSaved: whyNot(name, rehearsal) } };
    return { name, changes: rehearsal.write.changes, reverts: rehearsal.reverts };
  } catch (failure) {
    return failedRecord(name, failure);
  }
}

/** For the model. Field names are the record's own, so this is quoted content. */
function whyNot(name: RecordName, rehearsal: Exclude<Rehearsal, { readonly kind: 'write' }> | undefined): object {
  switch (rehearsal?.kind) {
    case undefined:
      return {
        reason: 'nothingUnsaved',
        advice: 'No editor has unsaved changes of this record. Use videoRecords_edit.',
      };
    case 'conflict':
      return {
        reason: 'conflict',
        fields: rehearsal.conflicts.map(({ field }) => field),
        advice: 'Someone else changed the same fields. Only the user can decide: ask them to save and choose.',
      };
    case 'invalid':
      return { reason: 'invalid', message: invalidMessage(name, rehearsal.problems) };
    case 'refused':
      return { reason: rehearsal.code, field: rehearsal.field };
    default:
      return { reason: 'noChange', advice: 'The service already has these values.' };
  }
}

async function send(agreed: AgreedSaves, { name, changes }: PlannedSave, signal: AbortSignal): Promise<QuotedRecord> {
  try {
    if (signal.aborted) return { facts: { ...name, notSaved: { reason: 'cancelled' } } };
    const saved = await agreed.save(name, changes);
    const { ignored = [], rewritten = [], theirs = [] } = saved ?? {};
    const facts = { ...name, saved: true, notStored: ignored, storedDifferently: rewritten, merged: theirs };
    return { facts: filled(facts), values: quotedChanges(changes) };
  } catch (failure) {
    return failedRecord(name, failure);
  }
}

/** Without empty lists. */
function filled<T extends object>(facts: T): T {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => !Array.isArray(fact) || fact.length > 0)) as T;
}
