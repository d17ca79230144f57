import { toDoFile } from '../document/knownRecord.ts';
import { rangesOf } from '../record/references.ts';
import { asksForPause } from '../service/followUp.ts';
import type { ListedRecord, ListPage } from '../service/list.ts';
import { type Pace, pacer } from '../service/pace.ts';
import { type Listed, type ListedAs, listedAs, readList } from '../service/readList.ts';
import { isRecordError } from '../service/recordError.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import { Answers, type UpdateAnswer, type UpdateCounts } from './answers.ts';
import { NumberWalk } from './numberWalk.ts';
import { CatalogueFull, type CatalogueRecords, type KeptVersion } from './records.ts';
import { isOpenEnded, nextRun, type Range, type Run, type RunFile, type Wanted, withRun } from './runs.ts';

/** With `from`, all numbers from there, which `Look Further` asks for; without anything, all records. */
export interface UpdateOptions extends Wanted {
  /** Undefined: the record still has this ETag. Leaves it to the caller to wait where the service asks for it. */
  readonly read: (id: number, etag: string | undefined, signal: AbortSignal) => Promise<KeptVersion | undefined>;
  /** A page of the service's list. Rejects if it has none. */
  readonly list?: (at: string | undefined, signal: AbortSignal) => Promise<ListPage>;
  /** The fingerprint of the credential that is used. */
  readonly credential: string;
  readonly signal: AbortSignal;
  /** Called after each number or page. */
  readonly report?: (progress: UpdateProgress) => void;
}

export interface UpdateProgress extends UpdateCounts {
  /** How many numbers were asked for. */
  readonly asked: number;
  /** How many will be, where that is known. */
  readonly total: number | undefined;
  /** How far the list was read, while it is. */
  readonly listed?: { readonly read: number; readonly total: number | undefined };
}

export interface UpdateResult extends UpdateCounts {
  /** Why it ended early. The next one goes on from there. */
  readonly stopped?: 'cancelled' | 'deleted' | 'failures' | 'full' | 'storage';
  readonly cause?: unknown;
  /** Where it ended because the numbers behind the last record don't exist, up to `upTo`. */
  readonly end?: { readonly last: number; readonly upTo: number };
}

const atOnce = 4;
const maxFailures = 5;
const savedEachMs = 1000;

/** Asks the service for what may have changed. What was read stays, however it ends. */
export async function updateCatalogue(
  records: CatalogueRecords,
  runs: RunFile,
  options: UpdateOptions,
): Promise<UpdateResult> {
  await records.compact();
  return new Update(records, runs, options, await runs.read()).run();
}

class Update {
  readonly #records: CatalogueRecords;
  readonly #runs: RunFile;
  readonly #options: UpdateOptions;
  readonly #begun: Run;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #pace: Pace;
  readonly #answers: Answers;
  readonly #walk: NumberWalk;
  /** All numbers were asked for before. Until then nobody knows where records end. */
  readonly #isEndKnown: boolean;
  /** How many numbers were asked for. */
  #asked = 0;
  /** How many will have been, where no walk decides it. */
  #total: number | undefined;
  #ranges: readonly Range[];
  #isListed = false;
  #next: number;
  /** The numbers without an answer yet. The next run begins with them. */
  readonly #open = new Set<number>();
  /** Of these, the ones that failed since the last answer. */
  #failing: number[] = [];
  readonly #failed: number[];
  #savedAt: number | undefined;
  #stopped: Pick<UpdateResult, 'stopped' | 'cause'> = {};

  constructor(records: CatalogueRecords, runs: RunFile, options: UpdateOptions, known: readonly Run[]) {
    this.#records = records;
    this.#runs = runs;
    this.#options = options;
    this.#answers = new Answers(records);
    this.#begun = nextRun(known, options, options.credential);
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
    this.#pace = pacer(this.#signal);
    this.#ranges = this.#begun.ranges;
    this.#failed = [...this.#begun.failed];
    this.#next = this.#begun.upTo + 1;
    const present = [...records.entries.values()].filter(({ gone }) => !gone).map(({ id }) => id);
    this.#isEndKnown = known.some(({ isOfAll, isComplete }) => isOfAll && isComplete);
    this.#walk = new NumberWalk({ first: options.from ?? 1, next: this.#next, present });
  }

  async run(): Promise<UpdateResult> {
    try {
      await this.#save(false);
      const { ids } = this.#options;
      if (ids) await this.#askFor(ids);
      else if (!(await this.#askForListed())) await this.#askForAll();
      this.#answered();
      await this.#save(!this.#signal.aborted);
    } catch (failure) {
      this.#end(failure);
    }
    if (this.#options.signal.aborted) return { ...this.#answers.counts, stopped: 'cancelled' };
    const isWalked = !this.#options.ids && !this.#isListed && !this.#stopped.stopped;
    const end = isWalked && { end: { last: this.#walk.last, upTo: this.#walk.end } };
    return { ...this.#answers.counts, ...end, ...this.#stopped };
  }

  /** Reads the service's list. False: there is none that all records can be read with. */
  async #askForListed(): Promise<boolean> {
    const { list, from = 1 } = this.#options;
    if (!list || from > 1) return false;
    const since = this.#records.now();
    const listed = await readList({
      page: (at) => this.#pace(() => list(at, this.#signal)),
      compare: (record) => this.#compare(record),
      hasAny: (ids) => this.#hasAny(ids),
      report: (read, total) => this.#report({ read, total }),
    });
    if (!listed) return false;
    if (listed.isWhole) await this.#answers.keepAll(listed.records.values(), since);
    if (listed.failure && this.#signal.aborted) return true;
    if (listed.failure) {
      // What was kept is read again, by number.
      this.#answers.counts.read = 0;
      return false;
    }
    await this.#askForRest(listed);
    this.#isListed = true;
    return true;
  }

  /** What the list does not tell: records that it has only in part, and known ones that it leaves out. */
  async #askForRest({ records, isWhole }: Listed): Promise<void> {
    const ids: number[] = [];
    for (const record of isWhole ? [] : records.values()) {
      if (await this.#answers.isUnchanged(record)) this.#answers.counts.read += 1;
      else ids.push(record.id);
    }
    for (const { id, gone } of this.#records.entries.values()) if (!gone && !records.has(id)) ids.push(id);
    this.#next = 1;
    await this.#askFor(ids);
    if (this.#signal.aborted) return;
    const last = [...records.keys(), ...ids].reduce((most, id) => Math.max(most, id), 0);
    this.#ranges = [[1, last]];
    this.#next = last + 1;
  }

  /** All numbers up to the gap, then the known records beyond it. */
  async #askForAll(): Promise<void> {
    const [first = 1] = this.#ranges[0] ?? [];
    if (isOpenEnded(this.#ranges)) {
      // An answer that was awaited when the numbers ended may have moved their end.
      do await this.#askEach(this.#walk.numbers());
      while (!this.#signal.aborted && !this.#walk.isOver);
      if (this.#signal.aborted) return;
      this.#next = this.#walk.next;
      const beyond = [...this.#records.entries.keys()].filter((id) => id >= this.#next);
      const isNothing = first > 1 && this.#walk.last < first;
      this.#ranges = [
        ...(isNothing ? [] : [[first, this.#walk.last] as const]),
        ...rangesOf(beyond.sort((one, other) => one - other)),
      ];
    }
    await this.#askFor([...this.#records.entries.keys()]);
  }

  /** Those of these numbers that were not asked for yet. */
  #askFor(ids: readonly number[]): Promise<void> {
    const left = ids.filter((id) => id >= this.#next).sort((one, other) => one - other);
    this.#total = this.#asked + left.length;
    return this.#askEach(left);
  }

  #askEach(ids: Iterable<number>): Promise<void> {
    return severalAtOnce(ids, atOnce, this.#signal, (id) => this.#ask(id));
  }

  async #ask(id: number): Promise<void> {
    this.#next = Math.max(this.#next, id + 1);
    this.#open.add(id);
    const since = this.#records.now();
    try {
      const answer = await this.#answerFor(id);
      this.#answered();
      await this.#answers.keep(id, answer, since);
      if (answer !== 'missing') this.#walk.found(id);
      this.#open.delete(id);
      if (performance.now() > (this.#savedAt ?? 0) + savedEachMs) await this.#save(false);
    } catch (failure) {
      if (this.#signal.aborted) return;
      this.#fail(id, failure);
    }
    this.#asked += 1;
    this.#report();
  }

  /** A record that the credential does not allow to see is as good as missing. */
  async #answerFor(id: number): Promise<UpdateAnswer> {
    const entry = this.#records.entries.get(id);
    const etag = entry?.gone ? undefined : entry?.etag;
    try {
      return (await this.#pace(() => this.#options.read(id, etag, this.#signal))) ?? 'same';
    } catch (failure) {
      if (isRecordError(failure, 'notFound', 'forbidden')) return 'missing';
      throw failure;
    }
  }

  async #compare({ id, text }: ListedRecord): Promise<ListedAs> {
    try {
      const version = await this.#pace(() => this.#options.read(id, undefined, this.#signal));
      return version ? listedAs(text, version.record.text) : 'part';
    } catch (failure) {
      if (isRecordError(failure)) return 'part';
      throw failure;
    }
  }

  /** What can't be read counts as a record: then nobody relies on the list. */
  async #hasAny(ids: Iterable<number>): Promise<boolean> {
    const found = new AbortController();
    const look = async (id: number) => {
      if ((await this.#answerFor(id).catch(() => 'failed')) !== 'missing') found.abort();
    };
    await severalAtOnce(ids, atOnce, found.signal, look);
    return found.signal.aborted;
  }

  #report(listed?: UpdateProgress['listed']): void {
    const walked = this.#isEndKnown ? this.#walk.end - this.#begun.upTo : undefined;
    const total = this.#total ?? walked;
    this.#options.report?.({ ...this.#answers.counts, asked: this.#asked, total, ...(listed && { listed }) });
  }

  #answered(): void {
    if (this.#signal.aborted) return;
    for (const id of this.#failing) this.#open.delete(id);
    this.#failed.push(...this.#failing);
    this.#failing = [];
  }

  #fail(id: number, failure: unknown): void {
    if (isRecordError(failure)) {
      this.#answers.counts.failed += 1;
      this.#failing.push(id);
      if (this.#failing.length < maxFailures && !asksForPause(failure)) return;
    }
    this.#end(failure);
  }

  #end(cause: unknown): void {
    this.#stopped = { stopped: reasonFor(cause), cause };
    this.#stop.abort();
  }

  async #save(isComplete: boolean): Promise<void> {
    const known = await this.#runs.read();
    if (this.#savedAt !== undefined && known.length === 0) {
      // What was written since then would be kept, although it was deleted.
      await this.#records.clear(toDoFile);
      throw new CatalogueDeleted();
    }
    this.#savedAt = performance.now();
    const upTo = Math.min(this.#next, ...this.#open) - 1;
    const failed = this.#failed.filter((id) => id <= upTo);
    const { ranges, isListed } = { ranges: this.#ranges, isListed: this.#isListed };
    const run: Run = { ...this.#begun, ranges, isListed, upTo, failed, isComplete };
    await this.#runs.write(withRun(known, run));
    await this.#records.refresh();
  }
}

class CatalogueDeleted extends Error {}

function reasonFor(cause: unknown): Required<UpdateResult>['stopped'] {
  if (isRecordError(cause)) return 'failures';
  if (cause instanceof CatalogueDeleted) return 'deleted';
  return cause instanceof CatalogueFull ? 'full' : 'storage';
}
