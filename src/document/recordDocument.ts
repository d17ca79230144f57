import { type Change, changesBetween } from '../record/changes.ts';
import { parseIfRecord, type RecordText } from '../record/text.ts';
import { orUndefined } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName } from '../service/services.ts';
import { ChangeOwners } from './changeOwners.ts';
import { type Base, Basis, type Edits, type KeptBase, withFieldsOf } from './edits.ts';
import { type Conflicted, ownFields, type Saved } from './outcome.ts';
import type { OwnWrites } from './ownWrites.ts';

/**
 * Everything known about one open record: its base, the newest version of the service, whether it is being saved, and an
 * open conflict. It knows nothing of files: VS Code owns the text on screen and whether it is saved. No other code assigns
 * a field.
 */
export class RecordDocument {
  readonly name: RecordName;
  #basis = new Basis();
  #newest: RecordVersion | undefined;
  #conflict: Conflicted | undefined;
  #isSaving = false;
  readonly #owners = new ChangeOwners();
  readonly #ownWrites: OwnWrites;
  readonly #changed: () => void;

  constructor(name: RecordName, ownWrites: OwnWrites, changed: () => void = () => {}) {
    this.name = name;
    this.#ownWrites = ownWrites;
    this.#changed = changed;
  }

  /** What the text on screen is compared with. A save keeps the one that it began with. */
  get basis(): Basis {
    return this.#basis;
  }
  get base(): Base | undefined {
    return this.#basis.base;
  }
  /** The base to keep on disk. Until the screen shows the answer to a save, what was typed is an edit of the saved text. */
  get keptBase(): KeptBase | undefined {
    const { base, saved, replaced } = this.#basis;
    const kept = saved ?? base;
    return kept && { record: kept.record, serviceAddress: kept.serviceAddress, order: kept.order, replaced };
  }
  /** The newest version that the service sent, whatever the document shows. */
  get newest(): RecordVersion | undefined {
    return this.#newest;
  }
  get conflict(): Conflicted | undefined {
    return this.#conflict;
  }
  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** What this text changes, and against which base. Throws if the text is not a record. */
  edits(text: string): Edits {
    return this.#basis.edits(text);
  }

  /** The same. Undefined while the text is not a record. */
  editsIfRecord(text: string): Edits | undefined {
    return orUndefined(() => this.edits(text));
  }

  /** Whether a text without unsaved changes has other values than the newest version. */
  isOutdated(text: string): boolean {
    const newest = this.#newest?.record;
    if (!newest || this.#isSaving || text === newest.text) return false;
    const shown = parseIfRecord(text);
    return !shown || changesBetween(newest, shown).length > 0;
  }

  /** The service sent this version. It may have been asked for before another one that is known. */
  received(version: RecordVersion): void {
    if (this.#newest === undefined || this.#newest.order <= version.order) this.#newest = version;
  }

  /** What changes were made from: found on disk after a restart, or given to a document without an editor. */
  recovered(base: Base & Partial<KeptBase>): void {
    if (this.base) return;
    this.#owners.recovered(base.replaced ?? new Map());
    this.#basis = new Basis(base, this.#owners.replaced);
    this.#changed();
  }

  /** Nothing is unsaved. With a version, that is on screen now. */
  onScreen(version: RecordVersion | undefined): void {
    if (version) this.#moveBase(version, this.base?.record);
    if (!this.#isSaving) this.#conflict = undefined;
    this.#changed();
  }

  /** This version was merged into the unsaved changes of a text. `theirs` are the merged fields. */
  merged(version: RecordVersion, text: RecordText, theirs: readonly string[]): void {
    this.received(version);
    this.#conflict = undefined;
    this.#moveBase(version, text, (field) => !theirs.includes(field));
    this.#changed();
  }

  /** Values of an earlier version are to be filled in. The fields in conflict keep that version as their base. */
  filledFrom(before: RecordText, fields: readonly string[]): void {
    if (!this.base) return;
    const record = withFieldsOf(before, this.base.record, fields);
    this.#basis = new Basis({ ...this.base, record }, this.#basis.replaced, this.#basis.saved);
    this.#changed();
  }

  saving(): void {
    this.#isSaving = true;
  }

  /** These changes of a version are sent, and the service may have them long before it answers. */
  sending(changes: readonly Change[], current: RecordVersion): void {
    this.#ownWrites.sending(this, this.name.id, current, changes);
  }

  /** The service stored `text`, an edit of `basis`. What was typed during the save is now an edit of the new base. */
  saved(outcome: Saved, text: RecordText, basis = this.#basis): void {
    const { version } = outcome;
    this.#ownWrites.note(this.name.id, outcome);
    const sent = ownFields(outcome);
    this.#owners.mine(sent, this.base?.record);
    const { serviceAddress, order } = version;
    const saved = { record: this.#withShown(text, basis), serviceAddress, order, sent };
    const isSame = changesBetween(version.record, text).length === 0;
    this.#moveBase(version, text, (field) => sent.has(field), isSame ? undefined : saved);
    this.received(version);
    this.#conflict = undefined;
    this.saveEnded();
  }

  conflicted(conflict: Conflicted): void {
    this.received(conflict.theirs);
    this.#conflict = conflict;
    this.#changed();
  }

  /** Whether it was saved or not. */
  saveEnded(): void {
    this.#ownWrites.sent(this);
    this.#isSaving = false;
    this.#changed();
  }

  /** Whether this window itself, and nobody else, made a field of the base what the version has. */
  isOwnChange(field: string, { record }: Pick<RecordVersion, 'record'>, base = this.base): boolean {
    return base !== undefined && this.#ownWrites.explain(this.name.id, field, base, record);
  }

  /** A text, with the values that came on screen since `basis` in the fields that it did not change. */
  #withShown(text: RecordText, basis: Basis): RecordText {
    const [start, shown] = [basis, this.#basis].map(({ base, saved }) => (saved ?? base)?.record);
    if (!start || !shown || start === shown) return text;
    const mine = new Set(changesBetween(start, text).map(({ field }) => field));
    const moved = changesBetween(start, shown).map(({ field }) => field);
    return withFieldsOf(
      shown,
      text,
      moved.filter((field) => !mine.has(field)),
    );
  }

  /**
   * Where the new base differs from the old one and from what was shown, someone else has changed the field, unless the
   * change is mine or this window stored it elsewhere.
   */
  #moveBase(
    base: Base,
    shown: RecordText | undefined,
    isMine: (field: string) => boolean = () => false,
    saved?: Basis['saved'],
  ): void {
    const old = this.base;
    // A service name may come to mean another address, where nobody changed this record.
    if (old && old.serviceAddress !== base.serviceAddress) this.#owners.clear();
    else if (old && shown) {
      const moved = new Set(changesBetween(old.record, base.record).map(({ field }) => field));
      const own = new Set([...moved].filter((field) => this.isOwnChange(field, base)));
      const isTheirs = (field: string) => moved.has(field) && !own.has(field) && !isMine(field);
      this.#owners.mine(own, old.record);
      this.#owners.theirs(
        changesBetween(shown, base.record).filter(({ field }) => isTheirs(field)),
        old.record,
      );
    }
    this.#basis = new Basis(base, this.#owners.replaced, saved);
  }
}
