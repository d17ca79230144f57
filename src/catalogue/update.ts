import { onOneLine } from '../record/format.ts';
import { asksForPause } from '../service/followUp.ts';
import { type Pace, pacer } from '../service/pace.ts';
import { isRecordError } from '../service/recordError.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import { CatalogueFull, type CatalogueRecords, etagOf, type KeptVersion } from './records.ts';
import { covers, isOpenEnded, nextRun, type Range, type Run, type RunFile, rangesOf, withRun } from './runs.ts';

export interface UpdateOptions {
  /** Undefined: the record still has this ETag. Leaves it to the caller to wait where the service asks for it. */
  readonly read: (id: number, etag: string | undefined, signal: AbortSignal) => Promise<KeptVersion | undefined>;
  /** Without them, all numbers until 200 in a row are missing. */
  readonly ids?: readonly number[];
  /** The fingerprint of the credential that is used. */
  readonly credential: string;
  readonly signal: AbortSignal;
  /** Called after each number. */
  readonly report?: (progress: UpdateProgress) => void;
}

export interface UpdateCounts {
  /** Records that the service sent, or said were the same. */
  readonly read: number;
  /** Of these, the new ones and those with other values. */
  readonly changed: number;
  readonly missing: number;
  readonly failed: number;
}

export interface UpdateProgress extends UpdateCounts {
  /** How many numbers will be asked for, where that is known. */
  readonly total: number | undefined;
}

export interface UpdateResult extends UpdateCounts {
  /** Why it ended early. The next one goes on from there. */
  readonly stopped?: 'cancelled' | 'failures' | 'full' | 'storage';
  readonly cause?: unknown;
}

const atOnce = 4;
const maxGap = 200;
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
  /** What was asked for earlier with the same credential. */
  readonly #earlier: readonly Run[];
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #pace: Pace;
  readonly #counts = { read: 0, changed: 0, missing: 0, failed: 0 };
  readonly #total: number | undefined;
  #ranges: readonly Range[];
  #next: number;
  #lastFound: number;
  /** The numbers without an answer yet. The next run begins with them. */
  readonly #open = new Set<number>();
  /** Of these, the ones that failed since the last answer. */
  #failing: number[] = [];
  readonly #failed: number[];
  #savedAt = performance.now();
  #stopped: Pick<UpdateResult, 'stopped' | 'cause'> = {};

  constructor(records: CatalogueRecords, runs: RunFile, options: UpdateOptions, known: readonly Run[]) {
    this.#records = records;
    this.#runs = runs;
    this.#options = options;
    this.#begun = nextRun(known, options.ids, options.credential);
    this.#earlier = known.filter((run) => run !== this.#begun && run.credential === options.credential);
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
    this.#pace = pacer(this.#signal);
    this.#ranges = this.#begun.ranges;
    this.#failed = [...this.#begun.failed];
    this.#next = this.#begun.upTo + 1;
    const present = [...records.entries.values()].filter(({ gone }) => !gone).map(({ id }) => id);
    this.#lastFound = present.reduce((last, id) => (id < this.#next ? Math.max(last, id) : last), 0);
    const left = (options.ids ?? present).filter((id) => id >= this.#next).length;
    // How many there are is known only after all of them were asked for.
    const isKnown = known.some(({ isOfAll, isComplete }) => isOfAll && isComplete);
    this.#total = options.ids ? left : isKnown ? left + maxGap : undefined;
  }

  async run(): Promise<UpdateResult> {
    try {
      await this.#save(false);
      await (this.#options.ids ? this.#askFor(this.#options.ids) : this.#askForAll());
      this.#answered();
      await this.#save(!this.#signal.aborted);
    } catch (failure) {
      this.#end(failure);
    }
    return { ...this.#counts, ...(this.#options.signal.aborted ? { stopped: 'cancelled' } : this.#stopped) };
  }

  /** All numbers up to the gap, then the known records beyond it. */
  async #askForAll(): Promise<void> {
    if (isOpenEnded(this.#ranges)) {
      // An answer that was awaited when the numbers ended may have moved their end.
      do await this.#askEach(this.#numbers());
      while (!this.#signal.aborted && this.#next <= this.#lastFound + maxGap);
      if (this.#signal.aborted) return;
      const beyond = [...this.#records.entries.keys()].filter((id) => id >= this.#next);
      this.#ranges = [[1, this.#lastFound], ...rangesOf(beyond)];
    }
    await this.#askFor([...this.#records.entries.keys()]);
  }

  /** Leaves out the numbers that are known to be missing. */
  *#numbers(): Iterable<number> {
    for (let id = this.#next; id <= this.#lastFound + maxGap; id += 1) {
      this.#next = id + 1;
      const isPresent = this.#records.entries.get(id)?.gone === false;
      if (isPresent) this.#lastFound = id;
      if (isPresent || !this.#earlier.some((run) => covers(run, id))) yield id;
    }
  }

  #askFor(ids: readonly number[]): Promise<void> {
    return this.#askEach(ids.filter((id) => id >= this.#next).sort((one, other) => one - other));
  }

  #askEach(ids: Iterable<number>): Promise<void> {
    return severalAtOnce(ids, atOnce, this.#signal, (id) => this.#ask(id));
  }

  async #ask(id: number): Promise<void> {
    this.#next = Math.max(this.#next, id + 1);
    this.#open.add(id);
    try {
      const answer = await this.#answerFor(id);
      this.#answered();
      await this.#keep(id, answer);
      this.#open.delete(id);
      if (performance.now() > this.#savedAt + savedEachMs) await this.#save(false);
    } catch (failure) {
      if (this.#signal.aborted) return;
      this.#fail(id, failure);
    }
    this.#options.report?.({ ...this.#counts, total: this.#total });
  }

  /** A record that the credential does not allow to see is as good as missing. */
  async #answerFor(id: number): Promise<KeptVersion | 'same' | 'missing'> {
    const entry = this.#records.entries.get(id);
    const etag = entry?.gone ? undefined : entry?.etag;
    try {
      return (await this.#pace(() => this.#options.read(id, etag, this.#signal))) ?? 'same';
    } catch (failure) {
      if (isRecordError(failure, 'notFound', 'forbidden')) return 'missing';
      throw failure;
    }
  }

  /** Nothing is written for a record that is the same: the run says when it was read. */
  async #keep(id: number, answer: KeptVersion | 'same' | 'missing'): Promise<void> {
    const entry = this.#records.entries.get(id);
    if (answer === 'missing') {
      if (entry && !entry.gone) await this.#records.markGone(entry);
      this.#counts.missing += 1;
      return;
    }
    this.#lastFound = Math.max(this.#lastFound, id);
    if (answer !== 'same') {
      const before = entry && !entry.gone ? await this.#records.recordText(entry) : undefined;
      const isSame = before === onOneLine(answer.record.text);
      if (!isSame || entry?.etag !== etagOf(answer)) await this.#records.put(id, answer);
      if (!isSame) this.#counts.changed += 1;
    }
    this.#counts.read += 1;
  }

  #answered(): void {
    if (this.#signal.aborted) return;
    for (const id of this.#failing) this.#open.delete(id);
    this.#failed.push(...this.#failing);
    this.#failing = [];
  }

  #fail(id: number, failure: unknown): void {
    if (isRecordError(failure)) {
      this.#counts.failed += 1;
      this.#failing.push(id);
      if (this.#failing.length < maxFailures && !asksForPause(failure)) return;
    }
    this.#end(failure);
  }

  #end(cause: unknown): void {
    const stopped = isRecordError(cause) ? 'failures' : cause instanceof CatalogueFull ? 'full' : 'storage';
    this.#stopped = { stopped, cause };
    this.#stop.abort();
  }

  async #save(isComplete: boolean): Promise<void> {
    this.#savedAt = performance.now();
    const upTo = Math.min(this.#next, ...this.#open) - 1;
    const failed = this.#failed.filter((id) => id <= upTo);
    const run: Run = { ...this.#begun, ranges: this.#ranges, upTo, failed, isComplete };
    await this.#runs.write(withRun(await this.#runs.read(), run));
    await this.#records.refresh();
  }
}
