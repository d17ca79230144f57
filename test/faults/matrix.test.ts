import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll } from '../support/host/records.ts';
import { type Cell, matrix } from './cells.ts';
import { type Footprint, grownHandles, lastingFootprint } from './footprint.ts';
import { hostWatch } from './hostWatch.ts';
import type { Outcome } from './outcomes.ts';
import { type Stage, setStage } from './stage.ts';
import { type CellState, explanation, markdownTable } from './table.ts';

const long = process.env.VR_FAULTS === 'long';
const outFolder = join(import.meta.dirname, '..', '..', 'out');
const patienceMs = 15_000;

suite(`Faults and actions (${long ? 'long' : 'short'})`, () => {
  const cells = matrix();
  const states = new Map<Cell, CellState>();
  const watch = hostWatch();
  let stage: Stage;
  let before: Footprint;

  suiteSetup(async () => {
    stage = await setStage();
    before = await lastingFootprint();
  });
  suiteTeardown(async () => {
    watch.dispose();
    await stage.close();
    const stateOf = (cell: Cell) => states.get(cell) ?? 'not run';
    const table = `${markdownTable(cells, stateOf)}\n\n${explanation(cells, stateOf)}\n`;
    mkdirSync(outFolder, { recursive: true });
    writeFileSync(join(outFolder, 'faults.md'), table);
    for (const line of table.trimEnd().split('\n')) console.log(line);
  });
  teardown(closeAll);

  for (const cell of cells) {
    const { fault, action, outcome, short } = cell;
    if ('reason' in outcome || !(short || long)) continue;
    test(`${fault.name}: ${action.name}`, async () => {
      states.set(cell, 'broken');
      await play(cell, outcome);
      states.set(cell, 'held');
    });
  }

  test('no connection, timer or other handle is left', async () => {
    const closed = Promise.all(Object.values(stage.gates).map((gate) => gate.allClosed()));
    await inTime('connections are closed', closed);
    assert.deepEqual(grownHandles(before, await lastingFootprint()), {});
    assert.deepEqual(watch.taken(), []);
  });

  async function play({ fault, action }: Cell, outcome: Outcome): Promise<void> {
    const attempt = await action.prepare(stage, fault.service);
    const trouble = await fault.arrange(stage, attempt.aim);
    try {
      // A server that restarts is back within a second only on a quiet machine.
      const isPatient = outcome.result === 'done' && fault.class === 'restart';
      const result = isPatient ? await attempt.run() : await stage.impatiently(() => attempt.run());
      assert.equal(result, outcome.result, 'the outcome is another');
      await attempt.check(outcome);
      if (action.method !== 'GET') assert.ok(trouble.carriedOut() <= 1, 'the write was repeated');
      await inTime('connections are released', trouble.released());
    } finally {
      await trouble.over();
    }
    assert.equal(await attempt.run(), 'done', 'the next try fails, although the fault is gone');
    await attempt.check({ result: 'done', holds: 'new' });
    assert.deepEqual(watch.taken(), []);
  }
});

async function inTime(what: string, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited in vain: ${what}`)), patienceMs);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
