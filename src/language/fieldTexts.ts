import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { recordOf } from '../document/recordUri.ts';
import { formatString } from '../record/format.ts';
import { stringValue } from '../record/json.ts';
import { type Field, parseRecord } from '../record/text.ts';
import { openDocument, replaceAt } from '../workbench/documents.ts';
import { plainText } from '../workbench/plainText.ts';
import type { RecordField } from './fieldUri.ts';
import { shownText, unshowable, withOriginalBreaks } from './lineEndings.ts';

/** A field's text as it stands in its record now, and as an editor of its own shows it. */
export interface FieldText {
  readonly shown: string;
  /** Tells whether the field changed, without keeping it. */
  readonly fingerprint: string;
}

/** The text is read from the record's document, or from the service where none is open. */
export async function readFieldText(target: RecordField): Promise<FieldText> {
  const open = openDocument(target.record);
  const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(target.record));
  return fieldText(textOf(target, textField(target, text)));
}

/** An editor has one kind of line break and no byte order mark. */
export function shows(document: vscode.TextDocument, { shown }: FieldText): boolean {
  const plain = (text: string) => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  return plain(document.getText()) === plain(shown);
}

/**
 * Puts an edited text back into the record's document, as one edit and without saving it. Refuses if the field is no
 * longer the one that was shown: then both were edited, and neither text may go.
 */
export async function writeFieldText(
  target: RecordField,
  shown: string,
  known: string | undefined,
): Promise<FieldText> {
  const document = await vscode.workspace.openTextDocument(target.record);
  const field = textField(target, document.getText());
  const current = textOf(target, field);
  const value = withOriginalBreaks(current, shown);
  if (value === current) return fieldText(value);
  if (fingerprint(current) !== known) {
    throw new Error(
      `${nameOf(target)} was changed in the record as well. Your text stays here: copy what you need of it, then run Revert File to see the text of the record.`,
    );
  }
  const reason = unshowable(value);
  if (reason) throw new Error(`${nameOf(target)} cannot be put into the record, because ${reason}.`);
  if (!(await replaceAt(document, field.offset, field.length, formatString(value)))) {
    throw new Error(
      `${nameOf(target)} could not be put into the record, because the record changed just now. Save again.`,
    );
  }
  return fieldText(value);
}

function fieldText(value: string): FieldText {
  return { shown: shownText(value), fingerprint: fingerprint(value) };
}

function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}

function textField(target: RecordField, text: string): Field {
  const field = recordOrSay(target, text).fields.get(target.field);
  if (!field) throw vscode.FileSystemError.FileNotFound(`${nameOf(target)} is not in the record.`);
  if (!field.raw.startsWith('"')) throw new Error(`${nameOf(target)} is not a text.`);
  return field;
}

function textOf(target: RecordField, field: Field): string {
  const value = stringValue(field.raw);
  const reason = unshowable(value);
  if (reason) throw new Error(`${nameOf(target)} cannot be edited as text, because ${reason}. Edit it in the record.`);
  return value;
}

function recordOrSay(target: RecordField, text: string) {
  try {
    return parseRecord(text);
  } catch (failure) {
    const { message } = failure as Error;
    const told = `${nameOf(target)} cannot be found in the record right now. ${plainText(message)}`;
    throw new Error(told, { cause: failure });
  }
}

function nameOf({ record, field }: RecordField): string {
  return `"${plainText(field, 60)}" of record ${recordOf(record)?.id}`;
}
