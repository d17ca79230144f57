import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inSlices, severalAtOnce } from '../../../src/workbench/scheduling.ts';

function keepBusy(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('lets other work run between the items of a long task', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await inSlices([1, 2, 3, 4, 5], () => keepBusy(10));
  clearInterval(timer);
  assert.ok(turns >= 4, `${turns} turns`);
});

test('stops between items when it is no longer wanted', async () => {
  const abort = new AbortController();
  const done: number[] = [];
  const task = (item: number) => {
    done.push(item);
    keepBusy(10);
    if (item === 2) abort.abort();
  };
  await assert.rejects(inSlices([1, 2, 3], task, abort.signal), { name: 'AbortError' });
  assert.deepEqual(done, [1, 2]);
});

test('after a failure, nothing further is started', async () => {
  const started: number[] = [];
  const others = Promise.withResolvers<void>();
  const task = (item: number) => {
    started.push(item);
    return item === 2 ? Promise.reject(new Error('full')) : others.promise;
  };
  await assert.rejects(severalAtOnce([1, 2, 3, 4], 2, new AbortController().signal, task), /full/);
  others.resolve();
  await setImmediate();
  assert.deepEqual(started, [1, 2]);
});
