import { changesBetween } from '../record/changes.ts';
import { parseIfRecord, parseRecord, type RecordText } from '../record/text.ts';
import { orUndefined } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName } from '../service/services.ts';
import { ChangeOwners } from './changeOwners.ts';
import { type Base, type Edits, editsOf, type KeptBase, type SavedText, withFieldsOf } from './edits.ts';
import type { Conflicted, Saved } from './outcome.ts';

/**
 * Everything known about one open record: its base, the newest version seen, whether it is being saved, and an open
 * conflict. It knows nothing of files: VS Code owns the text on screen and whether it is saved. No other code assigns a
 * field.
 */
export class RecordDocument {
  readonly name: RecordName;
  #base: Base | undefined;
  #newest: RecordVersion | undefined;
  #conflict: Conflicted | undefined;
  #isSaving = false;
  #isFilled = false;
  #isFilledSinceSave = false;
  /** The text of the last save, while the screen does not show the service's answer to it yet. The base is that answer. */
  #savedText: (SavedText & Base) | undefined;
  readonly #owners = new ChangeOwners();
  #edits: { readonly text: string; readonly edits: Edits } | undefined;
  readonly #changed: () => void;

  constructor(name: RecordName, changed: () => void = () => {}) {
    this.name = name;
    this.#changed = changed;
  }

  get base(): Base | undefined {
    return this.#base;
  }
  /** The base to keep on disk. Until the screen shows the answer to a save, what was typed is an edit of the saved text. */
  get keptBase(): KeptBase | undefined {
    const base = this.#savedText ?? this.#base;
    if (!base) return undefined;
    const { record, serviceAddress } = base;
    return { record, serviceAddress, replaced: this.#owners.replaced, isFilled: this.#isFilled };
  }
  /** The newest version seen, whatever the document shows. */
  get newest(): RecordVersion | undefined {
    return this.#newest;
  }
  get conflict(): Conflicted | undefined {
    return this.#conflict;
  }
  /** Whether a program put values into the text since it was last saved. Auto save must not send them. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** What this text changes, and against which base. Throws if the text is not a record. */
  edits(text: string): Edits {
    if (this.#edits?.text === text) return this.#edits.edits;
    const edits = this.editsOf(parseRecord(text));
    this.#edits = { text, edits };
    return edits;
  }

  /** The same. Undefined while the text is not a record. */
  editsIfRecord(text: string): Edits | undefined {
    return orUndefined(() => this.edits(text));
  }

  /** The same for a parsed text. */
  editsOf(record: RecordText): Edits {
    return editsOf(record, this.#base?.record, this.#savedText, this.#owners.replaced);
  }

  /** Nothing is unsaved. With a version, that is on screen now. */
  shows(version: RecordVersion | undefined): void {
    if (version) {
      if (version !== this.#base) this.#moveBase(version, this.#base?.record);
      this.#savedText = undefined;
      this.#edits = undefined;
    }
    if (!this.#isSaving) this.#conflict = undefined;
    if (!this.#isSaving) this.#isFilled = false;
    this.#changed();
  }

  /** Whether a text without unsaved changes has other values than the newest version. */
  isOutdated(text: string): boolean {
    const newest = this.#newest?.record;
    if (!newest || this.#isSaving || text === newest.text) return false;
    const shown = parseIfRecord(text);
    return !shown || changesBetween(newest, shown).length > 0;
  }

  /** A request saw this version. */
  seen(version: RecordVersion): void {
    this.#newest = version;
  }

  /** What unsaved changes were made from, found on disk after a restart, or read for a program. */
  recovered(base: Base & Partial<KeptBase>): void {
    if (this.#base) return;
    this.#base = base;
    this.#isFilled = base.isFilled ?? false;
    this.#owners.recovered(base.replaced ?? new Map());
    this.#edits = undefined;
    this.#changed();
  }

  /** The user saved the record past this document, in another one or with a program. */
  savedElsewhere({ version, mine }: Saved): void {
    if (this.#base?.serviceAddress !== version.serviceAddress) return;
    this.#owners.savedElsewhere(mine, version.record, this.#base.record);
  }

  /** Whether such a save made the field what this version has, with nobody else's change in between. */
  isSavedElsewhere(field: string, { record, serviceAddress }: RecordVersion): boolean {
    return this.#base?.serviceAddress === serviceAddress && this.#owners.isSavedElsewhere(field, record);
  }

  /** This version was merged into the unsaved changes of a text. `theirs` are the merged fields. */
  reloaded(version: RecordVersion, text: RecordText, theirs: readonly string[]): void {
    this.#newest = version;
    this.#savedText = undefined;
    this.#conflict = undefined;
    this.#moveBase(version, text, (field) => !theirs.includes(field));
    this.#changed();
  }

  /** Values of an earlier version are to be filled in. The fields in conflict keep that version as their base. */
  filledFrom(before: RecordText, fields: readonly string[]): void {
    if (!this.#base) return;
    this.#base = { ...this.#base, record: withFieldsOf(before, this.#base.record, fields) };
    this.#edits = undefined;
    this.#changed();
  }

  filled(): void {
    this.#isFilled = true;
    this.#isFilledSinceSave = true;
  }

  saving(): void {
    this.#isFilledSinceSave = false;
    this.#isSaving = true;
  }

  /** The service stored `text`. What was typed during the save is now an edit of the new base. */
  saved({ version, mine }: Saved, text: RecordText): void {
    const sent = new Set(mine.map(({ field }) => field));
    this.#owners.mine(sent, this.#base?.record);
    this.#moveBase(version, text, (field) => sent.has(field));
    const { serviceAddress } = version;
    this.#savedText =
      changesBetween(version.record, text).length === 0 ? undefined : { record: text, serviceAddress, sent };
    this.#newest = version;
    this.#conflict = undefined;
    this.#isFilled = this.#isFilledSinceSave;
    this.saveEnded();
  }

  conflicted(conflict: Conflicted): void {
    this.#newest = conflict.theirs;
    this.#conflict = conflict;
    this.#changed();
  }

  /** Whether it was saved or not. */
  saveEnded(): void {
    this.#isSaving = false;
    this.#changed();
  }

  /** Where the new base differs from what was shown, someone else has changed the field, unless the change is mine. */
  #moveBase(base: Base, shown: RecordText | undefined, isMine: (field: string) => boolean = () => false): void {
    // A service name may come to mean another address, where nobody changed this record.
    const isOther = this.#base !== undefined && this.#base.serviceAddress !== base.serviceAddress;
    if (isOther) this.#owners.clear();
    const changes = shown && !isOther ? changesBetween(shown, base.record) : [];
    this.#owners.baseMoved(
      changes.filter(({ field }) => !isMine(field)),
      this.#base?.record,
      base.record,
    );
    this.#base = base;
    this.#edits = undefined;
  }
}
