import { type Change, changesBetween, sameField, valueKey } from '../record/changes.ts';
import { mergeRecords } from '../record/merge.ts';
import { withValues } from '../record/splice.ts';
import { parseIfRecord, parseRecord, type RecordText } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';

/** What a text changes. The lens, diagnostics, the preview, Show Request and the save all ask for this. */
export interface Edits {
  /** Undefined if it was lost: then it is not known what was changed. */
  readonly base: RecordText | undefined;
  readonly edited: RecordText;
  readonly changes: readonly Change[];
  /** Changed fields that go back to the value from before someone else's change. */
  readonly reverts: readonly string[];
}

/** For each field that someone else changed last, the keys of the values it had before (`valueKey`). */
export type ReplacedValues = ReadonlyMap<string, ReadonlySet<string>>;

/** A text that was saved, while the document does not show the service's answer to it yet. */
interface SavedText {
  readonly record: RecordText;
  /** The sent fields that only this save changed. */
  readonly sent: ReadonlySet<string>;
}

/**
 * What a text is compared with. It never changes: whatever moves the base makes another one, so a save can keep the one
 * that its text was typed on.
 */
export class Basis {
  readonly base: Base | undefined;
  /** The text of the last save, while the screen does not show the service's answer to it yet. The base is that answer. */
  readonly saved: (SavedText & Base) | undefined;
  readonly replaced: ReplacedValues;
  #last: { readonly text: string; readonly edits: Edits } | undefined;

  constructor(base?: Base, replaced: ReplacedValues = new Map(), saved?: SavedText & Base) {
    this.base = base;
    this.saved = saved;
    this.replaced = replaced;
  }

  /** What this text changes. Throws if it is not a record. */
  edits(text: string): Edits {
    if (this.#last?.text !== text) this.#last = { text, edits: this.editsOf(parseRecord(text)) };
    return this.#last.edits;
  }

  /** The same for a parsed text. */
  editsOf(text: RecordText): Edits {
    if (!this.base) return { base: undefined, edited: text, changes: [], reverts: [] };
    const { base, edited } = ontoAnswer(text, this.base.record, this.saved);
    const kept = this.#revertsTo(serviceClock, rawOf(edited, serviceClock))
      ? withFieldsOf(base, edited, [serviceClock])
      : edited;
    const changes = changesBetween(base, kept);
    const reverts = changes.filter(({ field, after }) => this.#revertsTo(field, after)).map(({ field }) => field);
    return { base, edited: kept, changes, reverts };
  }

  #revertsTo(field: string, raw: string | undefined): boolean {
    return this.replaced.get(field)?.has(valueKey(raw)) ?? false;
  }
}

/** The service sets it with every write. An undo past a save shows an earlier time, which must not be sent. */
const serviceClock = 'updated';

/** `text` with the fields as `source` has them. */
export function withFieldsOf(source: RecordText, text: RecordText, fields: readonly string[]): RecordText {
  return parseRecord(withValues(text, new Map(fields.map((field) => [field, rawOf(source, field)]))));
}

/**
 * Merges what the service has into a text. Where this window itself changed the same field elsewhere, nobody else is in
 * conflict with it: the text is an edit of that.
 */
export function mergeOnto(
  knownBase: RecordText | undefined,
  mine: RecordText,
  theirs: RecordText,
  isOwnChange: (field: string) => boolean,
  side?: 'mine' | 'theirs',
): ReturnType<typeof mergeRecords> {
  const base = knownBase ?? agreement(mine, theirs);
  const merge = mergeRecords(base, mine, theirs, side);
  const own = merge.conflicts.map(({ field }) => field).filter(isOwnChange);
  return own.length === 0 ? merge : mergeRecords(withFieldsOf(theirs, base, own), mine, theirs, side);
}

/** Replaces a lost base with what both have. The fields of mine that differ become conflicts for the user to decide. */
function agreement(mine: RecordText, theirs: RecordText): RecordText {
  const fields = [...mine.fields.values()].flatMap(({ key, raw }) => {
    const other = theirs.fields.get(key)?.raw;
    // A field that only I have may be new, or removed by someone else: with a value that neither has, it is a conflict.
    const value = other === undefined ? JSON.stringify(raw) : raw;
    return other === undefined || sameField(raw, other) ? [`${JSON.stringify(key)}:${value}`] : [];
  });
  return parseRecord(`{${fields.join(',')}}`);
}

/**
 * What was typed since a save, as an edit of the service's answer. A field that someone else changed in the meantime
 * keeps its earlier base, so that the next save finds the conflict.
 */
function ontoAnswer(
  text: RecordText,
  answer: RecordText,
  saved: SavedText | undefined,
): { readonly base: RecordText; readonly edited: RecordText } {
  if (!saved) return { base: answer, edited: text };
  const merge = mergeRecords(saved.record, text, answer);
  const unseen = merge.conflicts.map(({ field }) => field).filter((field) => !saved.sent.has(field));
  const base = unseen.length === 0 ? answer : withFieldsOf(saved.record, answer, unseen);
  return { base, edited: merge.text === text.text ? text : parseRecord(merge.text) };
}

function rawOf({ fields }: RecordText, field: string): string | undefined {
  return fields.get(field)?.raw;
}

/** The version of the service that edits are compared with; after a restart, what was kept of it on disk. */
export type Base = Pick<RecordVersion, 'record' | 'serviceAddress' | 'order'>;

/** A base with what is kept beside it on disk. */
export interface KeptBase extends Base {
  readonly replaced: ReplacedValues;
}

export function storedBase({ record, serviceAddress, replaced }: KeptBase): object {
  const keys = Array.from(replaced, ([field, values]) => [field, [...values]]);
  return { address: serviceAddress, text: record.text, replaced: Object.fromEntries(keys) };
}

/** Undefined if it is damaged. */
export function restoredBase(stored: unknown): KeptBase | undefined {
  const { address, text, replaced } = isObject(stored) ? stored : {};
  const record = typeof text === 'string' ? parseIfRecord(text) : undefined;
  if (!record || typeof address !== 'string') return undefined;
  // Older than any answer of this session.
  return { record, serviceAddress: address, replaced: restoredValues(replaced), order: 0 };
}

function restoredValues(stored: unknown): ReplacedValues {
  const fields = Object.entries(isObject(stored) ? stored : {});
  const keysOf = (keys: unknown) => (Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []);
  return new Map(fields.map(([field, keys]) => [field, new Set(keysOf(keys))]));
}
