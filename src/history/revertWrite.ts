import * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import type { RecordDocuments } from '../document/recordDocuments.ts';
import type { FieldValues } from '../document/rewriteRecord.ts';
import type { WrittenField } from '../document/writeJournal.ts';
import { sameField, sameMeaning } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordName, Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { storedValue, type WriteEntry, type WriteSummary } from './entry.ts';
import {
  andMore,
  changedAgain,
  hasEarlierValue,
  hasUnsavedChanges,
  noService,
  nothingToRevert,
  otherAddress,
  readyToRevert,
  tooLargeMessage,
} from './messages.ts';

/** What taking back a write changes, and why some fields keep their value. */
export interface Revert {
  readonly values: FieldValues;
  readonly kept: readonly KeptField[];
}

export interface KeptField {
  readonly field: string;
  readonly why: 'changedAgain' | 'hasEarlierValue' | 'hasUnsavedChanges';
}

export interface RevertParts {
  readonly services: Services;
  readonly fill: RecordDocuments['fill'];
  /** The newest first. */
  writes(): Promise<readonly WriteSummary[]>;
}

/** Shows the record with the values from before a write as unsaved changes. Nothing is written. */
export async function revertWrite(write: WriteEntry, { services, fill, writes }: RevertParts): Promise<vscode.Uri> {
  if (write.tooLarge) throw new UserError(tooLargeMessage());
  const name: RecordName = { service: serviceOf(write, services).name, id: write.id };
  const later = laterWrites(write, await writes());
  let revert: Revert = { values: new Map(), kept: [] };
  const uri = await fill(name, ({ base, edited, changes }: Edits) => {
    revert = revertOf(write.fields, base ?? edited, (field) => changes.some((change) => change.field === field));
    return revert.values;
  });
  const reasons = reasonsOf(revert.kept, later);
  if (revert.values.size === 0) throw nothingReverted(nothingToRevert(write.id), reasons);
  tellReverted(readyToRevert(write.id), reasons);
  return uri;
}

/** Says what is ready to be saved, and what keeps its value. */
export function tellReverted(ready: string, reasons: readonly string[]): void {
  void offer(withReasons(ready, reasons), [], reasons.length > 0 ? 'warning' : 'information');
}

/** Everything keeps its value. */
export function nothingReverted(nothing: string, reasons: readonly string[]): UserError {
  return new UserError(withReasons(nothing, reasons));
}

function withReasons(message: string, reasons: readonly string[]): string {
  const shown = reasons.slice(0, maxReasons);
  const more = reasons.length > shown.length ? [andMore(reasons.length - shown.length)] : [];
  return plainText([message, ...shown, ...more].join(' '), 600);
}

/** Only a field that the service still has as the write left it goes back. */
export function revertOf(
  fields: readonly WrittenField[],
  now: RecordText,
  isUnsaved: (field: string) => boolean = () => false,
): Revert {
  const values = new Map<string, string | undefined>();
  const kept: KeptField[] = [];
  for (const written of fields) {
    const { field, before } = written;
    const raw = now.fields.get(field)?.raw;
    const means = (value: string | undefined) => sameField(raw, value, sameMeaning);
    const isAsWritten = means(storedValue(written));
    // A write may change only how a number is written.
    if (sameField(raw, before) || (!isAsWritten && means(before))) kept.push({ field, why: 'hasEarlierValue' });
    else if (!isAsWritten) kept.push({ field, why: 'changedAgain' });
    else if (isUnsaved(field)) kept.push({ field, why: 'hasUnsavedChanges' });
    else values.set(field, before);
  }
  return { values, kept };
}

/** The service may have another name by now, but not another address. */
export function serviceOf(write: WriteEntry, services: Services): Service {
  const named = services.find(write.service);
  const same = [...(named ? [named] : []), ...services.all()].find(
    ({ address }) => address.href === write.serviceAddress,
  );
  if (same) return same;
  throw new UserError(named ? otherAddress(write, named.address.href) : noService(write));
}

/** Writes of the same record after this one, the newest first. */
export function laterWrites({ address, time }: WriteEntry, writes: readonly WriteSummary[]): readonly WriteSummary[] {
  return writes.filter((other) => other.address === address && other.time > Date.parse(time));
}

const maxReasons = 3;

export function reasonsOf(kept: readonly KeptField[], later: readonly WriteSummary[]): readonly string[] {
  return kept.map(({ field, why }) => {
    if (why === 'hasEarlierValue') return hasEarlierValue(field);
    if (why === 'hasUnsavedChanges') return hasUnsavedChanges(field);
    return changedAgain(field, later.find(({ fields }) => fields.includes(field))?.time, vscode.env.language);
  });
}
