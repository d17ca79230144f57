import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Records } from '../document/records.ts';
import { fieldUri, type RecordField, recordOf } from '../document/recordUri.ts';
import { readOnlyEditor } from '../document/rewrite.ts';
import { openUriOf } from '../document/spellings.ts';
import { columnOf, openDocument, sameOnScreen, untilDocument } from '../files/tabs.ts';
import { formatString } from '../record/format.ts';
import { stringValue } from '../record/json.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import { UserError } from '../workbench/commands.ts';
import { applyEdits, isStill } from '../workbench/edits.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { fileError } from '../workbench/fileError.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import { showMessage } from '../workbench/prompts.ts';
import { editorText, hasMixedBreaks, unshowable } from './lineEndings.ts';
import { fieldAt, parseText } from './parsedDocuments.ts';

export type FieldRecords = Pick<Records, 'load' | 'saveField' | 'operations' | 'lockReason'>;

/** Opens a field's text in an editor of its own, beside its record. */
export async function editFieldAsText(records: FieldRecords, argument: unknown): Promise<string> {
  const target = await targetOf(records, argument);
  // This read fails with the reason. The editor would only say that it can't open the file.
  const text = await readFieldText(records, target);
  const uri = fieldUri(target);
  const viewColumn = columnOf(uri) ?? vscode.ViewColumn.Beside;
  const { document } = await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
  // VS Code may first show a document that was just closed with its old text, and read it again only then.
  const isUpToDate = (open: vscode.TextDocument) => open.isDirty || sameOnScreen(open.getText(), text.shown);
  if (!isUpToDate(document)) await untilDocument(uri, isUpToDate);
  if (text.isReadOnly) void showMessage(readOnlyReason(target));
  return uri.toString();
}

async function targetOf({ load }: FieldRecords, argument: unknown): Promise<RecordField> {
  if (typeof argument === 'object' && argument !== null && 'field' in argument && 'uri' in argument) {
    return { record: (await load(argument.uri)).uri, field: String(argument.field) };
  }
  const document = await load(argument);
  const editor = vscode.window.visibleTextEditors.find((visible) => visible.document === document);
  const field = editor && fieldAt(parseText(document.getText()), document.offsetAt(editor.selection.active));
  if (!field) {
    throw new UserError(l10n.t('Place the cursor in the field to edit, then run the command again.'));
  }
  return { record: document.uri, field: field.key };
}

/** The document of a field's record, if it is open. Its URI may be another by now: it has the record's slug. */
export function recordDocumentOf(field: RecordField | undefined): vscode.TextDocument | undefined {
  const name = field && recordOf(field.record);
  return name && openDocument(openUriOf(name, field.record) ?? field.record);
}

/** Reads the record's open document, else asks the service. Opening a document for it would keep it open for minutes. */
export async function readFieldText({ operations }: FieldRecords, target: RecordField) {
  const open = recordDocumentOf(target);
  const name = recordOf(target.record);
  if (!name) throw vscode.FileSystemError.FileNotFound();
  const record = open ? recordOrSay(target, open.getText()) : (await operations.read(name)).record;
  return fieldText(textIn(record, target).value);
}

/**
 * Puts an edited text into the record's document, as one edit. Refuses if the record no longer has the text that was
 * shown: then both were edited, and neither text may be lost.
 */
export async function writeFieldText(
  records: FieldRecords,
  target: RecordField,
  value: string,
  shownFingerprint: string | undefined,
) {
  const document = await records.load(target.record);
  const { version } = document;
  const { field, value: current } = textIn(recordOrSay(target, document.getText()), target);
  if (value === editorText(current)) return { ...fieldText(current), record: document };
  if (fingerprint(current) !== shownFingerprint) {
    throw new UserError(
      l10n.t(
        '"{0}" was also changed in record {1}. Your text is kept here. Copy what you need, then run Revert File to see the text in the record.',
        ...names(target),
      ),
    );
  }
  if (hasMixedBreaks(current)) throw new UserError(readOnlyReason(target));
  const reason = unshowable(value);
  if (reason) throw new UserError(l10n.t('"{0}" of record {1} was not saved. {2}', ...names(target), reason));
  const { offset, length } = field;
  const isApplied = await applyEdits(document, version, [{ offset, length, text: formatString(value) }]);
  if (!isApplied && isStill(document, version)) throw readOnlyEditor(names(target)[1]);
  if (!isApplied) {
    throw new UserError(
      l10n.t('"{0}" of record {1} was not saved because the record changed meanwhile. Save again.', ...names(target)),
    );
  }
  return { ...fieldText(value), record: document };
}

/** A field's text as an editor of its own shows it. The fingerprint tells whether it changed, without keeping it. */
function fieldText(value: string) {
  return { shown: editorText(value), fingerprint: fingerprint(value), isReadOnly: hasMixedBreaks(value) };
}

function readOnlyReason(target: RecordField): PlainText {
  return l10n.t(
    '"{0}" of record {1} mixes several kinds of line breaks, so its text is read-only. Edit it in the record.',
    ...names(target),
  );
}

function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}

/** The field of a record, and the text in it. Rejects what can't be edited as text. */
function textIn({ fields }: RecordText, target: RecordField) {
  const field = fields.get(target.field);
  if (!field) {
    const [name, id] = names(target);
    throw fileError('FileNotFound', l10n.t('Record {0} has no field "{1}".', id, name));
  }
  if (!field.raw.startsWith('"')) throw new UserError(l10n.t('"{0}" of record {1} is not a string.', ...names(target)));
  const value = stringValue(field.raw);
  const reason = unshowable(value);
  if (reason) {
    const message = l10n.t(
      '"{0}" of record {1} can\'t be edited as text. {2} Edit it in the record.',
      ...names(target),
      reason,
    );
    throw new UserError(message);
  }
  return { field, value };
}

function recordOrSay(target: RecordField, text: string) {
  try {
    return parseRecord(text);
  } catch (failure) {
    const reason = plainText(messageOf(failure));
    const message = l10n.t('"{0}" of record {1} can\'t be read right now. {2}', ...names(target), reason);
    throw new UserError(message, { cause: failure });
  }
}

/** The field and its record, for a sentence. */
function names({ record, field }: RecordField): [PlainText, number] {
  return [plainText(field, 60), recordOf(record)?.id ?? 0];
}
