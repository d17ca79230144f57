import * as vscode from 'vscode';
import { quoted } from '../document/saveMessages.ts';
import { sameField } from '../record/changes.ts';
import { withValues } from '../record/splice.ts';
import type { RecordText } from '../record/text.ts';
import { editBetween } from '../record/textEdits.ts';
import { UserError } from '../workbench/commands.ts';
import { openDocument, rangeAt } from '../workbench/documents.ts';
import type { Worksheet } from './worksheetDocument.ts';
import { words } from './worksheetMessages.ts';
import type { PlacedRow, Row } from './worksheetRows.ts';

/** Values of fields, as JSON text, by record. */
export type WorksheetValues = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** The version of each record that values were chosen for. */
export type ValuesBasis = (id: number) => RecordText | undefined;

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
export async function fillRows(worksheet: Worksheet, values: WorksheetValues, basis?: ValuesBasis): Promise<void> {
  if (basis) refuseOutdated(worksheet, values, basis);
  const rows = worksheet.facts().filter(({ id, row }) => id !== undefined && values.has(id) && row.record);
  const filled = await replaceRows(worksheet, rows, ({ id, record, text }) => {
    const given = values.get(id ?? 0);
    if (!record || !given) return text;
    return withValues(record, given);
  });
  if (!filled && rows.length > 0) throw new UserError(words.edited());
}

/** A value that was chosen for an earlier version would overwrite someone else's change without a conflict. */
function refuseOutdated(worksheet: Worksheet, values: WorksheetValues, basis: ValuesBasis): void {
  for (const [id, given] of values) {
    const [before, now] = [basis(id), worksheet.document(id)?.base?.record];
    if (!before || !now) continue;
    const isOther = (field: string) => !sameField(before.fields.get(field)?.raw, now.fields.get(field)?.raw);
    const outdated = [...given.keys()].filter(isOther);
    if (outdated.length === 0) continue;
    throw new UserError(
      vscode.l10n.t(
        'Someone else also changed {0} of record {1}. Your text was not changed. Compare or save to decide.',
        quoted(outdated),
        id,
      ),
    );
  }
}

/** The values that are not saved yet, also of fields that the worksheet does not have. */
export function unsavedValues(worksheet: Worksheet): WorksheetValues {
  const entries = worksheet.facts().flatMap(({ id, row: { record }, edits, problem }) => {
    if (id === undefined || !record || (problem && problem.kind !== 'otherField')) return [];
    const base = worksheet.document(id)?.base?.record;
    const isChanged = (field: string) => !sameField(record.fields.get(field)?.raw, base?.fields.get(field)?.raw);
    const changed = problem
      ? [...record.fields.keys()].filter(isChanged)
      : (edits?.changes ?? []).map(({ field }) => field);
    const values = changed.flatMap((field) => {
      const raw = field === 'id' ? undefined : record.fields.get(field)?.raw;
      return raw === undefined ? [] : [[field, raw] as const];
    });
    return values.length > 0 ? [[id, new Map(values)] as const] : [];
  });
  return new Map(entries);
}
