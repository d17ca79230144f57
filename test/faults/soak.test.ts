import assert from 'node:assert/strict';
import { configure } from '../support/host/records.ts';
import { type RecordService, startRecordService } from '../support/recordService.ts';
import { curate } from './curator.ts';
import { type Footprint, footprint, grownHandles, lastingFootprint } from './footprint.ts';
import { type Gate, startGate } from './gate.ts';
import { hostWatch } from './hostWatch.ts';

const seconds = Number(process.env.VR_SOAK_SECONDS ?? 30);
const ids = [1, 2, 3, 4, 5, 6, 7, 8];
/** Enough for every module to be loaded and every cache to be filled. */
const warmUpRounds = ids.length + 2;
/** On a slow machine the time may be over before there is anything to measure. */
const leastRounds = ids.length;
/** A run that is silent for longer counts as hanging. */
const tellEveryMs = 30_000;
const noiseBytes = 4 * 1024 * 1024;
/**
 * VS Code compiles more and more of what runs, and keeps something of each row that a view was given; the history keeps
 * its summaries (`docs/proof.md`). A document that stayed behind would be larger.
 */
const bytesPerRound = 16 * 1024;

suite(`Soak, ${seconds} s`, () => {
  const watch = hostWatch();
  let records: RecordService;
  let gate: Gate;

  suiteSetup(async () => {
    records = await startRecordService(ids);
    gate = await startGate(records.baseUrl);
    await configure({ desk: { baseUrl: gate.baseUrl } });
  });
  suiteTeardown(async () => {
    watch.dispose();
    await configure({});
    await gate.down();
    await records.close();
  });

  test('a curator’s day leaves no memory, handle or socket behind', async function () {
    this.timeout((seconds + 300) * 1000);
    let round = 0;
    const nextRound = async () => {
      const id = ids[round % ids.length] ?? 1;
      await curate(records, id, ids[(round + 1) % ids.length] ?? 1, round);
      // The service's own memory is no part of what is measured.
      records.requests.length = 0;
      round += 1;
    };
    /** Connections end themselves when no request comes for a while. */
    const atRest = async () => {
      await gate.allClosed();
      return lastingFootprint();
    };

    while (round < warmUpRounds) await nextRound();
    const before = await atRest();
    tell(round, before);
    const end = performance.now() + seconds * 1000;
    let told = performance.now();
    while (performance.now() < end || round < warmUpRounds + leastRounds) {
      await nextRound();
      if (performance.now() - told < tellEveryMs) continue;
      tell(round, footprint());
      told = performance.now();
    }
    const after = await atRest();
    tell(round, after);

    const growth = after.heapBytes - before.heapBytes;
    const rounds = round - warmUpRounds;
    const allowed = noiseBytes + rounds * bytesPerRound;
    assert.ok(growth < allowed, `the heap has grown by ${mebibytes(growth)} MiB in ${rounds} rounds`);
    assert.deepEqual(grownHandles(before, after), {}, 'handles are left');
    assert.deepEqual(watch.taken(), []);
  });
});

function tell(round: number, { heapBytes, handles }: Footprint): void {
  const counts = Object.entries(handles).map(([kind, count]) => `${kind} ${count}`);
  console.log(`      after ${round} rounds: heap ${mebibytes(heapBytes)} MiB; ${counts.join(', ')}`);
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
