import { sameField, sameMeaning, valueKey } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { Base } from './edits.ts';
import type { Saved } from './outcome.ts';

/** A change that this window sent and the service stored as it was sent. Keys, not values: a text may be long. */
interface OwnWrite {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly order: number;
}

/** What this window has stored, wherever it was saved: nobody else is blamed for it, and no earlier answer counts. */
export class OwnWrites {
  readonly #writes = new Map<string, OwnWrite[]>();
  readonly #lastSaved = new Map<string, number>();

  note(id: number, { version, mine }: Saved): void {
    const key = keyOf(id, version);
    const { order, record } = version;
    const writes = mine.flatMap(({ field, before, after }) => {
      const stored = record.fields.get(field)?.raw;
      if (!sameField(after, stored, sameMeaning)) return [];
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
    const since = (this.#writes.get(keyOf(id, base)) ?? []).filter(
      (write) => write.field === field && write.order > base.order,
    );
    let known = valueKey(base.record.fields.get(field)?.raw);
    for (const { before, after } of since) {
      if (before !== known) return false;
      known = after;
    }
    return since.length > 0 && known === valueKey(now.fields.get(field)?.raw);
  }
}

function keyOf(id: number, { serviceAddress }: Pick<Base, 'serviceAddress'>): string {
  return `${serviceAddress} ${id}`;
}
