import { type Change, valueKey } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { ReplacedValues } from './edits.ts';

/**
 * Who changed each field of a document's base last, the user or someone else, and which values it had before. An undo
 * may bring one of those back, and so revert someone else's change.
 */
export class ChangeOwners {
  /** Keys, not values: a long text may be saved hundreds of times. */
  readonly #earlier = new Map<string, ReadonlySet<string>>();
  readonly #theirs = new Set<string>();

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

  /** Someone else made these changes of what was shown. An undo may bring that back, and another one the old base. */
  theirs(changes: readonly Change[], base: RecordText): void {
    for (const { field, before } of changes) {
      this.#remember(field, base.fields.get(field)?.raw);
      this.#remember(field, before);
      this.#theirs.add(field);
    }
  }

  /** The record is another one now. */
  clear(): void {
    this.#earlier.clear();
    this.#theirs.clear();
  }

  #remember(field: string, raw: string | undefined): void {
    // A new set: whoever got the earlier one compares with what was known then.
    this.#earlier.set(field, new Set(this.#earlier.get(field)).add(valueKey(raw)));
  }
}
