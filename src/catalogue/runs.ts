import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { rangesOf } from '../record/references.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';
import { ifMissing } from '../workbench/lineFiles.ts';
import { writeWhole } from '../workbench/wholeFile.ts';

const count = z.int().nonnegative();

/** An update, finished or not: which numbers were asked for, and when. What it found are the records. */
const storedRun = z.object({
  /** When it began. What it covers is at least as new. */
  since: count,
  /** The fingerprint of the credential it read with. */
  credential: z.string(),
  /** It asks for all numbers. Its only range ends with the last record, once that is known. */
  isOfAll: z.boolean(),
  /** The service's list told it which records there are. */
  isListed: z.boolean().default(false),
  /** The first and last number of each range. */
  ranges: z.array(z.tuple([count, count]).readonly()).readonly(),
  /** All numbers of its ranges up to this one were asked for. */
  upTo: count,
  /** Of these, the numbers that could not be read. */
  failed: z.array(count).readonly(),
  isComplete: z.boolean(),
});

export type Run = Readonly<z.infer<typeof storedRun>>;
export type Range = Run['ranges'][number];

/** The oldest one stays: what is known is as old as that. */
const maxRuns = 20;

export function covers({ upTo, ranges, failed }: Run, id: number): boolean {
  return id <= upTo && ranges.some(([first, last]) => first <= id && id <= last) && !failed.includes(id);
}

const openEnd = Number.MAX_SAFE_INTEGER;

/** What an update asks for: these numbers, else all from the first one. */
export interface Wanted {
  readonly ids?: readonly number[];
  readonly from?: number;
}

/** Goes on with an unfinished run for the same numbers, else begins one. */
export function nextRun(runs: readonly Run[], { ids, from = 1 }: Wanted, credential: string): Run {
  const ranges: readonly Range[] = ids ? rangesOf(ids.toSorted((one, other) => one - other)) : [[from, openEnd]];
  const isOfAll = ids === undefined && from === 1;
  const isSame = (run: Run) => (isOfAll ? run.isOfAll : JSON.stringify(run.ranges) === JSON.stringify(ranges));
  const unfinished = runs.findLast((run) => !run.isComplete && run.credential === credential && isSame(run));
  const begun = { since: Date.now(), credential, isOfAll, isListed: false, ranges, upTo: from - 1, failed: [] };
  return unfinished ?? { ...begun, isComplete: false };
}

export function isOpenEnded(ranges: readonly Range[]): boolean {
  return ranges[0]?.[1] === openEnd;
}

/**
 * A run of all numbers, or one that has covered all that an earlier one did, takes its place. One that found nothing new
 * leaves nothing.
 */
export function withRun(runs: readonly Run[], run: Run): readonly Run[] {
  if (run.isComplete && run.ranges.length === 0) return runs.filter(({ since }) => since !== run.since);
  const isWithin = ([first, last]: Range, upTo: number) =>
    run.ranges.some(([start, end]) => start <= first && Math.min(last, upTo) <= end);
  const isReplaced = ({ since, ranges, upTo }: Run) =>
    since === run.since || (run.isComplete && (run.isOfAll || ranges.every((range) => isWithin(range, upTo))));
  const all = [...runs.filter((other) => !isReplaced(other)), run];
  return all.filter((_, at) => at === 0 || at > all.length - maxRuns);
}

/** The runs of a catalogue, the oldest first. Two windows may lose each other's last step. */
export type RunFile = ReturnType<typeof runFile>;

export function runFile(path: string) {
  return {
    async read(): Promise<readonly Run[]> {
      // Most services have none, and every record that is read or saved asks for it: trying to read takes much longer.
      if (!existsSync(path)) return [];
      // A file that can't be read now must not count as deleted: an update then deletes the rest.
      const stored = jsonOrUndefined(await readFile(path, 'utf8').catch(ifMissing('')));
      return [stored].flat().flatMap((one) => storedRun.safeParse(one).data ?? []);
    },
    write: (runs: readonly Run[]) => writeWhole(path, JSON.stringify(runs)),
  };
}
