import { type Edits, restoredBase, storedBase } from '../document/edits.ts';
import type { SaveOutcome } from '../document/outcome.ts';
import { RecordDocument } from '../document/recordDocument.ts';
import type { KeptBases } from '../files/bases.ts';
import type { Shown } from '../files/virtualFile.ts';
import { changesBetween } from '../record/changes.ts';
import { type Conflict, mergeRecords } from '../record/merge.ts';
import { withValues } from '../record/splice.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RowFacts, RowProblem } from './facts.ts';
import { type PlacedRow, type Row, WorksheetRows, withTexts } from './rows.ts';
import { rowText, wholeRecord, worksheetText } from './text.ts';
import type { WorksheetName } from './uri.ts';

/** The versions of the records that a text of a worksheet shows. */
export type Versions = ReadonlyMap<number, RecordVersion>;

/** What is known of one record. */
interface Listed {
  readonly document: RecordDocument;
  /** What its row shows if nothing in it is changed, and the version with that, unless it comes from disk. */
  shown?: { readonly text: string; readonly version?: RecordVersion };
  /** What the last row seen of it changes, and the whole record with it. */
  edits?: { readonly row: Row; readonly whole: RecordText; readonly edits: Edits } | undefined;
  /** How its last save went if it was not saved, and the text that it had. */
  failed?: { readonly outcome: SaveOutcome; readonly text: string } | undefined;
}

/** Everything that is known of one open worksheet: a record document per row. It knows nothing of files. */
export class Worksheet {
  readonly name: WorksheetName;
  /** The rows of the text on screen. */
  readonly rows = new WorksheetRows();
  readonly #listed = new Map<number | undefined, Listed>();
  /** The rows of records as they were read. Each is asked for again when the text with it is on screen. */
  readonly #texts = new WeakMap<RecordText, string>();
  #unread: ReadonlyMap<number, unknown> = new Map();
  /** Whoever shows the worksheet should look again. */
  readonly refresh: () => void;

  constructor(name: WorksheetName, refresh: () => void = () => {}) {
    this.name = name;
    this.refresh = refresh;
  }

  /** The records that could not be read, and why. */
  get unread(): ReadonlyMap<number, unknown> {
    return this.#unread;
  }
  /** Whether its records were read, or looked for on disk. */
  get isKnown(): boolean {
    return this.#listed.size > 0;
  }
  /** The bases to keep on disk, of these records or of all. */
  bases(ids: readonly string[] = this.name.ids.map(String)): KeptBases {
    return ids.flatMap((id) => {
      const base = this.document(Number(id))?.keptBase;
      return base ? [[id, storedBase(base)] as const] : [];
    });
  }
  document(id: number): RecordDocument | undefined {
    return this.#listed.get(id)?.document;
  }

  /** The text that shows these records. */
  rendered(versions: Versions, unread: ReadonlyMap<number, unknown>): Shown<Versions> {
    this.#unread = unread;
    const rows = [...versions].map(([id, { record }]) => this.#render(record, id));
    return { text: worksheetText(rows), content: versions };
  }

  /** The text on screen with these rows as the service has them. */
  renderedAgain(text: string, stale: readonly PlacedRow[]): Shown<Versions> {
    return { text: withTexts(text, stale, (row) => this.shownText(row)), content: this.#versionsOf(stale) };
  }

  /** What was read is on screen: its versions are the bases. */
  settled(versions: Versions): void {
    for (const [id, version] of versions) this.#settle(id, version);
    for (const listed of this.#listed.values()) listed.failed = undefined;
    this.refresh();
  }

  /** The bases of unsaved changes, found after a restart. Without them it isn't known what is changed. */
  recovered(stored: ReadonlyMap<string, unknown>): void {
    if (this.isKnown) return;
    for (const id of this.name.ids) {
      const base = restoredBase(stored.get(String(id)));
      const listed = this.#listedAs(id);
      if (!base) continue;
      listed.document.recovered(base);
      listed.shown = { text: this.#render(base.record, id) };
    }
    this.refresh();
  }

  /** The service has another version of a record. A row without changes is to show it. */
  seen(id: number, version: RecordVersion): void {
    const listed = this.#listedAs(id);
    listed.document.seen(version);
    listed.shown = { text: this.#render(version.record, id), version };
    listed.edits = undefined;
  }

  /**
   * The text of a changed row with a version merged into it, to be accepted once it is on screen. Undefined if someone
   * else changed the same field as the row.
   */
  merged({ row, id }: RowFacts, version: RecordVersion) {
    const listed = this.#listed.get(id);
    const read = listed && this.#readEdits(row, listed);
    if (!listed || !row.record || !read?.edits.base) return undefined;
    const { document } = listed;
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

  /**
   * Values for `before` are to be filled into a row, and someone else changed the same fields since. These keep their
   * earlier base, so that a save finds the conflict.
   */
  conflicted(id: number, before: RecordText, conflicts: readonly Conflict[]): void {
    const listed = this.#listedAs(id);
    const { document } = listed;
    document.filledFrom(
      before,
      conflicts.map(({ field }) => field),
    );
    if (!document.newest) return;
    const outcome = { kind: 'conflict' as const, conflicts, theirs: document.newest, isBaseLost: false };
    document.conflicted(outcome);
    listed.failed = { outcome, text: '' };
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
    const listed = this.#listed.get(id);
    return listed && this.#editsOf(row, listed);
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
      this.document(id)?.base ? 'removed' : 'unread',
    );
    return { removed, unread };
  }

  /** How the save of a row ended. */
  saveEnded(id: number, outcome: SaveOutcome, row: Row): void {
    const listed = this.#listedAs(id);
    const isDone = outcome.kind === 'saved' || outcome.kind === 'unchanged';
    listed.failed = isDone ? undefined : { outcome, text: row.text };
    if (outcome.kind === 'conflict') listed.document.conflicted(outcome);
    const whole = this.#readEdits(row, listed)?.whole;
    if (outcome.kind !== 'saved' || !whole) return;
    const { version } = outcome;
    listed.document.saved(outcome, whole);
    listed.shown = { text: this.#render(version.record, id), version };
  }

  /** Why a row was not saved, as long as that holds: a conflict stays, another failure is about the text that was sent. */
  outcomeOf({ id, row, edits }: RowFacts): SaveOutcome | undefined {
    const failed = this.#listed.get(id)?.failed;
    if (!failed || !edits) return undefined;
    return failed.outcome.kind === 'conflict' || failed.text === row.text ? failed.outcome : undefined;
  }

  /** Saved rows of the text on screen that don't show the values of their base. */
  stale(): readonly PlacedRow[] {
    return this.facts().filter(({ row, id, edits }) => {
      const shown = this.#listed.get(id)?.shown?.text;
      if (shown === undefined || !row.record || row.text === shown || !edits?.base) return false;
      return edits.changes.length === 0 && changesBetween(parseRecord(shown), row.record).length > 0;
    });
  }

  /** The text that a row should have. */
  shownText({ id, text }: Row): string {
    return this.#listed.get(id)?.shown?.text ?? text;
  }

  /** Rows of the screen were brought to what the service has. */
  shows(rows: readonly PlacedRow[]): void {
    for (const [id, version] of this.#versionsOf(rows)) this.#settle(id, version);
    this.refresh();
  }

  #settle(id: number, version: RecordVersion): void {
    const listed = this.#listedAs(id);
    listed.document.seen(version);
    listed.document.shows(version);
    listed.shown = { text: this.#render(version.record, id), version };
  }

  /** The versions that the rows are to show. A conflict may have seen newer ones. */
  #versionsOf(rows: readonly PlacedRow[]): Versions {
    const versions = rows.map(({ row: { id = 0 } }) => [id, this.#listed.get(id)?.shown?.version] as const);
    return new Map(versions.filter((entry): entry is [number, RecordVersion] => entry[1] !== undefined));
  }

  #listedAs(id: number): Listed {
    const known = this.#listed.get(id);
    if (known) return known;
    const changed = () => {
      listed.edits = undefined;
    };
    const listed: Listed = { document: new RecordDocument({ service: this.name.service, id }, changed) };
    this.#listed.set(id, listed);
    return listed;
  }

  #render(record: RecordText, id: number): string {
    const text = this.#texts.get(record) ?? rowText(record, id, this.name.fields);
    this.#texts.set(record, text);
    return text;
  }

  #factsOf({ row, offset }: PlacedRow, seen: ReadonlySet<number>): RowFacts {
    const { id } = row;
    const listed = this.#listed.get(id);
    const problem = this.#problemOf(row, listed, seen);
    if (problem || !listed) return { row, offset, id, ...(problem && { problem }) };
    return { row, offset, id, edits: this.#editsOf(row, listed) };
  }

  #problemOf(row: Row, listed: Listed | undefined, seen: ReadonlySet<number>): RowProblem | undefined {
    const { id } = row;
    if (id !== undefined && seen.has(id)) return { kind: 'doubledId', id };
    if (listed?.shown?.text === row.text) return undefined;
    if (!row.record) return { kind: 'syntax' };
    if (id === undefined) return { kind: 'noId' };
    if (!listed) return { kind: 'unknownId', id };
    const other = [...row.record.fields.keys()].find((field) => !this.#isChosen(field));
    return other === undefined ? undefined : { kind: 'otherField', field: other };
  }

  #isChosen(field: string): boolean {
    const { fields } = this.name;
    return field === 'id' || !fields || fields.includes(field);
  }

  #editsOf(row: Row, listed: Listed): Edits | undefined {
    return row.text === listed.shown?.text ? undefined : this.#readEdits(row, listed)?.edits;
  }

  #readEdits(row: Row, listed: Listed) {
    if (listed.edits?.row === row) return listed.edits;
    if (!row.record) return undefined;
    const { document } = listed;
    const whole = wholeRecord(row.record, document.base?.record, this.name.fields);
    listed.edits = { row, whole, edits: document.editsOf(whole) };
    return listed.edits;
  }
}
