import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { journal } from '../../../src/history/journal.ts';
import { aWrite } from '../../support/historyWrites.ts';

const writer = join(import.meta.dirname, '..', '..', 'support', 'journalWriter.ts');

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vr-history-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'history');
}

async function sizes(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
}

suite('what is kept', () => {
  test('a write comes back as it was recorded, with a name and its time', async (t) => {
    const folder = await aFolder(t);
    const write = aWrite(5, {
      method: 'PUT',
      body: '{"a":1.0}',
      batch: 'b1',
      fields: [
        { field: 'état', before: '1.0', after: '1', stored: '2' },
        { field: 'gone', before: '"\\ud83d"', after: '"\u2028"', stored: null },
        { field: 'new', after: '[\n  1\n]' },
      ],
    });
    const start = Date.now();
    await journal(folder).record(write);
    const next = journal(folder);
    const [summary] = await next.list();
    assert.ok(summary);
    assert.deepEqual(summary.fields, ['état', 'gone', 'new']);
    assert.ok(summary.time >= start && summary.time <= Date.now());
    const { entry, time, ...kept } = (await next.read(summary)) ?? assert.fail();
    assert.deepEqual(kept, write);
    assert.equal(entry, summary.entry);
    assert.equal(Date.parse(time), summary.time);
  });

  test('the newest write is first, and those of another window come in', async (t) => {
    const folder = await aFolder(t);
    const [mine, other] = [journal(folder), journal(folder)];
    await mine.record(aWrite(1));
    assert.deepEqual(
      (await other.list()).map(({ id }) => id),
      [1],
    );
    await mine.record(aWrite(2));
    await other.record(aWrite(3));
    assert.deepEqual(
      (await other.list()).map(({ id }) => id),
      [3, 2, 1],
    );
    assert.equal(await other.list(), await other.list(), 'nothing is made anew while nothing changes');
  });

  test('only the user can read the files', { skip: process.platform === 'win32' }, async (t) => {
    const folder = await aFolder(t);
    await journal(folder).record(aWrite(1));
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    for (const name of await readdir(folder)) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  });

  test('cleared means that nothing is left, and a later write begins anew', async (t) => {
    const folder = await aFolder(t);
    const { record, list, clear } = journal(folder);
    await record(aWrite(1));
    await list();
    await clear();
    assert.deepEqual(await list(), []);
    await assert.rejects(readdir(folder), { code: 'ENOENT' });
    await record(aWrite(2));
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [2],
    );
  });

  test('what another window cleared is gone here too, and what it wrote since is there', async (t) => {
    const folder = await aFolder(t);
    // All in the same millisecond, as on a fast machine.
    t.mock.timers.enable({ apis: ['Date'] });
    const [mine, other] = [journal(folder), journal(folder)];
    await mine.record(aWrite(1));
    await mine.list();
    await other.clear();
    for (const id of [2, 3]) await other.record(aWrite(id));
    assert.deepEqual(
      (await mine.list()).map(({ id }) => id),
      [3, 2],
    );
  });
});

suite('what goes wrong', () => {
  test('a torn line costs itself alone, before and after a restart', async (t) => {
    const folder = await aFolder(t);
    const running = journal(folder);
    await running.record(aWrite(1));
    const [name = ''] = await readdir(folder);
    const line = (await readFile(join(folder, name), 'utf8')).trim();
    await appendFile(join(folder, name), `\n${line.slice(0, line.length / 2)}`);
    assert.deepEqual(
      (await running.list()).map(({ id }) => id),
      [1],
    );
    await running.record(aWrite(2));
    await appendFile(join(folder, name), `\n{"entry":"x"}\n\n[]\n${line.slice(0, 20)}`);
    await journal(folder).record(aWrite(3));
    for (const reader of [running, journal(folder)]) {
      assert.deepEqual(
        (await reader.list()).map(({ id }) => id),
        [3, 2, 1],
      );
    }
  });

  test('two windows that write at once, over many files, lose and mix nothing', async (t) => {
    const folder = await aFolder(t);
    const run = (first: number) =>
      promisify(execFile)(process.execPath, [
        '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
        writer,
        folder,
        `${first}`,
        '300',
      ]);
    await Promise.all([run(1), run(1001)]);
    const reader = journal(folder);
    const listed = await reader.list();
    const expected = [...Array(300).keys()].flatMap((index) => [1 + index, 1001 + index]);
    assert.deepEqual(
      listed.map(({ id }) => id).sort((one, other) => one - other),
      expected.sort((a, b) => a - b),
    );
    assert.ok((await readdir(folder)).length > 5);
    for (const summary of listed) assert.equal((await reader.read(summary))?.entry, summary.entry);
  });

  test('a full disk rejects, and what was written before is still there', {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const folder = await aFolder(t);
    const { record, list } = journal(folder, { maxBytes: 1e6, fileBytes: 500 });
    await record(aWrite(1));
    await symlink('/dev/full', join(folder, '9999999999999.jsonl'));
    await assert.rejects(record(aWrite(2)), { code: 'ENOSPC' });
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [1],
    );
  });

  test('writes that come together are all kept, in their order, and no file gets too long', async (t) => {
    const folder = await aFolder(t);
    const { record, list } = journal(folder, { maxBytes: 1e6, fileBytes: 3000 });
    await Promise.all(Array.from({ length: 50 }, (_, at) => record(aWrite(at))));
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      Array.from({ length: 50 }, (_, at) => 49 - at),
    );
    const lengths = await sizes(folder);
    assert.ok(lengths.length > 1 && lengths.every((size) => size <= 3000), lengths.join());
  });

  test('a file where the folder should be rejects', async (t) => {
    const folder = await aFolder(t);
    await writeFile(folder, '');
    await assert.rejects(journal(folder).record(aWrite(1)));
    await assert.rejects(journal(folder).list());
  });

  test('a write that was dropped meanwhile reads as undefined', async (t) => {
    const folder = await aFolder(t);
    const { record, list, read, readAll, clear } = journal(folder);
    await record(aWrite(1));
    const [summary] = await list();
    assert.ok(summary);
    await clear();
    assert.equal(await read(summary), undefined);
    assert.deepEqual(await readAll([summary]), []);
  });
});

suite('how much is kept', () => {
  test('the files never hold more than the limit, and the oldest writes go first', async (t) => {
    const folder = await aFolder(t);
    const limits = { maxBytes: 20_000, fileBytes: 2000 };
    const { record, list } = journal(folder, limits);
    for (let id = 1; id <= 200; id += 1) {
      await record(aWrite(id));
      const total = (await sizes(folder)).reduce((sum, size) => sum + size, 0);
      assert.ok(total <= limits.maxBytes, `${total} bytes after ${id} writes`);
    }
    const ids = (await list()).map(({ id }) => id);
    assert.equal(ids[0], 200);
    assert.ok(ids.length >= 30 && ids.length < 200);
    assert.deepEqual(
      ids,
      ids.map((_, index) => 200 - index),
    );
  });

  test('a write that is larger than a file is kept without its values', async (t) => {
    const folder = await aFolder(t);
    const { record, list, read } = journal(folder, { maxBytes: 20_000, fileBytes: 2000 });
    await record(aWrite(1, { method: 'PUT', body: 'x'.repeat(3000) }));
    const [summary] = await list();
    const entry = (await read(summary ?? assert.fail())) ?? assert.fail();
    assert.deepEqual([entry.fields, entry.body, entry.tooLarge], [[{ field: 'title' }], undefined, true]);
  });

  test('10,000 writes are listed, and only what is new is read after that', async (t) => {
    const folder = await aFolder(t);
    const { record, list, readAll } = journal(folder);
    await record(aWrite(1));
    const [name = ''] = await readdir(folder);
    const line = await readFile(join(folder, name), 'utf8');
    await appendFile(join(folder, name), line.repeat(9_999));
    const entries = await readAll(await list());
    assert.deepEqual([entries.length, entries.at(-1)?.fields], [10_000, aWrite(1).fields]);
    // Whoever reads these again finds no writes.
    await writeFile(join(folder, name), '\n'.repeat(line.length * 10_000));
    await record(aWrite(2));
    assert.deepEqual([(await list()).length, (await list())[0]?.id], [10_001, 2]);
  });
});
