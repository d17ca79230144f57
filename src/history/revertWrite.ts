import * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import type { Records } from '../document/records.ts';
import { untilSaved } from '../files/tabs.ts';
import { sameField, sameMeaning } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordName, Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { plainText } from '../workbench/plainText.ts';
import { tell, tellUnsaved } from '../workbench/report.ts';
import { readFrom } from '../worksheet/loading.ts';
import type { OpenWorksheet } from '../worksheet/open.ts';
import { type KeptField, serviceAt, storedValue, type WriteEntry, type WriteSummary } from './entry.ts';
import type { Journal } from './journal.ts';
import { batchReady, historyWords, type KeptWhy, keptReason } from './messages.ts';

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
  const all = await journal.list();
  let revert: Revert = { values: new Map(), left: [] };
  const uri = await fill(name, ({ base, edited, changes }: Edits) => {
    revert = revertOf(write.fields, base ?? edited, (field) => changes.some((change) => change.field === field));
    return revert.values;
  });
  const reasons = reasonsOf(revert, write, all);
  if (revert.values.size === 0) {
    throw nothingReverted(vscode.l10n.t('Nothing was changed in record {0}.', write.id), reasons);
  }
  tellReady(
    uri,
    vscode.l10n.t('The earlier values are now in record {0} as unsaved changes. Save to send them.', write.id),
    reasons,
  );
  return uri;
}

/** Shows the records of a batch as a worksheet with their values from before it. Nothing is written. */
export async function revertBatch(
  batch: readonly [WriteEntry, ...(readonly WriteEntry[])],
  { services, openWorksheet, journal }: RevertParts,
): Promise<vscode.Uri> {
  const service = serviceOfWrite(batch[0], services);
  const ids = batch.map(({ id }) => id);
  const { versions } = await readFrom(services, service, ids);
  const all = await journal.list();
  const values = new Map<number, ReadonlyMap<string, string>>();
  const reasons: string[] = [];
  for (const write of batch) {
    const say = (reason: string) => void reasons.push(historyWords.inRecord(write.id, reason));
    const version = versions.get(write.id);
    if (!version || write.tooLarge) {
      if (version) say(historyWords.tooLarge());
      else reasons.push(vscode.l10n.t('Record {0} could not be read and is left out.', write.id));
      continue;
    }
    const revert = revertOf(write.fields, version.record);
    reasonsOf(revert, write, all).forEach(say);
    const set = new Map<string, string>();
    for (const [field, value] of revert.values) {
      const name = plainText(field, 60);
      // A worksheet is filled with values, and a field that was not there has none.
      if (value !== undefined) set.set(field, value);
      else say(vscode.l10n.t('"{0}" was added by this save. To remove it, revert this record alone.', name));
    }
    if (set.size > 0) values.set(write.id, set);
  }
  if (values.size === 0) throw nothingReverted(vscode.l10n.t('Nothing was changed.'), reasons);
  const fields = [...new Set([...values.values()].flatMap((one) => [...one.keys()]))];
  const reverted = [...values.keys()].sort((one, other) => one - other);
  const name = { service: service.name, ids: reverted, fields };
  const uri = await openWorksheet(name, values, (id) => versions.get(id)?.record);
  tellReady(uri, batchReady(values.size), reasons);
  return uri;
}

function tellReady(uri: vscode.Uri, outcome: string, reasons: readonly string[]): void {
  tellUnsaved(outcome, untilSaved(uri), vscode.l10n.t('Some fields keep their values.'), reasons);
}

/** Everything keeps its value. That is said here, and ends the command. */
function nothingReverted(nothing: string, reasons: readonly string[]): vscode.CancellationError {
  tell(nothing, reasons, 'error');
  return new vscode.CancellationError();
}

/** What taking back a write changes, and why some fields keep their value. */
type Revert = ReturnType<typeof revertOf>;

/** Only a field that the service still has as the write left it goes back. */
export function revertOf(
  fields: readonly KeptField[],
  now: RecordText,
  isUnsaved: (field: string) => boolean = () => false,
) {
  const values = new Map<string, string | undefined>();
  const left: { readonly field: string; readonly why: KeptWhy }[] = [];
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

function serviceOfWrite(write: WriteEntry, services: Services): Service {
  const same = serviceAt(write, services);
  if (same) return same;
  const named = services.find(write.service);
  const [service, at] = [write.service, plainText(write.serviceAddress)];
  throw new UserError(
    named
      ? vscode.l10n.t(
          'This save went to {0}, but "{1}" now means {2}.',
          at,
          plainText(service),
          plainText(named.address.href),
        )
      : vscode.l10n.t('This save went to {0}, and no service with that address is configured.', at),
  );
}

/** With the time of the newest later write of the same record and field, where the history has one. */
function reasonsOf({ left }: Revert, { address, time }: WriteEntry, all: readonly WriteSummary[]): readonly string[] {
  const later = all.filter((other) => other.address === address && other.time > Date.parse(time));
  return left.map(({ field, why }) => {
    return keptReason(field, why, later.find(({ fields }) => fields.includes(field))?.time);
  });
}
