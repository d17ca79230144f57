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
import type { ReplacedRow } from './rows.ts';
import { unreadMessage } from './summary.ts';
import type { Worksheet } from './worksheet.ts';

/** Values of fields, as JSON text, by record. */
export type WorksheetValues = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** The version of each record that values were chosen for. */
export type ValuesBasis = (id: number) => RecordText | undefined;

/** Replaces rows, only where they differ. False if the text is no longer the version that has these rows. */
export async function replaceRows(
  document: vscode.TextDocument,
  version: number,
  rows: readonly ReplacedRow[],
): Promise<boolean> {
  const edits = rows.map(({ row, offset, next }) => {
    const edit = editBetween(row.text, next);
    return { ...edit, offset: offset + edit.offset };
  });
  return edits.length === 0 || applyEdits(document, version, edits);
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
  const filled = rows.map(({ row, offset, id = 0 }) => {
    const given = [...(values.get(id) ?? [])].map(([field, raw]) => [field, onOneLine(raw)] as const);
    return { row, offset, next: row.record ? withValues(row.record, new Map(given)) : row.text };
  });
  // Unchanged since its rows were read: nothing was awaited.
  if (document && !(await replaceRows(document, document.version, filled))) throw new UserError(words.edited());
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
