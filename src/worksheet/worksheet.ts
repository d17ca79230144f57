import { type Basis, type Edits, mergeOnto, restoredBase, storedBase } from '../document/edits.ts';
import type { SaveOutcome } from '../document/outcome.ts';
import type { OwnWrites } from '../document/ownWrites.ts';
import { RecordDocument } from '../document/recordDocument.ts';
import type { KeptBases } from '../files/bases.ts';
import type { KnownText } from '../files/virtualFile.ts';
import { changesBetween } from '../record/changes.ts';
import { onOneLine } from '../record/format.ts';
import type { Conflict } from '../record/merge.ts';
import { withValues } from '../record/splice.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import { isUnsettled, type NextRow, type OutdatedRow, type RowFacts, type RowProblem } from './facts.ts';
import { type PlacedRow, type Row, WorksheetRows } from './rows.ts';
import { isChosen, rowText, wholeRecord, worksheetText } from './text.ts';
import type { WorksheetName } from './uri.ts';

/** The versions of the records that a text of a worksheet shows. */
export type Versions = ReadonlyMap<number, RecordVersion>;

/** What the rows of a text are compared with, by record. */
export type WorksheetBasis = ReadonlyMap<number, Basis>;

/** What is known of one record. */
interface Listed {
  readonly document: RecordDocument;
  /** What the last row seen of it changes. */
  edits?: { readonly row: Row; readonly basis: Basis; readonly edits: Edits } | undefined;
  /** How its last save went if it was not saved, and the text that it had. A conflict is in the document. */
  failed?: { readonly outcome: SaveOutcome; readonly text: string } | undefined;
}

/** The last answer, and what it was about. */
type KnownFacts = Readonly<{ placed: readonly PlacedRow[]; basis: WorksheetBasis; facts: readonly RowFacts[] }>;

/** Everything that is known of one open worksheet: a record document per row. It knows nothing of files. */
export class Worksheet {
  readonly name: WorksheetName;
  /** The rows of the text on screen. */
  readonly rows = new WorksheetRows();
  readonly #ownWrites: OwnWrites;
  readonly #listed = new Map<number, Listed>();
  /** The rows of records as they were read. Each is asked for again when the text with it is on screen. */
  readonly #texts = new WeakMap<RecordText, string>();
  #isKnown = false;
  #basis: WorksheetBasis | undefined;
  #facts: KnownFacts | undefined;
  #unread: ReadonlyMap<number, unknown> = new Map();
  /** Whoever shows the worksheet should look again. */
  readonly refresh: () => void;

  constructor(name: WorksheetName, ownWrites: OwnWrites, refresh: () => void = () => {}) {
    this.name = name;
    this.#ownWrites = ownWrites;
    this.refresh = refresh;
  }

  /** The records that could not be read, and why. */
  get unread(): ReadonlyMap<number, unknown> {
    return this.#unread;
  }
  /** Whether its records are on screen, or were looked for on disk. */
  get isKnown(): boolean {
    return this.#isKnown;
  }
  get basis(): WorksheetBasis {
    this.#basis ??= new Map(Array.from(this.#listed, ([id, { document }]) => [id, document.basis]));
    return this.#basis;
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

  /** The service sent these versions, and could not be asked for the others. */
  read(versions: Versions, unread: ReadonlyMap<number, unknown>): void {
    for (const [id, version] of versions) this.received(id, version);
    this.#unread = unread;
  }

  /** The service sent a version of a record. A row that can is to show it. */
  received(id: number, version: RecordVersion): void {
    this.#listedAs(id).document.received(version);
  }

  /** The text that shows all records as the service has them. */
  rendered(): KnownText<Versions> {
    const read = this.name.ids.filter((id) => !this.#unread.has(id));
    const versions = read.flatMap((id) => {
      const newest = this.document(id)?.newest;
      return newest ? [[id, newest] as const] : [];
    });
    const rows = versions.map(([id, { record }]) => this.#render(record, id));
    return { text: worksheetText(rows), content: new Map(versions) };
  }

  /** What was read is on screen: its versions are the bases. */
  onScreen(versions: Versions): void {
    this.#isKnown = true;
    for (const [id, version] of versions) this.#listedAs(id).document.onScreen(version);
    for (const listed of this.#listed.values()) listed.failed = undefined;
    this.refresh();
  }

  /** The bases of unsaved changes, found after a restart. Without them it isn't known what is changed. */
  recovered(stored: ReadonlyMap<string, unknown>): void {
    if (this.#isKnown) return;
    this.#isKnown = true;
    for (const id of this.name.ids) {
      const base = restoredBase(stored.get(String(id)));
      const { document } = this.#listedAs(id);
      if (base) document.recovered(base);
    }
    this.refresh();
  }

  /** The rows that don't show what the service has, and can. If nothing is unsaved, an undo may show an old row. */
  outdated(isUnsaved: boolean): readonly OutdatedRow[] {
    return this.facts().flatMap(({ row, offset, id = 0, ...facts }) => {
      const next = this.#next({ row, offset, id, ...facts }, isUnsaved);
      return next && next !== 'conflict' ? [{ row, offset, id, ...next }] : [];
    });
  }

  /** The records of which someone else changed the same as their rows. They stay as they are until they are saved. */
  inConflict(): readonly number[] {
    return this.facts().flatMap((facts) =>
      facts.id !== undefined && this.#next(facts, true) === 'conflict' ? [facts.id] : [],
    );
  }

  /**
   * Values for `before` are to be filled into a row, and someone else changed the same fields since. These keep their
   * earlier base, so that a save finds the conflict.
   */
  conflicted(id: number, before: RecordText, conflicts: readonly Conflict[]): void {
    const { document } = this.#listedAs(id);
    document.filledFrom(
      before,
      conflicts.map(({ field }) => field),
    );
    if (!document.newest) return;
    document.conflicted({ kind: 'conflict', conflicts, theirs: document.newest, isBaseLost: false });
  }

  /** What the rows of a text are, in their order, compared with the bases of now or of an earlier moment. */
  facts(rows: WorksheetRows = this.rows, basis: WorksheetBasis = this.basis): readonly RowFacts[] {
    const placed = rows.all();
    if (this.#facts?.placed === placed && this.#facts.basis === basis) return this.#facts.facts;
    const seen = new Set<number>();
    const facts = placed.map((one) => this.#factsOf(one, basis, seen));
    this.#facts = { placed, basis, facts };
    return facts;
  }

  /** What a row changes, also if it has a field that the worksheet does not have. */
  editsIn({ row, id }: RowFacts): Edits | undefined {
    return id === undefined ? undefined : this.#editsOf(row, id, this.basis);
  }

  /** The row around a place of the text on screen. */
  factsAt(offset: number): RowFacts | undefined {
    const placed = this.rows.at(offset);
    return placed && this.#factsOf(placed, this.basis, new Set());
  }

  /** The records without a row: those that were taken out of the text, and those that were never in it. */
  missing(): { readonly removed: readonly number[]; readonly unread: readonly number[] } {
    const there = new Set(this.rows.all().map(({ row }) => row.id));
    const missing = this.rows.error ? [] : this.name.ids.filter((id) => !there.has(id));
    const { removed = [], unread = [] } = Object.groupBy(missing, (id) =>
      this.document(id)?.base && !this.#unread.has(id) ? 'removed' : 'unread',
    );
    return { removed, unread };
  }

  /** How the save of a row ended. `basis` is what the row was compared with when the save began. */
  saveEnded(id: number, outcome: SaveOutcome, row: Row, basis: Basis | undefined): void {
    const listed = this.#listedAs(id);
    const isDone = ['saved', 'unchanged', 'conflict'].includes(outcome.kind);
    listed.failed = isDone ? undefined : { outcome, text: row.text };
    if (outcome.kind === 'conflict') listed.document.conflicted(outcome);
    if (outcome.kind === 'saved' && row.record) listed.document.saved(outcome, this.#whole(row.record, basis), basis);
  }

  /** Why a row was not saved, as long as that holds: a conflict stays, another failure is about the text that was sent. */
  outcomeOf({ id, row, edits }: RowFacts): SaveOutcome | undefined {
    const listed = id === undefined ? undefined : this.#listed.get(id);
    if (!listed || !edits) return undefined;
    const { document, failed } = listed;
    return document.conflict ?? (failed?.text === row.text ? failed.outcome : undefined);
  }

  /** What the row of a record shows if nothing in it is changed. */
  unchangedText(id: number | undefined, basis: WorksheetBasis = this.basis): string | undefined {
    const base = id === undefined ? undefined : basis.get(id)?.base;
    return base && id !== undefined ? this.#render(base.record, id) : undefined;
  }

  /** What a row should become, if that is not what it is. A row that is being saved waits for the answer to that. */
  #next(facts: RowFacts, isUnsaved: boolean): NextRow | 'conflict' | undefined {
    const document = facts.id === undefined ? undefined : this.document(facts.id);
    const version = document?.newest;
    if (!version || document.isSaving || !facts.row.record || facts.problem) return undefined;
    const isChangedRow = isUnsaved && isUnsettled(facts);
    return isChangedRow ? this.#merged(facts, document, version) : this.#followed(facts, document, version);
  }

  #followed({ row, id = 0 }: RowFacts, document: RecordDocument, version: RecordVersion): NextRow | undefined {
    const wanted = this.#render(version.record, id);
    const isSame = row.text === wanted || (row.record && changesBetween(parseRecord(wanted), row.record).length === 0);
    if (isSame && version === document.base) return undefined;
    const { basis } = document;
    // What was moved on meanwhile is not moved back.
    const accept = () => document.basis === basis && document.onScreen(version);
    return { version, next: isSame ? row.text : wanted, accept };
  }

  /** A changed row with the version merged into it. */
  #merged(
    { row, edits }: RowFacts,
    document: RecordDocument,
    version: RecordVersion,
  ): NextRow | 'conflict' | undefined {
    if (!row.record || !edits?.base || version === document.base) return undefined;
    // The service's name has come to mean another address. The save refuses, and says so.
    if (version.serviceAddress !== document.base?.serviceAddress) return undefined;
    const { basis } = document;
    const isOwn = (field: string) => document.isOwnChange(field, version);
    const merge = mergeOnto(edits.base, edits.edited, version.record, isOwn);
    if (merge.conflicts.length > 0) return 'conflict';
    const whole = this.#whole(row.record, basis);
    const news = changesBetween(whole, parseRecord(merge.text)).filter(({ field }) =>
      isChosen(field, this.name.fields),
    );
    const values = news.map(({ field, after }) => [field, after === undefined ? after : onOneLine(after)] as const);
    const accept = () => document.basis === basis && document.merged(version, whole, merge.theirs);
    return { version, next: withValues(row.record, new Map(values)), accept };
  }

  #listedAs(id: number): Listed {
    const known = this.#listed.get(id);
    if (known) return known;
    const changed = () => {
      this.#basis = undefined;
    };
    const document = new RecordDocument({ service: this.name.service, id }, this.#ownWrites, changed);
    const listed: Listed = { document };
    this.#listed.set(id, listed);
    this.#basis = undefined;
    return listed;
  }

  #render(record: RecordText, id: number): string {
    const text = this.#texts.get(record) ?? rowText(record, id, this.name.fields);
    this.#texts.set(record, text);
    return text;
  }

  #factsOf({ row, offset }: PlacedRow, basis: WorksheetBasis, seen: Set<number>): RowFacts {
    const { id } = row;
    if (id !== undefined && seen.has(id)) return { row, offset, id, problem: { kind: 'doubledId', id } };
    if (id !== undefined) seen.add(id);
    if (row.text === this.unchangedText(id, basis)) return { row, offset, id };
    const problem = this.#problemOf(row, basis);
    if (problem) return { row, offset, id, problem };
    return { row, offset, id, edits: id === undefined ? undefined : this.#editsOf(row, id, basis) };
  }

  #problemOf(row: Row, basis: WorksheetBasis): RowProblem | undefined {
    const { id } = row;
    if (!row.record) return { kind: 'syntax' };
    if (id === undefined) return { kind: 'noId' };
    if (!basis.has(id)) return { kind: 'unknownId', id };
    const other = [...row.record.fields.keys()].find((field) => !isChosen(field, this.name.fields));
    return other === undefined ? undefined : { kind: 'otherField', field: other };
  }

  #editsOf(row: Row, id: number, basis: WorksheetBasis): Edits | undefined {
    const [listed, of] = [this.#listed.get(id), basis.get(id)];
    if (!listed || !of || !row.record) return undefined;
    const { edits: last } = listed;
    if (last?.row === row && last.basis === of) return last.edits;
    const edits = of.editsOf(this.#whole(row.record, of));
    listed.edits = { row, basis: of, edits };
    return edits;
  }

  /** The whole record that a row makes of its base. */
  #whole(row: RecordText, basis: Basis | undefined): RecordText {
    return wholeRecord(row, basis?.base?.record, this.name.fields);
  }
}
