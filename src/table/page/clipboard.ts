import type { CellEdit } from '../protocol.ts';
import { kindOf, textOrNothing, typedJson } from './values.ts';
import type { CellRange, Place, View } from './view.ts';

/** The part of a clipboard event's data that is used here. */
interface CopiedData {
  getData(type: string): string;
  setData(type: string, text: string): void;
}

/** The cells as JSON texts, for a paste into another table. Text can't tell null from an empty string. */
const cellsType = 'application/vnd.video-records.cells+json';

/** False if the page has only the beginning of one of them. */
export function copyCells(view: View, { rows, columns }: CellRange, data: CopiedData): boolean {
  const [first, end] = [columns[0], columns[1] + 1];
  const copied = Array.from({ length: rows[1] - rows[0] + 1 }, (_, at) => view.row(rows[0] + at));
  if (copied.some((row) => row?.cut.some((column) => first <= column && column < end))) return false;
  const cells = copied.map((row) => row?.cells.slice(first, end) ?? []);
  data.setData('text/plain', cells.map((row) => row.map(fieldOf).join('\t')).join('\r\n'));
  data.setData(cellsType, JSON.stringify(cells));
  return true;
}

/** As spreadsheets write it: in quotes if it has a tab, a line end or a quote. */
function fieldOf(raw: string | null): string {
  const text = textOrNothing(raw);
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The edits that a paste makes, from the first cell of the selection. Undefined if the cells don't fit there. */
export function pasteEdits(view: View, { rows, columns }: CellRange, data: CopiedData): CellEdit[] | undefined {
  const own = data.getData(cellsType);
  const text = data.getData('text/plain');
  // An image, for example.
  if (own === '' && text === '') return [];
  const source: readonly (readonly (string | null)[])[] = own ? JSON.parse(own) : rowsIn(text);
  const isOne = source.length === 1 && source[0]?.length === 1;
  const [height, width] = isOne ? [rows[1] - rows[0] + 1, columns[1] - columns[0] + 1] : [source.length, 0];
  const cells = Array.from({ length: height }, (_, down) => {
    const given = isOne ? Array.from({ length: width }, () => source[0]?.[0] ?? null) : (source[down] ?? []);
    return given.map((value, right) => ({ value, place: { row: rows[0] + down, column: columns[0] + right } }));
  }).flat();
  if (!cells.every(({ place }) => view.canEdit(place))) return undefined;
  return cells.flatMap(({ place, value }) => view.edit(place, own ? value : pasted(view, place, value ?? '')) ?? []);
}

/** A cell that comes back from a spreadsheet as it was copied keeps its value: text can't tell null from an empty one. */
function pasted(view: View, place: Place, text: string): string | null {
  const column = view.columns[place.column];
  const withLineFeeds = (one: string) => one.replaceAll('\r\n', '\n');
  const raw = view.raw(place);
  if (withLineFeeds(text) === withLineFeeds(textOrNothing(raw))) return raw;
  return column ? typedJson(kindOf(column, raw), column, text) : null;
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
