import { type Change, sameField, sameMeaning, valueKey } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';
import type { Base } from './edits.ts';
import type { Saved } from './outcome.ts';

/** A change that this window sent and the service stored. Keys, not values: a text may be long. */
interface OwnWrite {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly order: number;
}

/** What a save is about to store, or may have stored: its answer is still to come. */
interface PendingWrite {
  readonly key: string;
  readonly changes: readonly Change[];
}

/** What this window has stored, wherever it was saved: nobody else is blamed for it, and no earlier answer counts. */
export class OwnWrites {
  readonly #writes = new Map<string, OwnWrite[]>();
  readonly #pending = new Map<object, PendingWrite>();
  readonly #lastSaved = new Map<string, number>();

  /** These changes of a version are sent. Whoever reads the record may see them before the save has ended. */
  sending(save: object, id: number, current: RecordVersion, changes: readonly Change[]): void {
    this.#pending.set(save, { key: keyOf(id, current), changes });
  }

  /** The save that sent something has ended. */
  sent(save: object): void {
    this.#pending.delete(save);
  }

  note(id: number, { version, mine }: Saved): void {
    const key = keyOf(id, version);
    const { order, record } = version;
    const writes = mine.flatMap(({ field, before, after }) => {
      const stored = record.fields.get(field)?.raw;
      if (!isStoredAs(after, stored)) return [];
      return [{ field, before: valueKey(before), after: valueKey(stored), order }];
    });
    this.#writes.set(key, [...(this.#writes.get(key) ?? []), ...writes]);
    this.#lastSaved.set(key, order);
  }

  /** Whether a save of the record has ended since this version was asked for. */
  isOutdated(id: number, version: RecordVersion): boolean {
    return version.order < (this.#lastSaved.get(keyOf(id, version)) ?? 0);
  }

  /** Whether writes of this window, and nobody else's, made the field of the base what `now` has. */
  explain(id: number, field: string, base: Base, now: RecordText): boolean {
    const key = keyOf(id, base);
    const raw = now.fields.get(field)?.raw;
    const writes = (this.#writes.get(key) ?? []).filter((write) => write.field === field && write.order > base.order);
    let known = valueKey(base.record.fields.get(field)?.raw);
    for (const { before, after } of writes) {
      // A version that was asked for before the end of a save may have what it stored.
      if (before !== known && after !== known) return false;
      known = after;
    }
    if (writes.length > 0 && known === valueKey(raw)) return true;
    const pending = [...this.#pending.values()].flatMap((write) => (write.key === key ? write.changes : []));
    return pending.some(
      (change) => change.field === field && valueKey(change.before) === known && isStoredAs(change.after, raw),
    );
  }
}

/** Whether a service that was sent one value may have made the other of it: it may sort a list, trim its texts and drop doubles. */
function isStoredAs(sent: string | undefined, stored: string | undefined): boolean {
  return sameField(sent, stored, (one, other) => sameMeaning(tidyList(one), tidyList(other)));
}

/** A list of texts as a service may store it. Any other value as it is. */
function tidyList(raw: string): string {
  const value = raw.startsWith('[') ? jsonOrUndefined(raw) : undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return raw;
  return JSON.stringify([...new Set(value.map((item) => item.trim()))].sort());
}

function keyOf(id: number, { serviceAddress }: Pick<Base, 'serviceAddress'>): string {
  return `${serviceAddress} ${id}`;
}
