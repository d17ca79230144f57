import { l10n } from 'vscode';
import type { Conflict } from '../record/merge.ts';
import type { RecordName, Service } from '../service/services.ts';
import { askInDialog } from '../workbench/dialog.ts';
import { describeConflicts, describeWrite, quoted } from './saveMessages.ts';
import type { Consent } from './saveRecord.ts';
import type { PlannedWrite } from './sendRecord.ts';

/** For services with access `confirm`: shows what will change, and asks. */
export async function confirmWrite({ id }: RecordName, { name }: Service, write: PlannedWrite): Promise<Consent> {
  const save = l10n.t('Save');
  const chosen = await askInDialog(l10n.t('Save record {0} on {1}?', id, name), describeWrite(write), save);
  return chosen === save ? 'agreed' : 'declined';
}

/** Asks before a save reverts someone else's change. It shows all changes, so it is the confirmation too. */
export async function confirmRevert(
  { id, service }: RecordName,
  write: PlannedWrite,
  fields: readonly string[],
): Promise<Consent> {
  const message = l10n.t("Revert someone else's change to {0} of record {1} on {2}?", quoted(fields), id, service);
  const explanation = l10n.t(
    "Save Anyway sends these values. Keep Theirs keeps the service's value of {0} and saves your other changes.",
    quoted(fields),
  );
  const [save, keep] = [l10n.t('Save Anyway'), l10n.t('Keep Theirs')];
  const chosen = await askInDialog(message, `${describeWrite(write)}\n\n${explanation}`, save, keep);
  return chosen === save ? 'agreed' : chosen === keep ? 'keepTheirs' : 'declined';
}

export type ConflictChoice = 'compare' | 'mine' | 'theirs';

/** Asks what to do with fields that both changed. Without an answer nothing is sent, and the text stays as it is. */
export async function askAboutConflict(
  { id, service }: RecordName,
  conflicts: readonly Conflict[],
  isBaseKnown: boolean,
): Promise<ConflictChoice | undefined> {
  const fields = quoted(conflicts.map(({ field }) => field));
  const message = isBaseKnown
    ? l10n.t('Someone else also changed {0} of record {1} on {2}.', fields, id, service)
    : l10n.t(
        'The version of record {0} on {1} that you started from is not known. Compare before you save: the service has other values for {2}.',
        id,
        service,
        fields,
      );
  const explanation = l10n.t(
    "Keep Mine saves your version of these fields. Take Theirs keeps the service's version of them. Your other changes are saved either way.",
  );
  const choices = new Map<string, ConflictChoice>([
    [l10n.t('Compare'), 'compare'],
    [l10n.t('Keep Mine'), 'mine'],
    [l10n.t('Take Theirs'), 'theirs'],
  ]);
  const detail = `${describeConflicts(conflicts)}\n\n${explanation}`;
  return choices.get((await askInDialog(message, detail, ...choices.keys())) ?? '');
}
