import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, rename, rmdir, stat, symlink } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { catalogueRecords } from '../../../src/catalogue/records.ts';
import { runFile } from '../../../src/catalogue/runs.ts';
import {
  type UpdateOptions,
  type UpdateProgress,
  type UpdateResult,
  updateCatalogue,
} from '../../../src/catalogue/update.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { createClient } from '../../../src/service/client.ts';
import { isRecordError, RecordError } from '../../../src/service/recordError.ts';
import { createTransport } from '../../../src/service/transport.ts';
import { aCatalogueFolder, aVersion } from '../../support/catalogueSetup.ts';
import { aRecord, type Fields, type Reply, reply } from '../../support/recordService.ts';

const missing: Reply = { status: 404, body: '{"detail":"Not found."}' };
const broken: Reply = { status: 500, body: '<title>Oops</title>' };

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function found(id: number, fields: Fields = {}, headers = {}): Reply {
  return { status: 200, body: JSON.stringify(aRecord(id, fields)), headers };
}

/** A service that answers by number, a catalogue of it, and updates of that. */
async function setUp(t: TestContext, answer: (id: number, headers: IncomingHttpHeaders) => Reply) {
  const service = { answer, asked: [] as number[], times: [] as number[], open: 0, mostOpen: 0, latency: 0 };
  const server = createServer(async ({ url = '', headers }, response) => {
    const id = Number(url.slice(url.lastIndexOf('/') + 1));
    service.asked.push(id);
    service.times.push(performance.now());
    service.open += 1;
    service.mostOpen = Math.max(service.mostOpen, service.open);
    await sleep(service.latency);
    service.open -= 1;
    reply(response, service.answer(id, headers));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const transport = createTransport({ connectTimeout: 30_000 });
  t.after(() => transport.close());
  const address = parseServiceAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const client = createClient({ address, transport, timeout: 30_000, maxBytes: 1024 * 1024 });
  const read: UpdateOptions['read'] = (id, etag, signal) =>
    etag === undefined
      ? client.read(id, { signal, paced: true })
      : client.readIfChanged(id, etag, { signal, paced: true });
  const folder = await aCatalogueFolder(t);
  const records = catalogue(folder);
  const options: UpdateOptions = { read, credential: '', signal: new AbortController().signal };
  let ended: UpdateResult['end'];
  /** What was asked for in this update, in order. */
  const update = async (more: Partial<UpdateOptions> = {}) => {
    service.asked = [];
    const { end, ...result } = await records.update({ ...options, ...more });
    ended = end;
    return { ...result, asked: service.asked.toSorted((one, other) => one - other) };
  };
  return { service, folder, records, options, update, ended: () => ended };
}

suite('what is asked for', () => {
  test('all numbers, four at a time, until 200 in a row are missing', async (t) => {
    const { service, records, update } = await setUp(t, (id) =>
      id <= 10 || (id > 190 && id <= 210) || id === 409 ? found(id) : missing,
    );
    service.latency = 2;
    const { asked, ...result } = await update();
    assert.deepEqual(result, { read: 31, changed: 31, missing: 578, failed: 0 });
    assert.deepEqual(asked, range(1, 609));
    assert.equal(service.mostOpen, 4);
    assert.equal(records.state()?.records, 31);
    assert.ok(records.isMissing(11) && !records.isMissing(5) && !records.isMissing(700));
  });

  test('later all of them again, and what is gone is marked', async (t) => {
    const { service, records, update } = await setUp(t, (id) => (id % 2 === 1 && id < 20 ? found(id) : missing));
    await update();
    service.answer = (id) =>
      id === 5
        ? missing
        : id === 7
          ? found(7, { title: 'New' })
          : id === 21 || (id % 2 === 1 && id < 20)
            ? found(id)
            : missing;
    const { asked, ...result } = await update();
    assert.deepEqual(result, { read: 10, changed: 2, missing: 211, failed: 0 });
    assert.deepEqual(asked, range(1, 221));
    assert.ok(records.isMissing(5));
    assert.equal(records.entries().find(({ id }) => id === 7)?.facts.title, 'New');
  });

  for (const [name, before] of [
    ['refused', { status: 403, body: '{"detail":"Draft"}' }],
    ['missing', missing],
  ] as const) {
    test(`a number that was ${name} once is a record as soon as the service shows it`, async (t) => {
      let isShown = false;
      const { records, update } = await setUp(t, (id) =>
        id > 10 ? missing : id % 2 === 1 || isShown ? found(id) : before,
      );
      await update();
      assert.deepEqual([records.state()?.records, records.isMissing(4)], [5, true]);
      isShown = true;
      await update();
      assert.deepEqual([records.state()?.records, records.isMissing(4)], [10, false]);
    });
  }

  test('with another credential, which is the one it was read with then', async (t) => {
    const { records, update } = await setUp(t, (id) => (id === 3 ? found(id) : missing));
    await update({ credential: 'one' });
    assert.deepEqual((await update({ credential: 'two' })).asked, range(1, 203));
    assert.deepEqual(records.state()?.credentials, ['two']);
  });

  test('the given numbers, and after that all up to them and beyond', async (t) => {
    const { records, update } = await setUp(t, (id) => (id <= 3 || (id >= 500 && id < 505) ? found(id) : missing));
    const { asked, ...result } = await update({ ids: [504, 500, 501, 502, 503, 508] });
    assert.deepEqual(result, { read: 5, changed: 5, missing: 1, failed: 0 });
    assert.deepEqual(asked, [500, 501, 502, 503, 504, 508]);
    assert.deepEqual([records.isMissing(508), records.isMissing(507), records.isMissing(1)], [true, false, false]);
    assert.deepEqual((await update()).asked, range(1, 704));
    assert.ok(records.isMissing(400));
  });

  test('numbers behind the last record again, also those that were chosen before', async (t) => {
    const { service, records, update } = await setUp(t, (id) => (id <= 80 ? found(id) : missing));
    await update({ ids: range(1, 1000) });
    const asOf = records.state()?.asOf ?? 0;
    service.answer = (id) => (id <= 85 ? found(id) : missing);
    assert.deepEqual((await update()).asked, range(1, 285));
    assert.equal(records.state()?.records, 85);
    assert.ok((records.state()?.asOf ?? 0) > asOf);
  });

  test('a record so far away that it says nothing about the numbers between is asked for alone', async (t) => {
    const { records, update } = await setUp(t, (id) => (id <= 3 || id === 900_000 ? found(id) : missing));
    await update({ ids: [900_000] });
    assert.deepEqual((await update()).asked, [...range(1, 203), 900_000]);
    assert.ok(!records.isMissing(4000));
  });
});

suite('where reading by number ends', () => {
  test('after a gap that grows with the numbers: a quarter of the last one, 200 at least', async (t) => {
    const { service, update, ended } = await setUp(t, (id) => (id % 10 === 0 && id <= 1500 ? found(id) : missing));
    assert.equal((await update()).asked.at(-1), 1875);
    assert.deepEqual(ended(), { last: 1500, upTo: 1875 });
    service.answer = (id) => (id === 1874 || (id % 10 === 0 && id <= 1500) ? found(id) : missing);
    assert.equal((await update()).asked.at(-1), 1874 + 469);
    assert.deepEqual(ended(), { last: 1874, upTo: 2343 });
  });

  test('looking further begins behind the gap, and what it finds is in the next update', async (t) => {
    const { records, update, ended } = await setUp(t, (id) => (id <= 10 || id === 430 ? found(id) : missing));
    await update();
    assert.deepEqual(ended(), { last: 10, upTo: 210 });
    assert.deepEqual((await update({ from: 211 })).asked, range(211, 410));
    assert.deepEqual(ended(), { last: 10, upTo: 410 });
    assert.deepEqual((await update({ from: 411 })).asked, range(411, 630));
    assert.deepEqual(ended(), { last: 430, upTo: 630 });
    assert.equal(records.state()?.records, 11);
    assert.deepEqual((await update()).asked, range(1, 630));
  });

  test('a record that was opened beyond the end extends it', async (t) => {
    const { records, update } = await setUp(t, (id) => (id <= 3 || id === 400 ? found(id) : missing));
    await update();
    await records.note(400, aVersion(400));
    assert.deepEqual((await update()).asked, range(1, 600));
  });

  test('new numbers only: the rest stays as old as it is', async (t) => {
    const { service, records, update } = await setUp(t, (id) => (id <= 5 ? found(id) : missing));
    await update();
    const asOf = records.state()?.asOf;
    service.answer = (id) => (id <= 6 ? found(id, { title: 'New' }) : missing);
    const { asked, ...result } = await update({ from: 6 });
    assert.deepEqual([asked, result], [range(6, 206), { read: 1, changed: 1, missing: 200, failed: 0 }]);
    assert.deepEqual([records.state()?.asOf, records.state()?.records], [asOf, 6]);
  });
});

suite('progress', () => {
  test('has no end as long as nobody knows it, then the true one', async (t) => {
    const { update } = await setUp(t, (id) => (id <= 40 ? found(id) : missing));
    const totals = async () => {
      const seen = new Set<unknown>();
      await update({ report: ({ total }) => seen.add(total) });
      return [...seen];
    };
    assert.deepEqual(await totals(), [undefined]);
    assert.deepEqual(await totals(), [240]);
  });

  test('a record without an ETag is read again, and one with an ETag only if it has changed', async (t) => {
    const versions = new Map([
      [1, { etag: '"a"', title: 'One' }],
      [2, { etag: 'W/"b"', title: 'Two' }],
      [3, { etag: '', title: 'Three' }],
    ]);
    const conditions: unknown[] = [];
    const { records, update } = await setUp(t, (id, headers) => {
      const version = versions.get(id);
      if (!version) return missing;
      conditions.push(headers['if-none-match']);
      if (version.etag !== '' && headers['if-none-match'] === version.etag) return { status: 304 };
      return found(id, { title: version.title }, version.etag && { etag: version.etag });
    });
    await update();
    assert.deepEqual(conditions.splice(0), [undefined, undefined, undefined]);
    const { asked: _, ...same } = await update();
    assert.deepEqual(same, { read: 3, changed: 0, missing: 200, failed: 0 });
    assert.deepEqual(conditions.splice(0).map(String).sort(), ['"a"', 'W/"b"', 'undefined']);
    versions.set(1, { etag: '"c"', title: 'Newer' });
    assert.equal((await update()).changed, 1);
    const { etag, facts } = records.entries().find(({ id }) => id === 1) ?? assert.fail();
    assert.deepEqual([etag, facts.title], ['"c"', 'Newer']);
  });
});

suite('what stops an update', () => {
  test('a cancellation keeps what was read, and the next update goes on from there', async (t) => {
    const { records, update } = await setUp(t, (id) => (id <= 300 ? found(id) : missing));
    const abort = new AbortController();
    const first = await update({ signal: abort.signal, report: ({ read }) => read >= 150 && abort.abort() });
    assert.equal(first.stopped, 'cancelled');
    assert.ok(first.read >= 150 && first.read < 155);
    assert.equal(records.state()?.isComplete, false);
    assert.ok(records.state()?.records === first.read);
    const totals = new Set<number | undefined>();
    const report = ({ total }: UpdateProgress) => void totals.add(total);
    const second = await update({ report });
    // Nobody has seen the end of the numbers yet.
    assert.deepEqual([...totals], [undefined]);
    assert.ok((second.asked[0] ?? 0) > 145 && second.asked.at(-1) === 500 && second.stopped === undefined);
    assert.deepEqual([records.state()?.records, records.state()?.isComplete], [300, true]);
    totals.clear();
    assert.equal((await update({ report })).asked[0], 1);
    assert.deepEqual([...totals], [500]);
  });

  test('a cancelled look further is over with the next update of everything', async (t) => {
    const { records, update } = await setUp(t, (id) => (id <= 10 ? found(id) : missing));
    await update();
    const abort = new AbortController();
    const further = { from: 211, signal: abort.signal };
    await update({ ...further, report: ({ missing: count }: UpdateProgress) => count >= 50 && abort.abort() });
    const asOf = records.state()?.asOf ?? 0;
    assert.equal(records.state()?.isComplete, false);
    await update();
    assert.equal(records.state()?.isComplete, true);
    assert.ok((records.state()?.asOf ?? 0) > asOf);
  });

  test('deleting the catalogue in another window, and nothing of it is left', async (t) => {
    const { folder, records, update } = await setUp(t, (id) => (id <= 40 ? found(id) : missing));
    const read: UpdateOptions['read'] = async (id) => {
      if (id === 20) await catalogue(folder).delete();
      return id <= 40 ? aVersion(id) : Promise.reject(new RecordError('notFound'));
    };
    const result = await update({ read });
    assert.equal(result.stopped, 'deleted');
    assert.equal(records.state(), undefined);
    await assert.rejects(stat(folder), { code: 'ENOENT' });
  });

  test('an unreadable list of its updates, and nothing of it is lost', async (t) => {
    const { folder, records, update } = await setUp(t, (id) => (id <= 40 ? found(id) : missing));
    const [runs, aside] = [join(folder, 'runs.json'), join(folder, 'runs.aside')];
    const read: UpdateOptions['read'] = async (id) => {
      if (id === 20) {
        await rename(runs, aside);
        await mkdir(runs);
      }
      return id <= 40 ? aVersion(id) : Promise.reject(new RecordError('notFound'));
    };
    await assert.rejects(update({ read }), { code: 'EISDIR' });
    await rmdir(runs);
    await rename(aside, runs);
    await records.load();
    assert.equal(records.state()?.records, 40);
  });

  test('five failures in a row, and the next update tries them again', async (t) => {
    let isBroken = true;
    const { records, update } = await setUp(t, (id) => (id > 40 && isBroken ? broken : id <= 60 ? found(id) : missing));
    const stopped = await update();
    assert.deepEqual([stopped.stopped, stopped.read, stopped.failed], ['failures', 40, 5]);
    assert.ok(isRecordError(stopped.cause) && stopped.cause.kind === 'unavailable');
    assert.ok(stopped.asked.length <= 40 + 5 + 3);
    isBroken = false;
    const { asked, ...rest } = await update();
    assert.deepEqual([rest, asked[0]], [{ read: 20, changed: 20, missing: 200, failed: 0 }, 41]);
    assert.equal(records.state()?.records, 60);
  });

  test('single failures and answers that are no record do not, and are not taken for missing', async (t) => {
    const odd: Readonly<Record<number, Reply>> = {
      5: broken,
      10: { status: 200, body: '<html><title>Sign in</title></html>' },
      15: found(16),
      20: { status: 200, body: '' },
      25: { status: 304 },
      30: { status: 403, body: '{"detail":"Draft"}' },
      35: { status: 200, body: '[1]' },
    };
    const { records, update } = await setUp(t, (id) => odd[id] ?? (id <= 40 ? found(id) : missing));
    const { asked: _, ...result } = await update();
    assert.deepEqual(result, { read: 33, changed: 33, missing: 201, failed: 6 });
    assert.deepEqual(range(1, 40).filter(records.isMissing), [30]);
    assert.equal(records.state()?.isComplete, false);
    assert.ok((await update()).asked.includes(10));
  });

  test('a service with endless numbers: the catalogue is full', async (t) => {
    const { folder, options } = await setUp(t, (id) => found(id));
    const records = catalogueRecords(folder, { maxRecords: 100, maxBytes: 1e9, fileBytes: 1e6 });
    const result = await updateCatalogue(records, runFile(join(folder, 'runs.json')), options);
    assert.deepEqual([result.stopped, result.failed, records.entries.size], ['full', 0, 100]);
  });

  test('a full disk', { skip: process.platform !== 'linux' }, async (t) => {
    const { folder, update } = await setUp(t, (id) => found(id));
    await mkdir(folder, { recursive: true });
    await symlink('/dev/full', join(folder, '9999999999999.jsonl'));
    const { stopped, cause } = await update();
    assert.deepEqual([stopped, (cause as NodeJS.ErrnoException).code], ['storage', 'ENOSPC']);
  });
});

suite('a service that limits requests', () => {
  const limited = (seconds?: number): Reply => ({
    status: 429,
    ...(seconds !== undefined && { headers: { 'retry-after': `${seconds}` } }),
  });

  for (const [name, refusal] of [
    ['the time it asks for', limited(1)],
    ['a second, where it names no time', limited()],
  ] as const) {
    test(`makes all requests wait ${name}, and what it refused is read after that`, async (t) => {
      let refusedAt = 0;
      const { service, update } = await setUp(t, (id) => {
        if (id !== 20 || refusedAt > 0) return id <= 40 ? found(id) : missing;
        refusedAt = performance.now();
        return refusal;
      });
      service.latency = 5;
      const { asked, ...result } = await update();
      assert.deepEqual(result, { read: 40, changed: 40, missing: 200, failed: 0 });
      assert.equal(asked.length, 241);
      const early = service.times.filter((time) => time > refusedAt && time < refusedAt + 950);
      assert.ok(early.length <= 8, `${early.length} requests did not wait`);
    });
  }

  test('stops the update at once, if it asks for a very long pause', async (t) => {
    const { update } = await setUp(t, (id) => (id > 8 ? limited(3600) : found(id)));
    const { stopped, cause, asked } = await update();
    assert.equal(stopped, 'failures');
    assert.ok(isRecordError(cause) && cause.kind === 'rateLimited' && cause.details.retryAfter === 3600);
    assert.ok(asked.length <= 12);
    assert.equal((await update()).asked[0], 9);
  });
});
