import type { AgreedSaves } from '../document/agreedSaves.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { fourAtATime } from './readTool.ts';
import { outcomeRecord } from './saveOutcomes.ts';
import type { PlannedSave, UnsavedChanges } from './saveQuestion.ts';
import { failedRecord, type QuotedRecord } from './toolAnswers.ts';

export interface EditorParts {
  readonly agreed: AgreedSaves;
}

/** What is unsaved in the editors of records, each rehearsed against what the service has now. */
export async function unsavedInEditors(
  { agreed }: EditorParts,
  service: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<UnsavedChanges> {
  const names = [...new Set(ids)].map((id) => ({ service, id }));
  const rehearsed = await fourAtATime(names, (name) => rehearse(agreed, name), signal);
  const planned = rehearsed.flatMap((one) => ('changes' in one ? [one] : []));
  return {
    planned,
    refused: rehearsed.flatMap((one) => ('changes' in one ? [] : [one])),
    review: async () => {
      for (const { name } of planned) await runCommand(commandIds.reviewChanges, name);
    },
    save: async (cancelled) => {
      const sent: QuotedRecord[] = [];
      for (const plan of planned) sent.push(await save(agreed, plan, cancelled));
      return sent;
    },
  };
}

async function rehearse(agreed: AgreedSaves, name: RecordName): Promise<PlannedSave | QuotedRecord> {
  try {
    const rehearsal = await agreed.rehearse(name);
    if (rehearsal?.kind !== 'write') return outcomeRecord(name, rehearsal ?? { kind: 'nothingUnsaved' });
    return { name, changes: rehearsal.write.changes, reverts: rehearsal.reverts };
  } catch (failure) {
    return failedRecord(name, failure);
  }
}

async function save(agreed: AgreedSaves, { name, changes }: PlannedSave, signal: AbortSignal): Promise<QuotedRecord> {
  if (signal.aborted) return outcomeRecord(name, { kind: 'notStarted' });
  try {
    const saved = await agreed.save(name, changes);
    return outcomeRecord(name, saved ?? { kind: 'nothingUnsaved' }, changes);
  } catch (failure) {
    return failedRecord(name, failure);
  }
}
