import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { fieldUri, type RecordField } from '../document/fieldUri.ts';
import type { Records } from '../document/records.ts';
import { recordOf } from '../document/recordUri.ts';
import { openUriOf } from '../document/spellings.ts';
import { columnOf, openDocument, sameOnScreen, untilDocument } from '../files/tabs.ts';
import { formatString } from '../record/format.ts';
import { stringValue } from '../record/json.ts';
import { type Field, parseRecord } from '../record/text.ts';
import { UserError } from '../workbench/commands.ts';
import { applyEdits } from '../workbench/edits.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { fieldTextWords } from './languageMessages.ts';
import { shownText, unshowable, withOriginalBreaks } from './lineEndings.ts';
import { fieldAt, type ParsedDocuments } from './parsedDocuments.ts';

export type FieldRecords = Pick<Records, 'load' | 'saveField' | 'operations' | 'lockReason'>;

/** Opens a field's text in an editor of its own, beside its record. */
export async function editFieldAsText(
  documents: ParsedDocuments,
  records: FieldRecords & Pick<Records, 'resolve'>,
  argument: unknown,
): Promise<string> {
  const target = await targetOf(documents, records.resolve, argument);
  // This read fails with the reason. The editor would only say that it can't open the file.
  const text = await readFieldText(records, target);
  const uri = fieldUri(target);
  const viewColumn = columnOf(uri) ?? vscode.ViewColumn.Beside;
  const { document } = await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
  // VS Code may first show a document that was just closed with its old text, and read it again only then.
  const isUpToDate = (open: vscode.TextDocument) => open.isDirty || sameOnScreen(open.getText(), text.shown);
  if (!isUpToDate(document)) await untilDocument(uri, isUpToDate);
  return uri.toString();
}

async function targetOf(
  documents: ParsedDocuments,
  resolve: Records['resolve'],
  argument: unknown,
): Promise<RecordField> {
  if (typeof argument === 'object' && argument !== null && 'field' in argument && 'uri' in argument) {
    return { record: await resolve(argument.uri), field: String(argument.field) };
  }
  const record = await resolve(argument);
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === record.toString());
  const document = openDocument(record);
  const root = document && documents.parsed(document).root;
  const field = editor && fieldAt(root, editor.document.offsetAt(editor.selection.active));
  if (!field) {
    throw new UserError(vscode.l10n.t('Place the cursor in the field to edit, then run the command again.'));
  }
  return { record, field: field.key };
}

/** The document of a field's record, if it is open. Its URI may be another by now: it has the record's slug. */
export function recordDocumentOf(field: RecordField | undefined): vscode.TextDocument | undefined {
  const name = field && recordOf(field.record);
  return name && openDocument(openUriOf(name, field.record) ?? field.record);
}

/** Reads the record's open document, else asks the service. Opening a document for it would keep it open for minutes. */
export async function readFieldText({ operations }: FieldRecords, target: RecordField) {
  const open = recordDocumentOf(target);
  if (open) return fieldText(textOf(target, textField(target, open.getText()).raw));
  const name = recordOf(target.record);
  if (!name) throw vscode.FileSystemError.FileNotFound();
  const { record } = await operations.read(name);
  return fieldText(textOf(target, record.fields.get(target.field)?.raw));
}

/**
 * Puts an edited text into the record's document, as one edit. Refuses if the record no longer has the text that was
 * shown: then both were edited, and neither text may be lost.
 */
export async function writeFieldText(
  records: FieldRecords,
  target: RecordField,
  shown: string,
  shownFingerprint: string | undefined,
) {
  const document = await records.load(target.record);
  const field = textField(target, document.getText());
  const current = textOf(target, field.raw);
  const value = withOriginalBreaks(current, shown);
  const written = { ...fieldText(value), record: document };
  if (value === current) return written;
  if (fingerprint(current) !== shownFingerprint) {
    throw new UserError(wordsFor(target).changedInRecord());
  }
  const reason = unshowable(value);
  if (reason) throw new UserError(wordsFor(target).notSaved(reason));
  const { offset, length } = field;
  const isApplied = await applyEdits(document, [{ offset, length, text: formatString(value) }]);
  if (!isApplied) throw new UserError(wordsFor(target).changedMeanwhile());
  return written;
}

/** A field's text as an editor of its own shows it. The fingerprint tells whether it changed, without keeping it. */
function fieldText(value: string) {
  return { shown: shownText(value), fingerprint: fingerprint(value) };
}

function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}

function textField(target: RecordField, text: string): Field {
  const field = recordOrSay(target, text).fields.get(target.field);
  if (!field) throw notInRecord(target);
  return field;
}

function textOf(target: RecordField, raw: string | undefined): string {
  if (raw === undefined) throw notInRecord(target);
  if (!raw.startsWith('"')) throw new UserError(wordsFor(target).notString());
  const value = stringValue(raw);
  const reason = unshowable(value);
  if (reason) throw new UserError(wordsFor(target).notEditable(reason));
  return value;
}

function notInRecord(target: RecordField): Error {
  return vscode.FileSystemError.FileNotFound(wordsFor(target).notInRecord());
}

function recordOrSay(target: RecordField, text: string) {
  try {
    return parseRecord(text);
  } catch (failure) {
    throw new UserError(wordsFor(target).unreadable(messageOf(failure)), { cause: failure });
  }
}

function wordsFor({ record, field }: RecordField) {
  return fieldTextWords(field, recordOf(record)?.id);
}
