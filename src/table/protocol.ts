import * as z from 'zod';
import type { TableWords } from './words.ts';

export type { TableWords } from './words.ts';

/** The messages between the extension and the table's page. What the page sends is checked when it arrives. */

/** How a cell is edited. `json`: a value that has no editor of its own. */
export type CellKind = 'text' | 'number' | 'flag' | 'list' | 'json';

export interface TableColumn {
  readonly field: string;
  readonly label: string;
  /** Undefined for a field that the interface doesn't name: each cell is edited as what it is. */
  readonly kind?: CellKind;
  readonly isNullable: boolean;
}

export interface CellMark {
  readonly change?: 'changed' | 'added' | 'removed';
  readonly problems: readonly string[];
}

export interface TableRow {
  /** 0 for a row without one, which is locked. */
  readonly id: number;
  /** The JSON text of each column; null where the record has no such field. */
  readonly cells: readonly (string | null)[];
  /** Columns with values that are too long for the page. Their JSON text is that of their beginning. */
  readonly cut: readonly number[];
  /** By column. */
  readonly marks: Readonly<Record<number, CellMark>>;
  /** What is special about the row, in words. */
  readonly status: string;
  readonly isLocked: boolean;
}

export interface TableState {
  /** What the lens above the text says. */
  readonly summary: string;
  /** Why the rows are those of an earlier text. */
  readonly error?: string | undefined;
  readonly isReadOnly: boolean;
}

/** Nothing if it was written, else why not. */
export interface EditAnswer {
  readonly message?: string;
  /** What the text has, if that is not what the page saw. */
  readonly current?: string | null | undefined;
}

export type HostMessage =
  | {
      readonly type: 'show';
      readonly columns: readonly TableColumn[];
      readonly rows: readonly TableRow[];
      readonly state: TableState;
      readonly words: TableWords;
    }
  /** Some rows, by their place in the text, are others now. */
  | { readonly type: 'update'; readonly rows: readonly (readonly [number, TableRow])[]; readonly state: TableState }
  /** What became of an edit. */
  | ({ readonly type: 'answer'; readonly edit: number } & EditAnswer)
  /** What other records have in the items of a list. */
  | { readonly type: 'values'; readonly field: string; readonly values: readonly string[] };

const cellEdit = z.object({
  id: z.int(),
  field: z.string(),
  /** JSON texts; null: no such field. An edit is refused if the text has another value than the page saw. */
  old: z.string().nullable(),
  text: z.string().nullable(),
});
export type CellEdit = Readonly<z.infer<typeof cellEdit>>;

export const pageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** `isOpen`: the user goes on typing. `number` is that of the answer. */
  z.object({ type: z.literal('edit'), number: z.int(), isOpen: z.boolean(), cells: z.array(cellEdit) }),
  /** `ids`: the rows that commands act on; undefined means all. */
  z.object({ type: z.literal('select'), id: z.int(), ids: z.array(z.int()).optional() }),
  z.object({ type: z.literal('actions'), id: z.int(), field: z.string() }),
  z.object({ type: z.literal('open'), id: z.int() }),
  z.object({ type: z.literal('values'), field: z.string() }),
  z.object({ type: z.literal('asJson') }),
  z.object({ type: z.literal('save') }),
]);
export type PageMessage = z.infer<typeof pageMessage>;
