import type * as vscode from 'vscode';
import { parseId } from '../record/references.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import { RecordTextError } from '../record/textError.ts';
import { inSlices } from '../workbench/scheduling.ts';
import { itemsIn } from './text.ts';

/** One item of a worksheet's text. It is parsed when someone asks for what is in it. */
export class Row {
  readonly text: string;
  #id: number | undefined;
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
    this.#id ??= parseId(/^\{\s*"id":\s*(\d+)\s*[,}]/.exec(this.text)?.[1] ?? this.record?.fields.get('id')?.raw ?? '');
    return this.#id;
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
  #rows: readonly PlacedRow[] = [];
  #error: RecordTextError | undefined;
  #isRead = false;

  /** The rows of another text, which shares those that are the same. */
  async readCopy(text: string): Promise<WorksheetRows> {
    const copy = new WorksheetRows();
    copy.#rows = this.#rows;
    await copy.read(text);
    return copy;
  }

  /** Whether there is a text, which may have no rows. */
  get isRead(): boolean {
    return this.#isRead;
  }
  /** Why the text is not a list of records, if it isn't. Then there are no rows. */
  get error(): RecordTextError | undefined {
    return this.#error;
  }

  /** The same list as long as nothing changes. */
  all(): readonly PlacedRow[] {
    return this.#rows;
  }

  at(offset: number): PlacedRow | undefined {
    const placed = this.#rows[this.#indexAt(offset)];
    return placed && offset <= placed.offset + placed.row.text.length ? placed : undefined;
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
    const known = new Map(this.#rows.map(({ row }) => [row.text, row]));
    const rows: PlacedRow[] = [];
    const error = await inSlices(itemsIn(text), (item) => {
      rows.push({ row: known.get(item.text) ?? new Row(item.text), offset: item.offset });
    }).then(() => undefined, asTextError);
    if (isOutdated()) return false;
    this.#isRead = true;
    this.#error = error;
    this.#rows = error ? [] : rows;
    return true;
  }

  #applyOne({ rangeOffset, rangeLength, text }: TextChange): boolean {
    const at = this.#indexAt(rangeOffset);
    const placed = this.#rows[at];
    if (!placed) return false;
    const { row, offset: start } = placed;
    // Within the braces, so that the row stays a row.
    if (rangeOffset <= start || rangeOffset + rangeLength >= start + row.text.length) return false;
    // It may end the row here and begin another, as the undo of a deletion over several rows does.
    if (text.includes('}')) return false;
    const from = rangeOffset - start;
    const edited = new Row(row.text.slice(0, from) + text + row.text.slice(from + rangeLength));
    const shift = text.length - rangeLength;
    const moved = this.#rows.slice(at + 1).map(({ row, offset }) => ({ row, offset: offset + shift }));
    this.#rows = [...this.#rows.slice(0, at), { row: edited, offset: start }, ...moved];
    return true;
  }

  /** The last row that starts at or before the offset. */
  #indexAt(offset: number): number {
    return this.#rows.findLastIndex((placed) => placed.offset <= offset);
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
