import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import * as vscode from 'vscode';
import { closeAll, configure, edit, openRecord, until, value } from '../../support/host/records.ts';
import { type RecordService, reply, startRecordService } from '../../support/recordService.ts';

const steps = Number(process.env.VR_RANDOM_STEPS ?? 300);
const seed = Number(process.env.VR_RANDOM_SEED ?? Date.now() % 1_000_000);

/** Mulberry32: a run can be repeated from its seed. */
function randomNumbers(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const mineAlone = ['title', 'category', 'whiteboard'];
const theirsAlone = ['summary', 'language', 'recorded'];
const contested = 'slug';

suite(`${steps} random steps, seed ${seed}`, () => {
  let service: RecordService;
  suiteSetup(async () => {
    service = await startRecordService([5]);
    await configure({ desk: { baseUrl: service.baseUrl } });
  });
  suiteTeardown(async () => {
    await closeAll();
    await service.close();
  });

  test('no lost text, no lost change, no false "saved"', async function () {
    this.timeout(steps * 2000);
    const random = randomNumbers(seed);
    const document = await openRecord('desk', 5);
    /** The model: unsaved values of mine, and the last value that anyone stored for a field. */
    const unsaved = new Map<string, string>();
    const stored = new Map<string, unknown>(Object.entries(service.record(5)));
    /** The contested value that the document's edits are measured against. */
    let known = stored.get(contested);
    let counter = 0;

    const faults: ((response: ServerResponse, land: () => void) => boolean)[] = [
      (response) => {
        response.socket?.destroy();
        return false;
      },
      (response, land) => {
        land();
        response.socket?.destroy();
        return true;
      },
      (response) => {
        reply(response, { status: 500, body: '<title>Oops</title>' });
        return false;
      },
      (response) => {
        reply(response, { status: 400, body: '{"detail":"No."}' });
        return false;
      },
    ];

    const mine = async () => {
      const field = random(4) === 0 ? contested : (mineAlone[random(mineAlone.length)] ?? 'title');
      const text = `mine ${++counter}`;
      await edit(document, field, JSON.stringify(text));
      unsaved.set(field, text);
    };
    const theirs = () => {
      const field = random(5) === 0 ? contested : (theirsAlone[random(theirsAlone.length)] ?? 'summary');
      const text = `theirs ${++counter}`;
      service.change(5, { [field]: text });
      stored.set(field, text);
    };
    const landed = () => {
      for (const [field, text] of unsaved) stored.set(field, text);
      unsaved.clear();
    };
    const save = async (fault?: (typeof faults)[number]) => {
      const conflict = unsaved.has(contested) && stored.get(contested) !== known;
      let lands = !conflict;
      if (fault) service.intercept('PATCH', (_request, response, proceed) => (lands = fault(response, proceed)));
      const writes = service.requests.filter(({ method }) => method === 'PATCH').length;
      const saved = await document.save();
      service.calm();
      const wrote = service.requests.filter(({ method }) => method === 'PATCH').length - writes;
      if (unsaved.size === 0) assert.equal(wrote, 0, 'a save without changes wrote');
      else if (conflict) {
        assert.equal(saved, false, 'a conflict was saved');
        assert.equal(wrote, 0, 'a conflict was written');
        await vscode.commands.executeCommand(
          random(2) === 0 ? 'videoRecords.keepMine' : 'videoRecords.takeTheirs',
          document.uri,
        );
        if (service.record(5)[contested] !== unsaved.get(contested)) unsaved.delete(contested);
        landed();
      } else {
        assert.equal(saved, lands, `saved ${saved}, but the service ${lands ? 'holds' : 'does not hold'} it`);
        if (lands) landed();
      }
      if (unsaved.size > 0) return;
      // Take Theirs may have nothing to send, and still gives the document a new text.
      if (!conflict && wrote === 0) return;
      await until(
        'the document shows what the service holds',
        () => value(document, 'updated') === service.record(5).updated,
      );
      known = stored.get(contested);
    };
    const reload = async () => {
      const conflict = unsaved.has(contested) && stored.get(contested) !== known;
      const reloading = vscode.commands.executeCommand('videoRecords.reload', document.uri);
      await reloading;
      if (!conflict) {
        known = stored.get(contested);
        for (const field of theirsAlone)
          assert.equal(value(document, field), stored.get(field), `reload missed ${field}`);
      }
    };

    for (let step = 0; step < steps; step++) {
      const kind = random(10);
      if (kind < 4) await mine();
      else if (kind < 6) theirs();
      else if (kind < 8) await save();
      else if (kind < 9) await save(faults[random(faults.length)]);
      else await reload();
      const told = `after step ${step} (${kind})`;
      for (const [field, text] of unsaved) assert.equal(value(document, field), text, `lost text of ${field} ${told}`);
      for (const field of [...mineAlone, ...theirsAlone, contested]) {
        assert.equal(service.record(5)[field], stored.get(field), `lost change of ${field} ${told}`);
      }
    }
  });
});
