import { type Change, changesBetween } from '../record/changes.ts';
import type { Conflict } from '../record/merge.ts';
import { parseIfRecord, parseRecord, type RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName, SaveMethod } from '../service/services.ts';
import { turns } from '../workbench/scheduling.ts';
import { ChangeOwners } from './changeOwners.ts';
import { type Edits, editsOf, type ReplacedValues, type SavedText } from './edits.ts';

export type Phase = 'clean' | 'dirty' | 'saving' | 'conflict';

/** The version of the service that edits are compared with; after a restart, what was kept of it on disk. */
export type Base = Pick<RecordVersion, 'record' | 'serviceAddress'>;

/** What is kept of a base on disk. */
export interface KeptBase extends Base {
  readonly replaced: ReplacedValues;
}

export interface OpenConflict {
  readonly theirs: RecordVersion;
  readonly conflicts: readonly Conflict[];
}

/** What the next save of a document needs besides its text. */
export interface SaveIntent {
  /** Why VS Code saves. An automatic save must not ask, and one that VS Code does not explain must. */
  readonly reason?: 'manual' | 'automatic' | 'unexplained';
  /** Started by the timer of `videoRecords.autoSave`. VS Code reports it as a manual save. */
  readonly timer?: boolean;
  readonly method?: SaveMethod;
  /** The answer to the conflict that is open. */
  readonly side?: 'mine' | 'theirs';
  /** What the user has agreed to change on the service. Nothing else is sent, and nothing is asked. */
  readonly agreed?: readonly Change[];
}

/** The outcome of a successful save. */
export interface SavedVersion {
  readonly version: RecordVersion;
  /** What was sent, without the fields in which someone else's change was merged. */
  readonly mine: readonly Change[];
}

/**
 * Everything known about one open record. VS Code owns the text on screen and whether it is saved; its events arrive as
 * method calls. No other code assigns a field.
 */
export class RecordDocument {
  /** Saves, reads and reloads of one document run one after the other. */
  readonly inTurn = turns();
  readonly uri: string;
  readonly name: RecordName;
  #phase: Phase = 'clean';
  #base: Base | undefined;
  #newest: RecordVersion | undefined;
  #conflict: OpenConflict | undefined;
  #intent: SaveIntent | undefined;
  /** The text of the last save, while the screen does not show the service's answer to it yet. The base is that answer. */
  #saved: (SavedText & Base) | undefined;
  /** The version for VS Code's next read, which then sends no request. Undefined once it was read. */
  #offered: RecordVersion | undefined;
  /** The version that VS Code or a program read last. It becomes the base when the document shows it. */
  #lastRead: RecordVersion | undefined;
  readonly #owners = new ChangeOwners();
  #edits: { readonly text: string; readonly edits: Edits } | undefined;
  #mtime = Date.now();
  #size = 0;
  readonly #changed: () => void;

  constructor(name: RecordName, uri: string, changed: () => void = () => {}) {
    this.name = name;
    this.uri = uri;
    this.#changed = changed;
  }

  get phase(): Phase {
    return this.#phase;
  }
  get base(): Base | undefined {
    return this.#base;
  }
  /** The base to keep on disk. Until the screen shows the answer to a save, what was typed is an edit of the saved text. */
  get keptBase(): KeptBase | undefined {
    const base = this.#saved ?? this.#base;
    return base && { record: base.record, serviceAddress: base.serviceAddress, replaced: this.#owners.replaced };
  }
  /** The newest version seen, whatever the document shows. */
  get newest(): RecordVersion | undefined {
    return this.#newest;
  }
  get conflict(): OpenConflict | undefined {
    return this.#conflict;
  }
  /** What a program that writes the file has started from. */
  get lastRead(): Base | undefined {
    return this.#lastRead ?? this.#base;
  }
  /** Advances only when the record changes, because VS Code treats a newer time as a change. */
  get mtime(): number {
    return this.#mtime;
  }
  /**
   * The size VS Code knows: it asks for it before a read and after a save, so after the first read only a save changes
   * it. With another size it would read the file once more; with a newer time as well, it would report a conflict and
   * refuse to save.
   */
  get size(): number {
    return this.#size;
  }

  /** What this text changes, and against which base. Throws if the text is not a record. */
  edits(text: string): Edits {
    if (this.#edits?.text === text) return this.#edits.edits;
    const edits = this.editsOf(parseRecord(text));
    this.#edits = { text, edits };
    return edits;
  }

  /** The same for a parsed text. */
  editsOf(record: RecordText): Edits {
    return editsOf(record, this.#base?.record, this.#saved, this.#owners.replaced);
  }

  /** Whether the text is that of the last read. */
  isLastRead(text: string): boolean {
    return this.#lastRead?.record.text === text;
  }

  /** VS Code shows this text and has nothing to save. Returns the version it should show instead, if there is one. */
  settled(text: string): RecordVersion | undefined {
    if (this.#phase === 'saving') return undefined;
    const read = this.#lastRead;
    // Only a version that VS Code shows becomes the base: a program may have read the file too.
    if (read && this.isLastRead(text)) {
      if (read !== this.#base) this.#moveBase(read, this.#base?.record);
      this.#saved = undefined;
      this.#edits = undefined;
    }
    this.#phase = 'clean';
    this.#conflict = undefined;
    this.#changed();
    return this.#newest && !showsValues(text, this.#newest) ? this.#newest : undefined;
  }

  /** The text on screen has unsaved changes. */
  edited(): void {
    // VS Code does not read a file again while its document has unsaved changes.
    this.#offered = undefined;
    if (this.#phase === 'clean') this.#phase = 'dirty';
    this.#changed();
  }

  /** The base of unsaved changes, found on disk after a restart. */
  recovered(base: Base, replaced: ReplacedValues = new Map()): void {
    if (this.#base) return;
    this.#base = base;
    this.#owners.recovered(replaced);
    this.#edits = undefined;
    this.#changed();
  }

  /** A request saw this version. Returns it if the document is clean and should show it. */
  newerSeen(version: RecordVersion): RecordVersion | undefined {
    this.#newest = version;
    return this.#phase === 'clean' ? version : undefined;
  }

  /** The user saved the record past this document, in another one or with a program. */
  savedElsewhere({ version, mine }: SavedVersion): void {
    if (this.#base?.serviceAddress !== version.serviceAddress) return;
    this.#owners.savedElsewhere(mine, version.record, this.#base.record);
  }

  /** VS Code's next read gets this version without a request. */
  offer(version: RecordVersion): void {
    this.#newest = version;
    this.#offered = version;
    if (!this.#base) this.#size = Buffer.byteLength(version.record.text);
    this.#touch();
  }

  /** Returns the offered version once. */
  takeOffered(): RecordVersion | undefined {
    const version = this.#offered;
    this.#offered = undefined;
    if (version) this.#lastRead = version;
    return version;
  }

  /** A read of the file returns this version from the service. */
  handOut(version: RecordVersion): void {
    this.#newest = version;
    this.#lastRead = version;
  }

  /** This version was merged into the unsaved changes of a text. `theirs` are the merged fields. */
  reloaded(version: RecordVersion, text: RecordText, theirs: readonly string[]): void {
    this.#newest = version;
    this.#saved = undefined;
    this.#lastRead = undefined;
    this.#conflict = undefined;
    if (this.#phase === 'conflict') this.#phase = 'dirty';
    this.#moveBase(version, text, (field) => !theirs.includes(field));
    this.#changed();
  }

  /** Set before VS Code is asked to save, and taken by the write that follows. */
  prepareSave(intent: SaveIntent | undefined): void {
    this.#intent = intent && { ...this.#intent, ...intent };
  }

  takeIntent(): SaveIntent | undefined {
    const intent = this.#intent;
    this.#intent = undefined;
    return intent;
  }

  saveStarted(): void {
    this.#phase = 'saving';
  }

  /** The text equals the base by value: there was nothing to send. */
  savedUnchanged(text: string): void {
    this.#phase = 'clean';
    this.#conflict = undefined;
    this.#size = Buffer.byteLength(text);
    this.#changed();
  }

  /** The service stored `text`. What was typed during the save is now an edit of the new base. */
  saved({ version, mine }: SavedVersion, text: RecordText, onScreen: string): void {
    const sent = new Set(mine.map(({ field }) => field));
    this.#owners.mine(sent, this.#base?.record);
    this.#moveBase(version, text, (field) => sent.has(field));
    const { serviceAddress } = version;
    this.#saved =
      changesBetween(version.record, text).length === 0 ? undefined : { record: text, serviceAddress, sent };
    this.#newest = version;
    this.#conflict = undefined;
    this.#offered = undefined;
    // An undo may show an earlier text again. It is no longer a version to start from.
    this.#lastRead = undefined;
    this.#size = Buffer.byteLength(text.text);
    this.#phase = onScreen === text.text ? 'clean' : 'dirty';
    this.#touch();
    this.#changed();
  }

  conflicted(conflict: OpenConflict): void {
    this.#phase = 'conflict';
    this.#newest = conflict.theirs;
    this.#conflict = conflict;
    this.#changed();
  }

  saveFailed(): void {
    if (this.#phase === 'saving') this.#phase = 'dirty';
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
    );
    this.#base = base;
    this.#edits = undefined;
  }

  #touch(): void {
    this.#mtime = Math.max(Date.now(), this.#mtime + 1);
  }
}

function showsValues(text: string, { record }: RecordVersion): boolean {
  if (text === record.text) return true;
  const shown = parseIfRecord(text);
  return shown !== undefined && changesBetween(record, shown).length === 0;
}
