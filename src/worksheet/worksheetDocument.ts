import type { Edits } from '../document/edits.ts';
import { type KeptBase, RecordDocument } from '../document/recordDocument.ts';
import { type Saved, savedVersion } from '../document/saveRecord.ts';
import { changesBetween } from '../record/changes.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import { turns } from '../workbench/scheduling.ts';
import { OfferedText } from './offeredText.ts';
import type { RowFacts, RowOutcome, RowProblem } from './rowFacts.ts';
import { type PlacedRow, Row, WorksheetRows } from './worksheetRows.ts';
import { rowText, wholeRecord, worksheetText } from './worksheetText.ts';
import type { WorksheetName } from './worksheetUri.ts';

/** A row of the base, and the base itself, unless it comes from disk. */
interface ShownRow {
  readonly text: string;
  readonly version?: RecordVersion;
}

/** Everything that is known of one open worksheet: a record document per row, and what VS Code reads next. */
export class Worksheet {
  /** Reads and saves of one worksheet happen one after the other. */
  readonly inTurn = turns();
  readonly offered = new OfferedText();
  readonly uri: string;
  readonly name: WorksheetName;
  #rows = new WorksheetRows();
  readonly #documents = new Map<number, RecordDocument>();
  /** What each row shows if nothing in it is changed. */
  readonly #shown = new Map<number, ShownRow>();
  /** What the last row seen of each record changes, and the whole record with it. */
  readonly #edits = new Map<number, { readonly row: Row; readonly whole: RecordText; readonly edits: Edits }>();
  /** How the last save of each record went that was not saved, and the text that it had. */
  readonly #outcomes = new Map<number, { readonly outcome: RowOutcome; readonly text: string }>();
  #unread: ReadonlyMap<number, unknown> = new Map();
  /** Records that were taken out before the last save. */
  #out: ReadonlySet<number>;
  #revision = 0;
  readonly #changed: () => void;

  constructor(name: WorksheetName, uri: string, changed: () => void, out: readonly number[] = []) {
    this.name = name;
    this.uri = uri;
    this.#out = new Set(out);
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
  /** The records to read: all but those that were taken out before the last save. */
  get wanted(): readonly number[] {
    return this.name.ids.filter((id) => !this.#out.has(id));
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
  bases(ids: Iterable<number> = this.#documents.keys()): readonly (readonly [number, KeptBase])[] {
    return [...ids].flatMap((id) => {
      const base = this.#documents.get(id)?.keptBase;
      return base ? [[id, base] as const] : [];
    });
  }
  document(id: number): RecordDocument | undefined {
    return this.#documents.get(id);
  }

  /** The records were read: VS Code's next read gets them. */
  loaded(versions: ReadonlyMap<number, RecordVersion>, unread: ReadonlyMap<number, unknown>): void {
    this.#unread = unread;
    const rows = [...versions].map(([id, { record }]) => new Row(this.#render(record, id), id));
    const { text, offsets } = worksheetText(rows.map((row) => row.text));
    this.offered.offer({ text, versions, rows: new WorksheetRows(rows, offsets) });
  }

  /** VS Code's next read gets the text on screen with these rows as the service has them. */
  offerShown(text: string, stale: readonly PlacedRow[]): void {
    this.offered.offer({
      text: withTexts(text, stale, (row) => this.shownText(row)),
      versions: this.#versionsOf(stale),
    });
  }

  /** VS Code has nothing to save and shows this text. Where it was read just now, its versions are the bases. */
  settled(textOnScreen: () => string): void {
    const shown = this.offered.takeShown(textOnScreen);
    if (!shown) return;
    const texts = new Map(shown.rows?.all().map(({ row }) => [row.id, row.text]));
    for (const [id, version] of shown.versions) this.#settle(id, version, texts.get(id));
    if (shown.rows) this.#rows = shown.rows;
    this.#outcomes.clear();
    this.#changed();
  }

  /** The bases of unsaved changes, found after a restart. Without them it isn't known what is changed. */
  recovered(bases: ReadonlyMap<number, KeptBase>): void {
    if (this.isKnown) return;
    for (const id of this.name.ids) {
      const base = bases.get(id);
      const document = this.#documentOf(id);
      if (!base) continue;
      document.recovered(base, base.replaced);
      this.#shown.set(id, { text: this.#render(base.record, id) });
    }
    this.#changed();
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

  /** The records that were taken out of a text. */
  removed(rows: WorksheetRows = this.rows): readonly number[] {
    if (rows.error) return [];
    const there = new Set(rows.all().map(({ row }) => row.id));
    const wasThere = (id: number) => this.#out.has(id) || this.#documents.get(id)?.base !== undefined;
    return this.name.ids.filter((id) => !there.has(id) && !this.#unread.has(id) && wasThere(id));
  }

  /** How the save of a row ended. */
  saveEnded(id: number, outcome: RowOutcome, row: Row): void {
    if (outcome.kind === 'saved') this.#saved(id, outcome, row);
    if (outcome.kind === 'conflict') this.#documents.get(id)?.conflicted(outcome);
    if (outcome.kind === 'saved' || outcome.kind === 'unchanged') this.#outcomes.delete(id);
    else this.#outcomes.set(id, { outcome, text: row.text });
  }

  /** Why a row was not saved, as long as that holds: a conflict stays, another failure is about the text that was sent. */
  outcomeOf({ id, row, edits }: RowFacts): RowOutcome | undefined {
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

  /** Opened anew: with all its records. */
  reopened(): void {
    this.#out = new Set();
  }

  /** VS Code considers this text saved. Resolves to the records that were taken out of it, which are not read again. */
  async written(text: string): Promise<readonly number[]> {
    const removed = this.removed(await this.rows.readCopy(text));
    this.#out = new Set(removed);
    this.offered.written(text);
    return removed;
  }

  /** The service took what a row said. */
  #saved(id: number, saved: Saved, row: Row): void {
    const document = this.#documents.get(id);
    const known = this.#readEdits(row, id);
    if (!document || !known) return;
    const { version } = saved;
    document.saved(savedVersion(saved), known.whole, known.whole.text);
    this.#shown.set(id, { text: this.#render(version.record, id), version });
  }

  #settle(id: number, version: RecordVersion, text = this.#render(version.record, id)): void {
    const document = this.#documentOf(id);
    document.handOut(version);
    document.settled(version.record.text);
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
    const document = new RecordDocument(name, this.uri, () => this.#edits.delete(id));
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
    const { fields } = this.name;
    const isChosen = (name: string) => name === 'id' || !fields || fields.includes(name);
    const other = [...row.record.fields.keys()].find((name) => !isChosen(name));
    return other === undefined ? undefined : { kind: 'otherField', id, field: other };
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

/** A text with some of its rows replaced. */
function withTexts(text: string, rows: readonly PlacedRow[], textOf: (row: Row) => string): string {
  let [done, from] = ['', 0];
  for (const { row, offset } of rows) {
    done += text.slice(from, offset) + textOf(row);
    from = offset + row.text.length;
  }
  return done + text.slice(from);
}
