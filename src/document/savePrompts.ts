import type { Conflict } from '../record/merge.ts';
import type { RecordName, Service } from '../service/services.ts';
import { askInDialog } from '../workbench/dialog.ts';
import { describeConflicts, describeWrite, quoted } from './saveMessages.ts';
import type { Consent } from './saveRecord.ts';
import type { PlannedWrite } from './sendRecord.ts';

/** For services with access `confirm`: shows what will change, and asks. */
export async function confirmWrite({ id }: RecordName, { name }: Service, write: PlannedWrite): Promise<Consent> {
  const chosen = await askInDialog(`Save record ${id} on ${name}?`, describeWrite(write), 'Save');
  return chosen === 'Save' ? 'agreed' : 'declined';
}

/** Asks before a save reverts someone else's change. It shows all changes, so it serves as the confirmation too. */
export async function confirmRevert(
  { id, service }: RecordName,
  write: PlannedWrite,
  fields: readonly string[],
): Promise<Consent> {
  const message = `Revert someone else's change to ${quoted(fields)} of record ${id} on ${service}?`;
  const detail = `${describeWrite(write)}\n\nSave Anyway sends these values. Keep Theirs keeps the service's value of ${quoted(fields)} and saves your other changes.`;
  const chosen = await askInDialog(message, detail, 'Save Anyway', 'Keep Theirs');
  return chosen === 'Save Anyway' ? 'agreed' : chosen === 'Keep Theirs' ? 'keepTheirs' : 'declined';
}

export type ConflictChoice = 'compare' | 'mine' | 'theirs';

const conflictChoices: Readonly<Record<string, ConflictChoice>> = {
  Compare: 'compare',
  'Keep Mine': 'mine',
  'Take Theirs': 'theirs',
};

/** Asks what to do with fields that both changed. No answer: nothing is sent, the text stays. */
export async function askAboutConflict(
  { id, service }: RecordName,
  conflicts: readonly Conflict[],
  isBaseKnown: boolean,
): Promise<ConflictChoice | undefined> {
  const fields = quoted(conflicts.map(({ field }) => field));
  const message = isBaseKnown
    ? `Someone else also changed ${fields} of record ${id} on ${service}.`
    : `The version of record ${id} on ${service} that you started from is not known. Compare before you save: the service has other values for ${fields}.`;
  const detail = `${describeConflicts(conflicts)}\n\nKeep Mine saves your version of these fields. Take Theirs keeps the service’s version of them. Your other changes are saved either way.`;
  const chosen = await askInDialog(message, detail, ...Object.keys(conflictChoices));
  return chosen === undefined ? undefined : conflictChoices[chosen];
}
