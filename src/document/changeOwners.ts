import { type Change, sameField, sameMeaning, valueKey } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { ReplacedValues } from './edits.ts';

/**
 * Who changed each field of a document's base last, the user or someone else, and which values it had before. An undo
 * may bring one of those back, and so revert someone else's change.
 */
export class ChangeOwners {
  /** Keys, not values: a long text may be saved hundreds of times. */
  readonly #earlier = new Map<string, Set<string>>();
  readonly #theirs = new Set<string>();
  /** What the user has stored past this document since its base was read, if nobody else's change was in between. */
  readonly #storedElsewhere = new Map<string, string | undefined>();

  get replaced(): ReplacedValues {
    return new Map([...this.#earlier].filter(([field]) => this.#theirs.has(field)));
  }

  recovered(replaced: ReplacedValues): void {
    for (const [field, values] of replaced) {
      this.#earlier.set(field, new Set(values));
      this.#theirs.add(field);
    }
  }

  /** The user changed these fields of the base. */
  mine(fields: Iterable<string>, base: RecordText | undefined): void {
    for (const field of fields) {
      this.#remember(field, base?.fields.get(field)?.raw);
      this.#theirs.delete(field);
    }
  }

  /** The user made these changes past the document, and the service has `answer` since. */
  savedElsewhere(changes: readonly Change[], answer: RecordText, base: RecordText): void {
    const stored = this.#storedElsewhere;
    for (const { field, before, after } of changes) {
      const known = stored.has(field) ? stored.get(field) : base.fields.get(field)?.raw;
      const now = answer.fields.get(field)?.raw;
      if (sameField(before, known) && sameField(after, now, sameMeaning)) stored.set(field, now);
      else stored.delete(field);
    }
  }

  /** Whether that save made the field what `version` has. */
  isSavedElsewhere(field: string, version: RecordText): boolean {
    const stored = this.#storedElsewhere;
    return stored.has(field) && sameField(stored.get(field), version.fields.get(field)?.raw);
  }

  /**
   * The base moves on from `old`, with these changes of what was shown: someone else's, except what the user stored
   * elsewhere. An undo may bring back what was shown, and another one the old base.
   */
  baseMoved(changes: readonly Change[], old: RecordText | undefined, base: RecordText): void {
    for (const { field, before } of changes) {
      if (old) this.#remember(field, old.fields.get(field)?.raw);
      this.#remember(field, before);
      this.#theirs.add(field);
    }
    const stored = [...this.#storedElsewhere.keys()];
    this.mine(
      stored.filter((field) => this.isSavedElsewhere(field, base)),
      old,
    );
    this.#storedElsewhere.clear();
  }

  /** The record is another one now. */
  clear(): void {
    this.#earlier.clear();
    this.#theirs.clear();
    this.#storedElsewhere.clear();
  }

  #remember(field: string, raw: string | undefined): void {
    const earlier = this.#earlier.get(field) ?? new Set();
    this.#earlier.set(field, earlier.add(valueKey(raw)));
  }
}
