import type * as vscode from 'vscode';
import { parseId } from '../record/references.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import { RecordTextError } from '../record/textError.ts';
import { inSlices } from '../workbench/scheduling.ts';
import { itemsIn } from './text.ts';

/** One item of a worksheet's text. It is parsed when someone asks for what is in it. */
export class Row {
  readonly text: string;
  #parsed: RecordText | RecordTextError | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Undefined while the text isn't a record. */
  get record(): RecordText | undefined {
    const parsed = this.#parse();
    return parsed instanceof RecordTextError ? undefined : parsed;
  }
  get error(): RecordTextError | undefined {
    const parsed = this.#parse();
    return parsed instanceof RecordTextError ? parsed : undefined;
  }
  /** Rows begin with it, so most need not be parsed for it. */
  get id(): number | undefined {
    const raw = /^\{\s*"id":\s*(\d+)\s*[,}]/.exec(this.text)?.[1] ?? this.record?.fields.get('id')?.raw;
    return parseId(raw ?? '');
  }

  #parse(): RecordText | RecordTextError {
    this.#parsed ??= parseRow(this.text);
    return this.#parsed;
  }
}

export interface PlacedRow {
  readonly row: Row;
  readonly offset: number;
}

export type TextChange = Pick<vscode.TextDocumentContentChangeEvent, 'rangeOffset' | 'rangeLength' | 'text'>;

/**
 * The rows of the text on screen. A change within a row costs no more than that row, because a worksheet may be megabytes
 * long; after any other change its text is read again, in slices.
 */
export class WorksheetRows {
  #rows: readonly Row[] = [];
  #offsets: readonly number[] = [];
  #error: RecordTextError | undefined;

  /** The rows of another text, which shares those that are the same. */
  async readCopy(text: string): Promise<WorksheetRows> {
    const copy = new WorksheetRows();
    copy.#rows = this.#rows;
    await copy.read(text);
    return copy;
  }

  /** Why the text is not a list of records, if it isn't. Then there are no rows. */
  get error(): RecordTextError | undefined {
    return this.#error;
  }

  all(): readonly PlacedRow[] {
    return this.#rows.map((row, at) => ({ row, offset: this.#offsets[at] ?? 0 }));
  }

  at(offset: number): PlacedRow | undefined {
    const at = this.#indexAt(offset);
    const row = this.#rows[at];
    const start = this.#offsets[at] ?? 0;
    return row && offset <= start + row.text.length ? { row, offset: start } : undefined;
  }

  /** Takes in changes of the text. False if it has to be read again. */
  apply(changes: readonly TextChange[]): boolean {
    if (this.#error) return false;
    // VS Code gives all places in the text before the change.
    for (const change of changes.toSorted((one, other) => other.rangeOffset - one.rangeOffset)) {
      if (!this.#applyOne(change)) return false;
    }
    return true;
  }

  /** Reads a text. False if it was outdated before it was read. */
  async read(text: string, isOutdated: () => boolean = () => false): Promise<boolean> {
    const known = new Map(this.#rows.map((row) => [row.text, row]));
    const [rows, offsets]: [Row[], number[]] = [[], []];
    const error = await inSlices(itemsIn(text), (item) => {
      rows.push(known.get(item.text) ?? new Row(item.text));
      offsets.push(item.offset);
    }).then(() => undefined, asTextError);
    if (isOutdated()) return false;
    this.#error = error;
    this.#rows = error ? [] : rows;
    this.#offsets = error ? [] : offsets;
    return true;
  }

  #applyOne({ rangeOffset, rangeLength, text }: TextChange): boolean {
    const at = this.#indexAt(rangeOffset);
    const row = this.#rows[at];
    const start = this.#offsets[at] ?? 0;
    // Within the braces, so that the row stays a row.
    if (!row || rangeOffset <= start || rangeOffset + rangeLength >= start + row.text.length) return false;
    // It may end the row here and begin another, as the undo of a deletion over several rows does.
    if (text.includes('}')) return false;
    const from = rangeOffset - start;
    this.#rows = this.#rows.with(at, new Row(row.text.slice(0, from) + text + row.text.slice(from + rangeLength)));
    const shift = text.length - rangeLength;
    if (shift !== 0) this.#offsets = this.#offsets.map((offset, index) => (index > at ? offset + shift : offset));
    return true;
  }

  /** The last row that starts at or before the offset. */
  #indexAt(offset: number): number {
    return this.#offsets.findLastIndex((start) => start <= offset);
  }
}

/** A row, and what it is to become. */
export interface ReplacedRow extends PlacedRow {
  readonly next: string;
}

/** A text with some of its rows replaced. */
export function withTexts(text: string, rows: readonly ReplacedRow[]): string {
  let [done, from] = ['', 0];
  for (const { row, offset, next } of rows) {
    done += text.slice(from, offset) + next;
    from = offset + row.text.length;
  }
  return done + text.slice(from);
}

function asTextError(failure: unknown): RecordTextError {
  if (failure instanceof RecordTextError) return failure;
  throw failure;
}

function parseRow(text: string): RecordText | RecordTextError {
  try {
    return parseRecord(text);
  } catch (failure) {
    return asTextError(failure);
  }
}
