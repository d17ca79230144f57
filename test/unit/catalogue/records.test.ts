import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { lineOf, movedLine, recordInLine } from '../../../src/catalogue/entry.ts';
import { CatalogueFull, type CatalogueRecords, catalogueRecords } from '../../../src/catalogue/records.ts';
import { onOneLine } from '../../../src/record/format.ts';
import { readableRecord } from '../../../src/record/text.ts';
import { aCatalogueFolder, aVersion } from '../../support/catalogueSetup.ts';
import { rawRecord, recordOf } from '../../support/recordArbitraries.ts';

const writer = join(import.meta.dirname, '..', '..', 'support', 'catalogueWriter.ts');
const small = { maxRecords: 50_000, maxBytes: 1e9, fileBytes: 5000 };

async function idsIn(records: CatalogueRecords): Promise<number[]> {
  await records.refresh();
  return [...records.entries.keys()].sort((one, other) => one - other);
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

suite('what is kept', () => {
  test('a record comes back exactly as it was sent', async (t) => {
    const text =
      '{"id":7,"duration":12345678901234567890,"x":1.0,"title":"\\u0041 \\ud83d\\u2028\\n\\u0001","tags":[],"o":{"a":[1,{}]}}';
    const record = readableRecord(text);
    const folder = await aCatalogueFolder(t);
    await catalogueRecords(folder).put(7, { record, weakEtag: 'W/"a,b"' });
    const again = catalogueRecords(folder);
    assert.deepEqual(await idsIn(again), [7]);
    const entry = again.entries.get(7) ?? assert.fail();
    assert.equal(entry.etag, 'W/"a,b"');
    assert.equal(readableRecord((await again.recordText(entry)) ?? '').text, record.text);
  });

  test('any record survives being a line', () => {
    fc.assert(
      fc.property(rawRecord, fc.string(), (raw, etag) => {
        const record = readableRecord(recordOf(raw).text);
        const line = lineOf({ id: 1, time: 2, etag: `${etag},"record":{`, gone: false }, onOneLine(record.text));
        assert.ok(!line.includes('\n'));
        assert.equal(readableRecord(recordInLine(line)).text, record.text);
      }),
    );
  });

  test('the version that was read last counts, in every window', async (t) => {
    const folder = await aCatalogueFolder(t);
    const [mine, other] = [catalogueRecords(folder, small), catalogueRecords(folder, small)];
    await mine.put(1, aVersion(1));
    await other.put(1, aVersion(1, { title: 'Newer' }, '"2"'));
    for (const records of [mine, other, catalogueRecords(folder)]) {
      assert.deepEqual(await idsIn(records), [1]);
      assert.equal(records.entries.get(1)?.facts.title, 'Newer');
      assert.equal(records.entries.get(1)?.etag, '"2"');
    }
  });

  test('a clock that goes back hides nothing', async (t) => {
    const folder = await aCatalogueFolder(t);
    t.mock.timers.enable({ apis: ['Date'], now: 2_000_000 });
    await catalogueRecords(folder).put(1, aVersion(1));
    t.mock.timers.setTime(1_000_000);
    const records = catalogueRecords(folder);
    await records.put(1, aVersion(1, { title: 'Newer' }));
    for (const each of [records, catalogueRecords(folder)]) {
      await each.refresh();
      assert.equal(each.entries.get(1)?.facts.title, 'Newer');
    }
  });

  test('a line that is moved does not replace a newer one of another window', async (t) => {
    const folder = await aCatalogueFolder(t);
    const [mine, other] = [catalogueRecords(folder, small), catalogueRecords(folder, small)];
    await mine.put(1, aVersion(1, { title: 'Old' }));
    for (let round = 0; round < 10; round += 1) await mine.put(2, aVersion(2, { title: `${round}` }));
    await mine.refresh();
    const [file] = [...mine.entries.values()].map(({ place }) => place.file);
    const lines = (await readFile(join(folder, file ?? ''), 'utf8')).split('\n').filter(Boolean);
    // As if it had been written between reading and moving.
    await other.put(1, aVersion(1, { title: 'New' }));
    await appendFile(
      join(folder, (await readdir(folder)).sort().at(-1) ?? ''),
      `\n${movedLine(lines[0] ?? '', file ?? '')}\n`,
    );
    for (const each of [mine, other, catalogueRecords(folder)]) {
      await each.refresh();
      assert.equal(each.entries.get(1)?.facts.title, 'New');
    }
  });

  test('a record that is the same writes nothing, unless it has another ETag', async (t) => {
    const folder = await aCatalogueFolder(t);
    const records = catalogueRecords(folder);
    assert.equal(await records.putIfChanged(1, aVersion(1)), true);
    await records.refresh();
    const before = await bytesIn(folder);
    assert.equal(await records.putIfChanged(1, aVersion(1)), false);
    assert.equal(await bytesIn(folder), before);
    assert.equal(await records.putIfChanged(1, aVersion(1, {}, '"2"')), false);
    assert.ok((await bytesIn(folder)) > before);
  });

  test('a version that is overtaken while it is compared writes nothing', async (t) => {
    const folder = await aCatalogueFolder(t);
    const records = catalogueRecords(folder);
    await records.put(1, aVersion(1));
    await records.refresh();
    const entry = records.entries.get(1) ?? assert.fail();
    const old = records.putIfChanged(1, aVersion(1, { title: 'Old' }));
    const gone = records.markGone(entry);
    const saved = records.putIfChanged(1, aVersion(1, { title: 'Saved' }));
    assert.deepEqual(await Promise.all([old, gone, saved]), [false, undefined, true]);
    const lines = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    assert.equal(lines.join('').match(/"id":1,"time"/g)?.length, 2);
  });

  test('what is deleted leaves no words behind, in any window', async (t) => {
    const folder = await aCatalogueFolder(t);
    const [mine, other] = [catalogueRecords(folder), catalogueRecords(folder)];
    await mine.put(1, aVersion(1, { title: 'Lanterns' }));
    for (const records of [mine, other]) await records.refresh();
    assert.ok(other.words.has('lanterns'));
    await mine.clear();
    for (const records of [mine, other]) {
      await records.refresh();
      assert.deepEqual([records.words.size, records.entries.size], [0, 0]);
    }
  });

  test('a record that is gone stays known, and can come back', async (t) => {
    const records = catalogueRecords(await aCatalogueFolder(t));
    await records.put(1, aVersion(1));
    await records.refresh();
    await records.markGone(records.entries.get(1) ?? assert.fail());
    await records.refresh();
    const gone = records.entries.get(1) ?? assert.fail();
    assert.deepEqual([gone.gone, gone.facts.title], [true, 'Talk 1']);
    await records.put(1, aVersion(1));
    await records.refresh();
    assert.equal(records.entries.get(1)?.gone, false);
  });

  test('only the user can read the files', { skip: process.platform === 'win32' }, async (t) => {
    const folder = await aCatalogueFolder(t);
    await catalogueRecords(folder).put(1, aVersion(1));
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    for (const name of await readdir(folder)) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  });

  test('what one window deletes is gone in the other', async (t) => {
    const folder = await aCatalogueFolder(t);
    const [mine, other] = [catalogueRecords(folder), catalogueRecords(folder)];
    await mine.put(1, aVersion(1));
    assert.deepEqual(await idsIn(other), [1]);
    await mine.clear();
    assert.deepEqual([await idsIn(mine), await idsIn(other)], [[], []]);
    await assert.rejects(stat(folder), { code: 'ENOENT' });
    await other.put(2, aVersion(2));
    assert.deepEqual(await idsIn(mine), [2]);
  });
});

suite('what goes wrong', () => {
  test('a torn line costs its record alone, and one that is still being written is read later', async (t) => {
    const folder = await aCatalogueFolder(t);
    const records = catalogueRecords(folder);
    for (const id of [1, 2]) await records.put(id, aVersion(id));
    const [name = ''] = await readdir(folder);
    const file = join(folder, name);
    const [first = '', second = ''] = (await readFile(file, 'utf8')).trim().split('\n\n');
    await writeFile(file, `\n${first}\n\n${second.slice(0, 300)}`);
    const reader = catalogueRecords(folder);
    assert.deepEqual(await idsIn(reader), [1]);
    await appendFile(file, second.slice(300, 400));
    assert.deepEqual(await idsIn(reader), [1]);
    await appendFile(file, `${second.slice(400)}\n`);
    assert.deepEqual(await idsIn(reader), [1, 2]);
    await appendFile(file, `\n${second.slice(0, 300)}`);
    await records.put(3, aVersion(3));
    await appendFile(file, '\n{"id":4,"time":1}\n\n{"id":"x","time":1,"record":{}}\n[]\nnull\n');
    for (const each of [reader, catalogueRecords(folder)]) assert.deepEqual(await idsIn(each), [1, 2, 3]);
  });

  test('two windows that write at once lose and mix nothing', async (t) => {
    const folder = await aCatalogueFolder(t);
    const run = (first: number) =>
      promisify(execFile)(process.execPath, [
        '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
        writer,
        folder,
        `${first}`,
        '200',
      ]);
    await Promise.all([run(1), run(1001)]);
    const ids = [1, 1001].flatMap((first) => Array.from({ length: 200 }, (_, at) => first + at));
    assert.deepEqual(await idsIn(catalogueRecords(folder)), ids);
    assert.ok((await readdir(folder)).length > 5);
  });

  test('a full disk rejects, and what was written before is still there', {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const folder = await aCatalogueFolder(t);
    const records = catalogueRecords(folder, small);
    await records.put(1, aVersion(1));
    await symlink('/dev/full', join(folder, '9999999999999.jsonl'));
    await assert.rejects(records.put(2, aVersion(2)), { code: 'ENOSPC' });
    await rm(join(folder, '9999999999999.jsonl'));
    assert.deepEqual(await idsIn(records), [1]);
  });
});

suite('how much is kept', () => {
  test('no more records than the limit, but new versions of those that are there', async (t) => {
    const folder = await aCatalogueFolder(t);
    const records = catalogueRecords(folder, { ...small, maxRecords: 3 });
    for (const id of [1, 2, 3]) await records.put(id, aVersion(id));
    await assert.rejects(records.put(4, aVersion(4)), CatalogueFull);
    await records.refresh();
    await assert.rejects(records.put(4, aVersion(4)), CatalogueFull);
    await records.put(3, aVersion(3, { title: 'New' }));
    assert.deepEqual(await idsIn(records), [1, 2, 3]);
  });

  test('no more records than the limit while others are read', async (t) => {
    const records = catalogueRecords(await aCatalogueFolder(t), { ...small, maxRecords: 3 });
    await Promise.all([records.refresh(), ...[1, 2, 3].map((id) => records.put(id, aVersion(id)))]);
    await assert.rejects(records.put(4, aVersion(4)), CatalogueFull);
  });

  test('no more bytes than the limit', async (t) => {
    const folder = await aCatalogueFolder(t);
    const records = catalogueRecords(folder, { ...small, maxBytes: 20_000 });
    await assert.rejects(async () => {
      for (let id = 1; id < 100; id += 1) await records.put(id, aVersion(id));
    }, CatalogueFull);
    assert.ok((await bytesIn(folder)) < 21_000 && (await idsIn(records)).length > 10);
  });

  test('no more text in memory than the limit: what does not fit is not known', async (t) => {
    const folder = await aCatalogueFolder(t);
    const grown = { description: '\ufdfa'.repeat(1_000) };
    const records = catalogueRecords(folder, { ...small, maxCharacters: 50_000 });
    for (const id of [1, 2, 3]) await records.put(id, aVersion(id, grown));
    assert.deepEqual(await idsIn(records), [1, 2]);
    assert.ok(records.isFull());
    await assert.rejects(records.put(4, aVersion(4)), CatalogueFull);
    const again = catalogueRecords(folder, { ...small, maxCharacters: 50_000 });
    assert.deepEqual(await idsIn(again), [1, 2]);
  });

  test('outdated lines go, and neither window notices', async (t) => {
    const folder = await aCatalogueFolder(t);
    const [mine, other] = [catalogueRecords(folder, small), catalogueRecords(folder, small)];
    for (let round = 0; round < 10; round += 1) {
      for (let id = 1; id <= 20; id += 1) await mine.put(id, aVersion(id, { title: `Round ${round}` }));
    }
    await mine.put(100, aVersion(100));
    assert.equal((await idsIn(other)).length, 21);
    const before = await bytesIn(folder);
    await mine.compact();
    assert.ok((await bytesIn(folder)) < before / 3, `${await bytesIn(folder)} of ${before} bytes`);
    for (const records of [mine, other, catalogueRecords(folder)]) {
      assert.equal((await idsIn(records)).length, 21);
      for (const entry of records.entries.values()) {
        const title = entry.id === 100 ? 'Talk 100' : 'Round 9';
        assert.equal(JSON.parse((await records.recordText(entry)) ?? '{}').title, title);
      }
    }
  });

  test('what was outdated stays so when its newer version is moved', async (t) => {
    const folder = await aCatalogueFolder(t);
    t.mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const [mine, other] = [catalogueRecords(folder, small), catalogueRecords(folder, small)];
    const put = async (id: number, title: string) => {
      t.mock.timers.tick(1);
      await mine.put(id, aVersion(id, { title }));
      await mine.refresh();
    };
    const files = async () => (await readdir(folder)).length;
    // Most of the first file stays up to date, and little of the second one.
    await put(100, 'Old');
    for (let id = 1; (await files()) < 2; id += 1) await put(id, 'Old');
    const [first] = await readdir(folder);
    await put(1, 'New');
    await put(2, 'New');
    await mine.markGone(mine.entries.get(2) ?? assert.fail());
    while ((await files()) < 4) await put(100, 'New');
    await idsIn(other);
    await mine.compact();
    assert.ok((await readdir(folder)).includes(first ?? ''));
    assert.notEqual(mine.entries.get(1)?.movedFrom, undefined);
    for (const each of [mine, other, catalogueRecords(folder, small)]) {
      await each.refresh();
      assert.deepEqual([each.entries.get(1)?.facts.title, each.entries.get(2)?.gone], ['New', true]);
    }
  });

  test('a record that is larger than a file has one to itself', async (t) => {
    const folder = await aCatalogueFolder(t);
    const records = catalogueRecords(folder, { ...small, fileBytes: 2000 });
    await records.put(1, aVersion(1));
    await records.put(2, aVersion(2, { description: 'x'.repeat(5000) }));
    await records.put(3, aVersion(3));
    assert.deepEqual(await idsIn(records), [1, 2, 3]);
    assert.equal((await readdir(folder)).length, 3);
  });
});
