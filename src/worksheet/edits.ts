import type * as vscode from 'vscode';
import { sameField } from '../record/changes.ts';
import { onOneLine } from '../record/format.ts';
import { mergeRecords } from '../record/merge.ts';
import { withValues } from '../record/splice.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
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
  return applyEdits(document, version, edits);
}

/**
 * Puts values into a worksheet as unsaved changes. One undo takes them out again. Where someone else changed a record
 * since its basis, their changes are kept, and the row gets a conflict if they are in the same fields.
 */
export async function fillRows(
  worksheet: Worksheet,
  document: vscode.TextDocument | undefined,
  values: WorksheetValues,
  basis?: ValuesBasis,
): Promise<void> {
  const rows = worksheet.facts().filter(({ id, row }) => id !== undefined && values.has(id) && row.record);
  if (basis && rows.length < values.size) {
    const { unread } = worksheet;
    throw new UserError(unread.size > 0 ? unreadMessage(unread) : words.saveFirst());
  }
  const filled = rows.map(({ row, offset, id = 0 }) => {
    const chosen = valuesFor(worksheet, id, values.get(id) ?? new Map(), basis);
    const given = [...chosen].map(([field, raw]) => [field, onOneLine(raw)] as const);
    return { row, offset, next: row.record ? withValues(row.record, new Map(given)) : row.text };
  });
  // Unchanged since its rows were read: nothing was awaited.
  if (document && !(await replaceRows(document, document.version, filled))) throw new UserError(words.edited());
}

type RowValues = ReadonlyMap<string, string>;

/** A row knows of its conflict before it has the values, so that no save can miss it. */
function valuesFor(worksheet: Worksheet, id: number, given: RowValues, basis: ValuesBasis | undefined): RowValues {
  const [before, now] = [basis?.(id), worksheet.document(id)?.base?.record];
  if (!before || !now) return given;
  const { values, conflicts } = mergedValues(before, given, now);
  if (conflicts.length > 0) worksheet.conflicted(id, before, conflicts);
  return values;
}

/** What has to be filled in where the service has `now`, for values that were chosen for `before`. */
export function mergedValues(before: RecordText, given: RowValues, now: RecordText) {
  const merge = mergeRecords(before, parseRecord(withValues(before, given)), now);
  const { fields } = parseRecord(merge.text);
  const values = [...given.keys()].flatMap((field) => {
    const raw = fields.get(field)?.raw;
    return raw === undefined || sameField(raw, now.fields.get(field)?.raw) ? [] : [[field, raw] as const];
  });
  return { values: new Map(values), conflicts: merge.conflicts };
}

/** What the unsaved values were chosen for: a row that was just saved does not show yet what someone else changed. */
export function unsavedBasis(worksheet: Worksheet): ValuesBasis {
  const bases = new Map(worksheet.facts().map((facts) => [facts.id, worksheet.editsIn(facts)?.base]));
  return (id) => bases.get(id);
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
