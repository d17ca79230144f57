import type * as vscode from 'vscode';
import { notMergedMessage } from '../document/outcomeWords.ts';
import { sameField } from '../record/changes.ts';
import { onOneLine } from '../record/format.ts';
import { withValues } from '../record/splice.ts';
import type { RecordText } from '../record/text.ts';
import { editBetween } from '../record/textEdits.ts';
import { UserError } from '../workbench/commands.ts';
import { applyEdits } from '../workbench/edits.ts';
import { words } from './messages.ts';
import type { PlacedRow, Row } from './rows.ts';
import { unreadMessage } from './summary.ts';
import type { Worksheet } from './worksheet.ts';

/** Values of fields, as JSON text, by record. */
export type WorksheetValues = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** The version of each record that values were chosen for. */
export type ValuesBasis = (id: number) => RecordText | undefined;

/** Replaces rows of the text on screen, only where they differ. False if there is nothing to replace, or it changed. */
export async function replaceRows(
  document: vscode.TextDocument | undefined,
  rows: readonly PlacedRow[],
  textOf: (row: Row) => string,
): Promise<boolean> {
  if (!document || rows.length === 0) return false;
  const edits = rows.map(({ row, offset }) => {
    const edit = editBetween(row.text, textOf(row));
    return { ...edit, offset: offset + edit.offset };
  });
  return applyEdits(document, edits);
}

/** Puts values into a worksheet as unsaved changes. One undo takes them out again. */
export async function fillRows(
  worksheet: Worksheet,
  document: vscode.TextDocument | undefined,
  values: WorksheetValues,
  basis?: ValuesBasis,
): Promise<void> {
  const rows = worksheet.facts().filter(({ id, row }) => id !== undefined && values.has(id) && row.record);
  if (basis) {
    refuseOutdated(worksheet, values, basis);
    const { unread } = worksheet;
    if (rows.length < values.size) throw new UserError(unread.size > 0 ? unreadMessage(unread) : words.saveFirst());
  }
  const filled = await replaceRows(document, rows, ({ id, record, text }) => {
    const given = [...(values.get(id ?? 0) ?? [])].map(([field, raw]) => [field, onOneLine(raw)] as const);
    return record ? withValues(record, new Map(given)) : text;
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
    throw new UserError(notMergedMessage(id, outdated), { kind: 'conflict' });
  }
}

/** The values that are not saved yet, also of fields that the worksheet does not have. Throws if they aren't known. */
export function unsavedValues(worksheet: Worksheet): WorksheetValues {
  const entries = worksheet.facts().flatMap((facts) => {
    const { id, problem } = facts;
    const edits = problem && problem.kind !== 'otherField' ? undefined : worksheet.editsIn(facts);
    if (id === undefined || !edits) return [];
    if (!edits.base) throw new UserError(words.saveFirst());
    const values = edits.changes.flatMap(({ field, after }) =>
      field === 'id' || after === undefined ? [] : [[field, after] as const],
    );
    return values.length > 0 ? [[id, new Map(values)] as const] : [];
  });
  return new Map(entries);
}
