import type { CellEdit, TableRow } from '../protocol.ts';
import { cellText, kindOf, typedJson } from './values.ts';
import type { CellRange, View } from './view.ts';

/** The part of a clipboard event's data that is used here. */
interface CopiedData {
  getData(type: string): string;
  setData(type: string, text: string): void;
}

/** The cells as JSON texts, for a paste into another table. Text can't tell null from an empty string. */
const cellsType = 'application/vnd.video-records.cells+json';

export function copyCells(view: View, { rows, columns }: CellRange, data: CopiedData): void {
  const cells = Array.from(
    { length: rows[1] - rows[0] + 1 },
    (_, at) => view.row(rows[0] + at)?.cells.slice(columns[0], columns[1] + 1) ?? [],
  );
  data.setData('text/plain', cells.map((row) => row.map(fieldOf).join('\t')).join('\r\n'));
  data.setData(cellsType, JSON.stringify(cells));
}

/** As spreadsheets write it: in quotes if it has a tab, a line end or a quote. */
function fieldOf(raw: string | null): string {
  const text = cellText(raw === 'null' ? null : raw);
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The edits that a paste makes, from the first cell of the selection. Undefined if the cells don't fit there. */
export function pasteEdits(view: View, { rows, columns }: CellRange, data: CopiedData): CellEdit[] | undefined {
  const own = data.getData(cellsType);
  const source: readonly (readonly (string | null)[])[] = own ? JSON.parse(own) : rowsIn(data.getData('text/plain'));
  const isOne = source.length === 1 && source[0]?.length === 1;
  const height = isOne ? rows[1] - rows[0] + 1 : source.length;
  const width = isOne ? columns[1] - columns[0] + 1 : Math.max(0, ...source.map(({ length }) => length));
  if (rows[0] + height > view.length || columns[0] + width > view.columns.length || columns[0] === 0) return undefined;
  const edits: CellEdit[] = [];
  for (let down = 0; down < height; down += 1) {
    const row = view.row(rows[0] + down);
    if (!row || row.id === null || row.isLocked) return undefined;
    const given = source[isOne ? 0 : down] ?? [];
    for (let right = 0; right < width; right += 1) {
      const value = given[isOne ? 0 : right];
      const edit = value === undefined ? undefined : editOf(view, row, columns[0] + right, value, own !== '');
      if (edit) edits.push(edit);
    }
  }
  return edits;
}

function editOf(view: View, row: TableRow, at: number, value: string | null, isJson: boolean): CellEdit | undefined {
  const column = view.columns[at];
  if (!column || row.id === null) return undefined;
  const old = row.cells[at] ?? null;
  const text = isJson || value === null ? value : typedJson(kindOf(column, old), column, value);
  return text === old ? undefined : { id: row.id, field: column.field, old, text };
}

/** The fields of tab separated text, which may be in quotes. */
function rowsIn(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  const whole = text.replace(/\r?\n$/, '');
  while (field.lastIndex <= whole.length) {
    const [, quoted, plain = '', end] = field.exec(whole) ?? [];
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === undefined || end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}
