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
