import * as vscode from 'vscode';
import { spliceFields } from '../record/splice.ts';
import { editBetween } from '../record/textEdits.ts';
import { openDocument, rangeAt } from '../workbench/documents.ts';
import { UserError } from '../workbench/userError.ts';
import type { Worksheet } from './worksheetDocument.ts';
import { words } from './worksheetMessages.ts';
import type { PlacedRow, Row } from './worksheetRows.ts';

/** Values of fields, as JSON text, by record. */
export type WorksheetValues = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** Replaces rows of the text on screen, only where they differ. False if there is nothing to replace, or it changed. */
export async function replaceRows(
  { uri }: Worksheet,
  rows: readonly PlacedRow[],
  textOf: (row: Row) => string,
): Promise<boolean> {
  const document = openDocument(vscode.Uri.parse(uri));
  if (!document || rows.length === 0) return false;
  const edit = new vscode.WorkspaceEdit();
  for (const { row, offset } of rows) {
    const change = editBetween(row.text, textOf(row));
    edit.replace(document.uri, rangeAt(document, offset + change.offset, change.length), change.text);
  }
  return vscode.workspace.applyEdit(edit);
}

/** Puts values into a worksheet as unsaved changes. One undo takes them out again. */
export async function fillRows(worksheet: Worksheet, values: WorksheetValues): Promise<void> {
  const rows = worksheet.facts().filter(({ id, row }) => id !== undefined && values.has(id) && row.record);
  const filled = await replaceRows(worksheet, rows, ({ id, record, text }) => {
    const given = values.get(id ?? 0);
    if (!record || !given) return text;
    return spliceFields(record, [...new Set([...record.fields.keys(), ...given.keys()])], given);
  });
  if (!filled && rows.length > 0) throw new UserError(words.edited());
}

/** The values that are not saved yet, also of fields that the worksheet does not have. */
export function unsavedValues(worksheet: Worksheet): WorksheetValues {
  const entries = worksheet.facts().flatMap(({ id, row: { record }, edits, problem }) => {
    if (id === undefined || !record || (problem && problem.kind !== 'otherField')) return [];
    const changed = problem ? [...record.fields.keys()] : (edits?.changes ?? []).map(({ field }) => field);
    const values = changed.flatMap((field) => {
      const raw = field === 'id' ? undefined : record.fields.get(field)?.raw;
      return raw === undefined ? [] : [[field, raw] as const];
    });
    return values.length > 0 ? [[id, new Map(values)] as const] : [];
  });
  return new Map(entries);
}
