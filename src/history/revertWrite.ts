import * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import type { Records } from '../document/records.ts';
import type { FieldValues } from '../document/rewrite.ts';
import { sameField, sameMeaning } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordName, Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import { localNumber, plainText } from '../workbench/plainText.ts';
import { askInDialog } from '../workbench/prompts.ts';
import type { OpenWorksheet } from '../worksheet/open.ts';
import { type KeptField, storedValue, type WriteEntry, type WriteSummary } from './entry.ts';
import type { Journal } from './journal.ts';
import { historyWords, type KeptWhy, keptReason } from './messages.ts';

/** What taking back a write changes, and why some fields keep their value. */
export interface Revert {
  readonly values: FieldValues;
  readonly left: readonly LeftField[];
}

interface LeftField {
  readonly field: string;
  readonly why: KeptWhy;
}

export interface RevertParts {
  readonly services: Services;
  readonly fill: Records['fill'];
  readonly openWorksheet: OpenWorksheet;
  readonly journal: Pick<Journal, 'list'>;
}

/** Shows the record with the values from before a write as unsaved changes. Nothing is written. */
export async function revertWrite(write: WriteEntry, { services, fill, journal }: RevertParts): Promise<vscode.Uri> {
  if (write.tooLarge) throw new UserError(historyWords.tooLarge());
  const name: RecordName = { service: serviceOfWrite(write, services).name, id: write.id };
  const later = laterWrites(write, await journal.list());
  let revert: Revert = { values: new Map(), left: [] };
  const uri = await fill(name, ({ base, edited, changes }: Edits) => {
    revert = revertOf(write.fields, base ?? edited, (field) => changes.some((change) => change.field === field));
    return revert.values;
  });
  const reasons = reasonsOf(revert.left, later);
  if (revert.values.size === 0) {
    throw nothingReverted(vscode.l10n.t('Nothing was changed in record {0}.', write.id), reasons);
  }
  tellReverted(
    vscode.l10n.t('The earlier values are now in record {0} as unsaved changes. Save to send them.', write.id),
    reasons,
  );
  return uri;
}

/** Says what is ready to be saved and what keeps its value: all of it in a dialog if it is much. */
export function tellReverted(ready: string, reasons: readonly string[]): void {
  tell(ready, reasons, reasons.length > 0 ? 'warning' : 'information');
}

/** Everything keeps its value. That is said here, and ends the command. */
export function nothingReverted(nothing: string, reasons: readonly string[]): vscode.CancellationError {
  tell(nothing, reasons, 'error');
  return new vscode.CancellationError();
}

function tell(outcome: string, reasons: readonly string[], severity: 'information' | 'warning' | 'error'): void {
  const shown = reasons.slice(0, maxReasons);
  const more = reasons.length - shown.length;
  const andMore = vscode.l10n.t('And {0} more.', localNumber(more));
  const message = [outcome, ...shown, ...(more > 0 ? [andMore] : [])].join(' ');
  const showThem = async () => void (await askInDialog(outcome, reasons.join('\n')));
  void offer(plainText(message, 600), more > 0 ? [[vscode.l10n.t('Show All'), showThem]] : [], severity);
}

/** Only a field that the service still has as the write left it goes back. */
export function revertOf(
  fields: readonly KeptField[],
  now: RecordText,
  isUnsaved: (field: string) => boolean = () => false,
): Revert {
  const values = new Map<string, string | undefined>();
  const left: LeftField[] = [];
  for (const written of fields) {
    const { field, before } = written;
    const raw = now.fields.get(field)?.raw;
    const means = (value: string | undefined) => sameField(raw, value, sameMeaning);
    const isAsWritten = means(storedValue(written));
    if (written.redacted) left.push({ field, why: 'redacted' });
    // A write may change only how a number is written.
    else if (sameField(raw, before) || (!isAsWritten && means(before))) left.push({ field, why: 'hasEarlierValue' });
    else if (!isAsWritten) left.push({ field, why: 'changedAgain' });
    else if (isUnsaved(field)) left.push({ field, why: 'hasUnsavedChanges' });
    else values.set(field, before);
  }
  return { values, left };
}

/** The service may have another name by now, but not another address. */
export function serviceOfWrite(write: WriteEntry, services: Services): Service {
  const named = services.find(write.service);
  const same = [...(named ? [named] : []), ...services.all()].find(
    ({ address }) => address.href === write.serviceAddress,
  );
  if (same) return same;
  const { service, serviceAddress } = write;
  throw new UserError(
    named
      ? vscode.l10n.t('This save went to {0}, but "{1}" now means {2}.', serviceAddress, service, named.address.href)
      : vscode.l10n.t('This save went to {0}, and no service with that address is configured.', serviceAddress),
  );
}

/** Writes of the same record after this one, the newest first. */
export function laterWrites({ address, time }: WriteEntry, writes: readonly WriteSummary[]): readonly WriteSummary[] {
  return writes.filter((other) => other.address === address && other.time > Date.parse(time));
}

const maxReasons = 3;

export function reasonsOf(left: readonly LeftField[], later: readonly WriteSummary[]): readonly string[] {
  return left.map(({ field, why }) => {
    return keptReason(field, why, later.find(({ fields }) => fields.includes(field))?.time);
  });
}
