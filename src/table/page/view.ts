import { parseQuery, queryMatcher } from '../../record/query.ts';
import { folded, searchText } from '../../record/searchText.ts';
import type { CellEdit, TableColumn, TableRow } from '../protocol.ts';
import { cellText, emptyJson, itemTexts, kindOf, textOrNothing } from './values.ts';

export interface Place {
  /** From the top; -1 is the header. */
  readonly row: number;
  readonly column: number;
}

/** Forward, backward, or forward from the place itself. */
export type Step = 1 | -1 | 0;

export interface Sorting {
  readonly field: string;
  readonly isDescending: boolean;
}

/** The first and the last of rows and columns. */
export interface CellRange {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** With all digits of a number. */
function searched(raw: string | null): string | readonly string[] {
  return raw?.startsWith('[') ? itemTexts(raw) : textOrNothing(raw);
}

/** The rows as they are arranged on screen. The text keeps its order, and so does the screen while its cells are edited. */
export class View {
  columns: readonly TableColumn[] = [];
  /** In the order of the text. */
  rows: readonly TableRow[] = [];
  sorting: Sorting | undefined;
  query = '';
  isReadOnly = true;
  readonly #language: string;
  #order: readonly number[] = [];

  constructor(language: string) {
    this.#language = language;
  }

  get length(): number {
    return this.#order.length;
  }
  row(at: number): TableRow | undefined {
    return this.rows[this.#order[at] ?? -1];
  }
  /** The JSON of a cell; null where there is no such field. */
  raw({ row, column }: Place): string | null {
    return this.row(row)?.cells[column] ?? null;
  }
  /** The cell of a record; with a row or column of -1 if it is not shown. */
  placeOf(id: number, field: string): Place {
    return { row: this.#order.findIndex((at) => this.rows[at]?.id === id), column: this.#columnOf(field) };
  }
  canEdit({ row, column }: Place): boolean {
    const { isLocked = true, cut = [] } = this.row(row) ?? {};
    return !this.isReadOnly && !isLocked && column > 0 && column < this.columns.length && !cut.includes(column);
  }
  /** The edit that gives a cell another value. Undefined if it has that value already, or can't be edited. */
  edit(place: Place, text: string | null): CellEdit | undefined {
    const [row, column, old] = [this.row(place.row), this.columns[place.column], this.raw(place)];
    if (!row || !column || text === old || !this.canEdit(place)) return undefined;
    return { id: row.id, field: column.field, old, text };
  }
  /** The edit that leaves nothing in a cell. A missing field stays missing. */
  cleared(place: Place): CellEdit | undefined {
    const [column, raw] = [this.columns[place.column], this.raw(place)];
    const text = column && raw !== null ? emptyJson(kindOf(column, raw), column) : undefined;
    return text === undefined ? undefined : this.edit(place, text);
  }

  /** Of the rows between two, with both. */
  ids(first: number, last: number): number[] {
    return this.#order.slice(first, last + 1).flatMap((at) => this.rows[at]?.id || []);
  }

  show(columns: readonly TableColumn[], rows: readonly TableRow[]): void {
    this.columns = columns;
    this.rows = rows;
    this.arrange();
  }

  update(changed: readonly (readonly [number, TableRow])[]): void {
    const rows = [...this.rows];
    for (const [at, row] of changed) rows[at] = row;
    this.rows = rows;
  }

  /** Filters and sorts anew. */
  arrange(): void {
    const matches = queryMatcher(parseQuery(this.query));
    const all = this.rows.map((_, at) => at);
    const shown = this.query.trim() === '' ? all : all.filter((at) => matches(searchText(this.#record(at))) >= 0);
    const column = this.sorting ? this.#columnOf(this.sorting.field) : -1;
    const sign = this.sorting?.isDescending ? -1 : 1;
    this.#order = column < 0 ? shown : shown.toSorted(this.#comparing(column, sign));
  }

  /** The cells with this text, in the order of the screen. */
  find(text: string): Place[] {
    const wanted = folded(text);
    if (wanted === '') return [];
    return this.#places((row, column) => folded(cellText(row.cells[column] ?? null)).includes(wanted));
  }
  problems(): Place[] {
    return this.#places(({ marks }, column) => (marks[column]?.problems.length ?? 0) > 0);
  }
  #places(holds: (row: TableRow, column: number) => boolean): Place[] {
    return this.#order.flatMap((at, row) => {
      const own = this.rows[at];
      return own ? this.columns.flatMap((_, column) => (holds(own, column) ? [{ row, column }] : [])) : [];
    });
  }
  /** Which of these places comes after one. After the last comes the first. */
  next(places: readonly Place[], from: Place, step: Step): Place | undefined {
    const number = ({ row, column }: Place) => row * this.columns.length + column;
    const inOrder = step < 0 ? places.toReversed() : places;
    const isAfter = (place: Place) =>
      step === 0 ? number(place) >= number(from) : step * (number(place) - number(from)) > 0;
    return inOrder.find(isAfter) ?? inOrder[0];
  }

  #columnOf(field: string): number {
    return this.columns.findIndex((column) => column.field === field);
  }

  #record(at: number): Record<string, unknown> {
    const cells = this.rows[at]?.cells ?? [];
    const values = this.columns.map(({ field }, column) => [field, searched(cells[column] ?? null)]);
    return Object.fromEntries(values);
  }

  /** Numbers by their size, then texts as people sort them, and cells without a value at the end. */
  #comparing(column: number, sign: number) {
    const { compare } = new Intl.Collator(this.#language, { numeric: true });
    const texts = this.rows.map(({ cells }) => textOrNothing(cells[column] ?? null));
    const isNumber = this.columns[column]?.kind === 'number';
    return (one: number, other: number) => {
      const [a = '', b = ''] = [texts[one], texts[other]];
      if (a === '' || b === '') return Number(a === '') - Number(b === '');
      if (!isNumber) return sign * compare(a, b);
      const [size, otherSize] = [Number(a), Number(b)];
      const isText = Number(Number.isNaN(size)) - Number(Number.isNaN(otherSize));
      // What has more digits than a number holds differs as text.
      return sign * (isText || size - otherSize || compare(a, b));
    };
  }
}
