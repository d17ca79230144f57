import * as vscode from 'vscode';
import { spliceFields } from '../record/splice.ts';
import { parseRecord } from '../record/text.ts';
import { UserError } from '../workbench/commands.ts';
import type { Edits } from './edits.ts';
import type { RecordDocument } from './recordDocument.ts';
import { replaceText } from './reloadRecord.ts';

/** Values of fields as JSON. Undefined removes a field. */
export type FieldValues = ReadonlyMap<string, string | undefined>;

/** Puts values into a document as unsaved changes. Other unsaved changes stay, and one undo reverts them. */
export async function fillFields(
  document: RecordDocument,
  textDocument: vscode.TextDocument,
  values: FieldValues | ((edits: Edits) => FieldValues),
): Promise<void> {
  const text = textDocument.getText();
  const given = typeof values === 'function' ? values(document.edits(text)) : values;
  if (await replaceText(textDocument, withValues(text, given))) return;
  throw new UserError(
    vscode.l10n.t('Record {0} was edited meanwhile. Your text was not changed. Try again.', document.name.id),
  );
}

function withValues(text: string, values: FieldValues): string {
  const record = parseRecord(text);
  const set = new Map([...values].flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])));
  const isRemoved = (field: string) => values.has(field) && !set.has(field);
  const order = new Set([...record.fields.keys(), ...set.keys()]);
  return spliceFields(
    record,
    [...order].filter((field) => !isRemoved(field)),
    set,
  );
}
