import type { Medians } from './figures.ts';

/** Does something and gives back how long the part that counts took, in milliseconds. */
export type Timed = (round: number) => number | Promise<number>;

/** The two take turns, so that whatever else the machine does hits both; the first rounds count for nothing. */
export async function sideBySide(rounds: number, warmUp: number, ours: Timed, floor: Timed): Promise<Medians> {
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
    for (const side of order) {
      const time = await (side === 'ours' ? ours : floor)(round);
      if (round >= warmUp) times[side].push(time);
    }
  }
  return { ours: median(times.ours), floor: median(times.floor) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export async function timed(action: () => unknown): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** For actions far shorter than the clock's grain: the time of one, from many in a row. */
export function timedMany(times: number, action: () => unknown): number {
  const started = performance.now();
  for (let count = 0; count < times; count += 1) action();
  return (performance.now() - started) / times;
}

/**
 * Does something, and gives back the longest time that nothing else could run in this thread meanwhile, in milliseconds
 * of the processor: a machine that does other things at that moment does not count.
 */
export async function longestTurn(action: () => Promise<unknown>): Promise<number> {
  let [longest, isWatching] = [0, true];
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  await action();
  isWatching = false;
  return longest;
}
