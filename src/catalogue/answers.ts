import type { ListedRecord } from '../service/list.ts';
import { isSameUpdate } from '../service/readList.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import type { CatalogueRecords, KeptVersion } from './records.ts';

/** What the service has under a number: a version, the one that is known, or nothing. */
export type UpdateAnswer = KeptVersion | 'same' | 'missing';

export interface UpdateCounts {
  /** Records that the service sent, or said were the same. */
  readonly read: number;
  /** Of these, the new ones and those with other values. */
  readonly changed: number;
  readonly missing: number;
  readonly failed: number;
}

const keptAtOnce = 50;

/** Keeps what an update reads. Here, and in `note` of the catalogue, an answer changes what the catalogue has. */
export class Answers {
  readonly #records: CatalogueRecords;
  readonly counts = { read: 0, changed: 0, missing: 0, failed: 0 } satisfies UpdateCounts;

  constructor(records: CatalogueRecords) {
    this.#records = records;
  }

  /**
   * Nothing is written for a record that is the same: the run says when it was read. An answer that was asked for at a
   * moment of `records.now` is too old if something else was kept after that.
   */
  async keep(id: number, answer: UpdateAnswer, askedAt: number): Promise<void> {
    const isOutdated = this.#records.isKeptSince(id, askedAt);
    if (answer === 'missing') {
      const entry = this.#records.entries.get(id);
      if (entry && !entry.gone && !isOutdated) await this.#records.markGone(entry);
      this.counts.missing += 1;
      return;
    }
    const isKept = answer !== 'same' && !isOutdated;
    if (isKept && (await this.#records.putIfChanged(id, answer))) this.counts.changed += 1;
    this.counts.read += 1;
  }

  /** Several at a time, so that they are written together. Nothing stops it: they are read already. */
  keepAll(records: Iterable<ListedRecord>, askedAt: number): Promise<void> {
    const { signal } = new AbortController();
    return severalAtOnce(records, keptAtOnce, signal, ({ id, text }) => this.keep(id, { record: { text } }, askedAt));
  }

  /** Whether the catalogue has what a list has only in part. */
  async isUnchanged({ id, text }: ListedRecord): Promise<boolean> {
    const entry = this.#records.entries.get(id);
    const kept = entry && !entry.gone ? await this.#records.recordText(entry) : undefined;
    return kept !== undefined && isSameUpdate(text, kept);
  }
}
