import { restoredBase, storedBase } from '../document/base.ts';
import type { Edits } from '../document/edits.ts';
import type { Saved, SaveOutcome } from '../document/outcome.ts';
import { RecordDocument } from '../document/recordDocument.ts';
import type { KeptBases } from '../files/bases.ts';
import type { Shown } from '../files/virtualFile.ts';
import { changesBetween } from '../record/changes.ts';
import { mergeRecords } from '../record/merge.ts';
import { withValues } from '../record/splice.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RowFacts, RowProblem } from './facts.ts';
import { type PlacedRow, Row, WorksheetRows, withTexts } from './rows.ts';
import { rowText, wholeRecord, worksheetText } from './text.ts';
import type { WorksheetName } from './uri.ts';

/** The versions of the records that a text of a worksheet shows. */
export interface Rendering {
  readonly versions: ReadonlyMap<number, RecordVersion>;
  /** Where they are known without reading the text. */
  readonly rows?: WorksheetRows;
}

/** A row of the base, and the base itself, unless it comes from disk. */
interface ShownRow {
  readonly text: string;
  readonly version?: RecordVersion;
}

/** Everything that is known of one open worksheet: a record document per row. It knows nothing of files. */
export class Worksheet {
  readonly name: WorksheetName;
  #rows = new WorksheetRows();
  readonly #documents = new Map<number, RecordDocument>();
  /** What each row shows if nothing in it is changed. */
  readonly #shown = new Map<number, ShownRow>();
  /** What the last row seen of each record changes, and the whole record with it. */
  readonly #edits = new Map<number, { readonly row: Row; readonly whole: RecordText; readonly edits: Edits }>();
  /** How the last save of each record went that was not saved, and the text that it had. */
  readonly #outcomes = new Map<number, { readonly outcome: SaveOutcome; readonly text: string }>();
  #unread: ReadonlyMap<number, unknown> = new Map();
  #revision = 0;
  readonly #changed: () => void;

  constructor(name: WorksheetName, changed: () => void = () => {}) {
    this.name = name;
    this.#changed = () => {
      this.#revision += 1;
      changed();
    };
  }

  /** The rows of the text on screen. */
  get rows(): WorksheetRows {
    return this.#rows;
  }
  /** Rises with every change that is not one of the text. */
  get revision(): number {
    return this.#revision;
  }
  /** The records that could not be read, and why. */
  get unread(): ReadonlyMap<number, unknown> {
    return this.#unread;
  }
  /** Whether its records were read, or looked for on disk. */
  get isKnown(): boolean {
    return this.#documents.size > 0;
  }
  /** The bases to keep on disk, of these records or of all. */
  bases(ids: Iterable<string | number> = this.#documents.keys()): KeptBases {
    return [...ids].flatMap((id) => {
      const base = this.#documents.get(Number(id))?.keptBase;
      return base ? [[String(id), storedBase(base)] as const] : [];
    });
  }
  document(id: number): RecordDocument | undefined {
    return this.#documents.get(id);
  }

  /** The text that shows these records. */
  rendered(versions: ReadonlyMap<number, RecordVersion>, unread: ReadonlyMap<number, unknown>): Shown<Rendering> {
    this.#unread = unread;
    const rows = [...versions].map(([id, { record }]) => new Row(this.#render(record, id), id));
    const { text, offsets } = worksheetText(rows.map((row) => row.text));
    return { text, content: { versions, rows: new WorksheetRows(rows, offsets) } };
  }

  /** The text on screen with these rows as the service has them. */
  renderedAgain(text: string, stale: readonly PlacedRow[]): Shown<Rendering> {
    return {
      text: withTexts(text, stale, (row) => this.shownText(row)),
      content: { versions: this.#versionsOf(stale) },
    };
  }

  /** What was read is on screen: its versions are the bases. */
  settled({ versions, rows }: Rendering): void {
    const texts = new Map(rows?.all().map(({ row }) => [row.id, row.text]));
    for (const [id, version] of versions) this.#settle(id, version, texts.get(id));
    if (rows) this.#rows = rows;
    this.#outcomes.clear();
    this.#changed();
  }

  /** The bases of unsaved changes, found after a restart. Without them it isn't known what is changed. */
  recovered(stored: ReadonlyMap<string, unknown>): void {
    if (this.isKnown) return;
    for (const id of this.name.ids) {
      const base = restoredBase(stored.get(String(id)));
      const document = this.#documentOf(id);
      if (!base) continue;
      document.recovered(base);
      this.#shown.set(id, { text: this.#render(base.record, id) });
    }
    this.#changed();
  }

  /** The service has another version of a record. A row without changes is to show it. */
  seen(id: number, version: RecordVersion): void {
    this.#documentOf(id).seen(version);
    this.#shown.set(id, { text: this.#render(version.record, id), version });
    this.#edits.delete(id);
  }

  /**
   * The text of a changed row with a version merged into it, to be accepted once it is on screen. Undefined if someone
   * else changed the same field as the row.
   */
  merged({ row, id }: RowFacts, version: RecordVersion) {
    const document = id === undefined ? undefined : this.#documents.get(id);
    const read = id === undefined ? undefined : this.#readEdits(row, id);
    if (!document || !row.record || !read?.edits.base) return undefined;
    const merge = mergeRecords(read.edits.base, read.edits.edited, version.record);
    if (merge.conflicts.some(({ field }) => !document.isSavedElsewhere(field, version))) return undefined;
    const isShown = (field: string) => row.record?.fields.has(field) || this.#isChosen(field);
    const news = changesBetween(read.whole, parseRecord(merge.text)).filter(({ field }) => isShown(field));
    const text = withValues(row.record, new Map(news.map(({ field, after }) => [field, after])));
    const accept = () => {
      document.reloaded(version, read.whole, merge.theirs);
      this.seen(document.name.id, version);
    };
    return { text, accept };
  }

  /** What the rows of a text are, in their order. */
  facts(rows: WorksheetRows = this.rows): readonly RowFacts[] {
    const seen = new Set<number>();
    return rows.all().map((placed) => {
      const facts = this.#factsOf(placed, seen);
      if (facts.id !== undefined) seen.add(facts.id);
      return facts;
    });
  }

  /** What a row changes, also if it has a field that the worksheet does not have. */
  editsIn({ row, id }: RowFacts): Edits | undefined {
    return id === undefined ? undefined : this.#editsOf(row, id);
  }

  /** The row around a place of the text on screen. */
  factsAt(offset: number): RowFacts | undefined {
    const placed = this.rows.at(offset);
    return placed && this.#factsOf(placed, new Set());
  }

  /** The records without a row: those that were taken out of the text, and those that were never in it. */
  missing(): { readonly removed: readonly number[]; readonly unread: readonly number[] } {
    const there = new Set(this.rows.all().map(({ row }) => row.id));
    const missing = this.rows.error ? [] : this.name.ids.filter((id) => !there.has(id));
    const { removed = [], unread = [] } = Object.groupBy(missing, (id) =>
      this.#documents.get(id)?.base ? 'removed' : 'unread',
    );
    return { removed, unread };
  }

  /** How the save of a row ended. */
  saveEnded(id: number, outcome: SaveOutcome, row: Row): void {
    if (outcome.kind === 'saved') this.#saved(id, outcome, row);
    if (outcome.kind === 'conflict') this.#documents.get(id)?.conflicted(outcome);
    if (outcome.kind === 'saved' || outcome.kind === 'unchanged') this.#outcomes.delete(id);
    else this.#outcomes.set(id, { outcome, text: row.text });
  }

  /** Why a row was not saved, as long as that holds: a conflict stays, another failure is about the text that was sent. */
  outcomeOf({ id, row, edits }: RowFacts): SaveOutcome | undefined {
    const last = id === undefined ? undefined : this.#outcomes.get(id);
    if (!last || !edits) return undefined;
    return last.outcome.kind === 'conflict' || last.text === row.text ? last.outcome : undefined;
  }

  /** Saved rows of the text on screen that don't show the values of their base. */
  stale(): readonly PlacedRow[] {
    return this.facts().filter(({ row, id, edits }) => {
      const shown = this.#shownTextOf(id);
      if (shown === undefined || !row.record || row.text === shown || !edits?.base) return false;
      return edits.changes.length === 0 && changesBetween(parseRecord(shown), row.record).length > 0;
    });
  }

  /** The text that a row should have. */
  shownText({ id, text }: Row): string {
    return this.#shownTextOf(id) ?? text;
  }

  /** A save has ended, and whoever shows the worksheet should look again. */
  refresh(): void {
    this.#changed();
  }

  /** Rows of the screen were brought to what the service has. */
  shows(rows: readonly PlacedRow[]): void {
    for (const [id, version] of this.#versionsOf(rows)) this.#settle(id, version);
    this.#changed();
  }

  /** The service took what a row said. */
  #saved(id: number, saved: Saved, row: Row): void {
    const document = this.#documents.get(id);
    const known = this.#readEdits(row, id);
    if (!document || !known) return;
    const { version } = saved;
    document.saved(saved, known.whole);
    this.#shown.set(id, { text: this.#render(version.record, id), version });
  }

  #settle(id: number, version: RecordVersion, text = this.#render(version.record, id)): void {
    const document = this.#documentOf(id);
    document.seen(version);
    document.shows(version);
    this.#shown.set(id, { text, version });
  }

  /** The versions that the rows are to show. A conflict may have seen newer ones. */
  #versionsOf(rows: readonly PlacedRow[]): ReadonlyMap<number, RecordVersion> {
    const versions = rows.map(({ row: { id = 0 } }) => [id, this.#shown.get(id)?.version] as const);
    return new Map(versions.filter((entry): entry is [number, RecordVersion] => entry[1] !== undefined));
  }

  #shownTextOf(id: number | undefined): string | undefined {
    return id === undefined ? undefined : this.#shown.get(id)?.text;
  }

  #documentOf(id: number): RecordDocument {
    const known = this.#documents.get(id);
    if (known) return known;
    const name = { service: this.name.service, id };
    const document = new RecordDocument(name, () => this.#edits.delete(id));
    this.#documents.set(id, document);
    return document;
  }

  #render(record: RecordText, id: number): string {
    return rowText(record, id, this.name.fields);
  }

  #factsOf({ row, offset }: PlacedRow, seen: ReadonlySet<number>): RowFacts {
    const { id } = row;
    const problem = this.#problemOf(row, id, seen);
    if (problem || id === undefined) return { row, offset, id, ...(problem && { problem }) };
    return { row, offset, id, edits: this.#editsOf(row, id) };
  }

  #problemOf(row: Row, id: number | undefined, seen: ReadonlySet<number>): RowProblem | undefined {
    const shown = this.#shownTextOf(id);
    if (id !== undefined && seen.has(id)) return { kind: 'doubledId', id };
    if (shown === row.text) return undefined;
    if (!row.record) return { kind: 'syntax' };
    if (id === undefined) return { kind: 'noId' };
    if (!this.#documents.has(id)) return { kind: 'unknownId', id };
    const other = [...row.record.fields.keys()].find((field) => !this.#isChosen(field));
    return other === undefined ? undefined : { kind: 'otherField', id, field: other };
  }

  #isChosen(field: string): boolean {
    const { fields } = this.name;
    return field === 'id' || !fields || fields.includes(field);
  }

  #editsOf(row: Row, id: number): Edits | undefined {
    return row.text === this.#shownTextOf(id) ? undefined : this.#readEdits(row, id)?.edits;
  }

  #readEdits(row: Row, id: number) {
    const known = this.#edits.get(id);
    if (known?.row === row) return known;
    const document = this.#documents.get(id);
    if (!document || !row.record) return undefined;
    const whole = wholeRecord(row.record, document.base?.record, this.name.fields);
    const read = { row, whole, edits: document.editsOf(whole) };
    this.#edits.set(id, read);
    return read;
  }
}
