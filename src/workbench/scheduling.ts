import { setImmediate as pause } from 'node:timers/promises';

/** Runs a task once all tasks before it have ended, whether they succeeded or failed. */
export function turns(): <T>(task: () => Promise<T>) => Promise<T> {
  const inTurn = keyedTurns();
  return (task) => inTurn('', task);
}

/** The same for the tasks of each key. */
export function keyedTurns(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const next = (last.get(key) ?? Promise.resolve()).then(task);
    const ended = next
      .catch(() => {})
      .then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return next;
  };
}

/** Does something for each item in its order, several at a time. After the signal or a failure no further one is started. */
export async function severalAtOnce<T>(
  items: Iterable<T>,
  atOnce: number,
  signal: AbortSignal,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const work = async () => {
    while (!signal.aborted && !hasFailed) {
      const item = waiting.next();
      if (item.done) return;
      await task(item.value).catch((failure) => {
        hasFailed = true;
        throw failure;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const sliceMs = 8;

/** Does something with each item, and lets other work run whenever that has taken some milliseconds. */
export async function inSlices<T>(items: Iterable<T>, task: (item: T) => void, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let sliceEnd = performance.now() + sliceMs;
  for (const item of items) {
    task(item);
    if (performance.now() < sliceEnd) continue;
    await pause();
    signal?.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  }
}

const sortedAtOnce = 1000;

/** Sorts as `toSorted` does, in slices: parts first, then two neighbours at a time. */
export async function sortedInSlices<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<readonly T[]> {
  let parts: (readonly T[])[] = [];
  const starts = Array.from({ length: Math.ceil(items.length / sortedAtOnce) }, (_, at) => at * sortedAtOnce);
  await inSlices(starts, (start) => parts.push(items.slice(start, start + sortedAtOnce).sort(compare)));
  while (parts.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < parts.length; at += 2) {
      const both: T[] = [];
      await inSlices(mergedItems(parts[at] ?? [], parts[at + 1] ?? [], compare), (item) => both.push(item));
      merged.push(both);
    }
    parts = merged;
  }
  return parts[0] ?? [];
}

function* mergedItems<T>(some: readonly T[], others: readonly T[], compare: (one: T, other: T) => number): Iterable<T> {
  let at = 0;
  for (const item of some) {
    for (let other = others[at]; other !== undefined && compare(other, item) < 0; other = others[at]) {
      yield other;
      at += 1;
    }
    yield item;
  }
  yield* others.slice(at);
}

/** Runs a task for a key after a delay; another call for the key restarts the delay. */
export function quietTimers() {
  const timers = new Map<string, NodeJS.Timeout>();
  const cancel = (key: string) => {
    clearTimeout(timers.get(key));
    timers.delete(key);
  };
  return {
    schedule(key: string, milliseconds: number, task: () => void) {
      cancel(key);
      const run = () => {
        timers.delete(key);
        task();
      };
      timers.set(key, setTimeout(run, milliseconds));
    },
    cancel,
    dispose() {
      for (const key of [...timers.keys()]) cancel(key);
    },
  };
}
