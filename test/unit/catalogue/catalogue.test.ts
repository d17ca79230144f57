import assert from 'node:assert/strict';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type Catalogue, catalogue, catalogueFolder } from '../../../src/catalogue/catalogue.ts';
import type { UpdateOptions } from '../../../src/catalogue/update.ts';
import { readableRecord } from '../../../src/record/text.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { fingerprint } from '../../../src/service/call.ts';
import { RecordError } from '../../../src/service/recordError.ts';
import { aCatalogueFolder, aVersion } from '../../support/catalogueSetup.ts';
import { shownStrings } from '../../support/hostileStrings.ts';
import type { Fields } from '../../support/recordService.ts';

function reading(records: Readonly<Record<number, Fields>>, credential = ''): UpdateOptions {
  const read = async (id: number) => {
    const fields = records[id];
    if (!fields) throw new RecordError('notFound');
    return aVersion(id, fields);
  };
  return { read, credential, signal: new AbortController().signal };
}

async function filled(t: TestContext, records: Readonly<Record<number, Fields>>): Promise<[Catalogue, string]> {
  const folder = await aCatalogueFolder(t);
  const all = catalogue(folder);
  await all.update(reading(records));
  return [all, folder];
}

const talks = {
  1: { title: 'The story of Python', speakers: ['Guido van Rossum'], category: 'PyCon 2024', tags: ['history'] },
  2: { title: 'Café lights', speakers: ['José Peña'], category: 'LanternConf 2024', description: 'Not about Python.' },
  5: { title: 'Parsers', speakers: ['Ada Example', 'José Peña'], category: 'PyCon 2024', language: null },
};

suite('searching', () => {
  const ids = async (all: Catalogue, query: string) => (await all.find(query)).entries.map(({ id }) => id);

  test('finds by words and fields, titles before descriptions and high numbers first', async (t) => {
    const [all] = await filled(t, talks);
    assert.deepEqual(await ids(all, 'python'), [1, 2]);
    assert.deepEqual(await ids(all, 'category:pycon'), [5, 1]);
    assert.deepEqual(await ids(all, 'speakers:"jose pena" -language:'), [2]);
    assert.deepEqual(await ids(all, ''), [5, 2, 1]);
  });

  test('says which field does not exist, and which one is spelled nearly the same', async (t) => {
    const [all] = await filled(t, { ...talks, 6: { room: 'Café' } });
    assert.deepEqual((await all.find('tittle:parsers')).noField, { name: 'tittle', near: 'title' });
    assert.deepEqual((await all.find('speak:nobody')).noField, { name: 'speak', near: 'speakers' });
    assert.deepEqual((await all.find('xyzzy:nobody')).noField, { name: 'xyzzy' });
    const noField = { name: 'langauge', near: 'language' };
    for (const query of ['-langauge:English', 'parsers -langauge:']) {
      assert.deepEqual(await all.find(query), { entries: [], noField }, query);
    }
    for (const query of [
      'room:nowhere',
      '-room:nowhere',
      '-language:',
      'room:cafe',
      'title:nobody',
      'Django: the basics',
      'parsers',
    ]) {
      assert.equal((await all.find(query)).noField, undefined, query);
    }
  });

  test('finds near spellings where nothing matches, and says so', async (t) => {
    const [all] = await filled(t, talks);
    for (const typed of ['Rosum', 'rosssum', 'rossmu', 'speakers:rosum', 'guido rosum']) {
      const { entries, instead } = await all.find(typed);
      assert.deepEqual([entries.map(({ id }) => id), instead], [[1], ['rossum']], typed);
    }
    assert.deepEqual(await all.find('lantenrcomf'), {
      entries: all.entries().filter(({ id }) => id === 2),
      instead: ['lanternconf'],
    });
    for (const typed of ['xyzzy', 'guido parsers', '-rosum -talk', 'adx', 'pycon 2034', 'tags:', 'id:77']) {
      assert.deepEqual(await all.find(typed), { entries: [] }, typed);
    }
    assert.equal((await all.find('ross')).instead, undefined);
    await all.note(2, aVersion(2, { description: 'Rosum is spelled so here.' }));
    assert.deepEqual(await all.find('rosum'), { entries: all.entries().filter(({ id }) => id === 2) });
  });

  test('a word of 100 KB is no near spelling, and is none for others', async (t) => {
    const long = `parsec${'x'.repeat(100_000)}`;
    const [all] = await filled(t, { ...talks, 7: { title: long } });
    assert.deepEqual(await ids(all, 'parsecx'), [7]);
    for (const typed of ['parsexx', long.replace('c', 'k'), long.slice(0, 900).replace('c', 'k')]) {
      assert.deepEqual(await all.find(typed), { entries: [] });
    }
    assert.deepEqual((await all.find('parsrs')).instead, ['parsers']);
  });

  test('stops when it is no longer wanted', async (t) => {
    const [all] = await filled(t, talks);
    await assert.rejects(all.find('python', AbortSignal.abort()), { name: 'AbortError' });
  });

  test('survives hostile texts', async (t) => {
    const texts = fc.sample(shownStrings, 150);
    const records = Object.fromEntries(
      texts.map((text, at) => [at + 1, { title: text, speakers: [text], category: text, [`x${text}`]: text }]),
    );
    const [all] = await filled(t, records);
    assert.equal(all.state()?.records, texts.length);
    for (const text of texts) for (const query of [text, `title:"${text}"`]) await all.find(query);
  });
});

suite('what is known', () => {
  test('the values of a field, the most frequent first', async (t) => {
    const [all] = await filled(t, talks);
    assert.deepEqual(
      [...(await all.counts('category'))],
      [
        ['PyCon 2024', 2],
        ['LanternConf 2024', 1],
      ],
    );
    assert.deepEqual(all.values('category'), ['PyCon 2024', 'LanternConf 2024']);
    assert.equal(all.values('speakers')[0], 'José Peña');
    assert.deepEqual([...(await all.counts('language'))], [['English', 2]]);
    assert.deepEqual([...(await all.counts('state'))], [['1', 3]]);
    assert.deepEqual([...(await all.counts('duration'))], [['1800', 3]]);
  });

  test('no value of a text that is too long to be one, wherever it would be cut', async (t) => {
    const long = (before: number) => `${'x'.repeat(before)}\u{1f600}${'x'.repeat(100)}`;
    const [all] = await filled(t, {
      1: { category: long(198), summary: long(198) },
      2: { category: long(199), summary: long(199) },
      3: { category: long(200), summary: long(200) },
      4: { category: 'short', summary: 'short' },
    });
    for (const field of ['category', 'summary']) assert.deepEqual([...(await all.counts(field)).keys()], ['short']);
    const valuesOf = await all.valuesOf('summary', all.entries());
    for (const entry of all.entries()) if (entry.id < 4) assert.ok((valuesOf(entry)[0] ?? '').length > 200);
  });

  test('how old it is, and which numbers are missing', async (t) => {
    const start = Date.now();
    const [all, folder] = await filled(t, talks);
    const other = catalogue(folder);
    assert.equal(other.state(), undefined);
    await other.load();
    for (const each of [all, other]) {
      const { records, asOf, isComplete } = each.state() ?? assert.fail();
      assert.deepEqual([records, isComplete], [3, true]);
      assert.ok(asOf >= start && asOf <= Date.now());
      assert.deepEqual([1, 3, 4, 5, 6].filter(each.isMissing), [3, 4]);
    }
  });

  test('how many requests an update by number takes, decided by the last one of everything', async (t) => {
    const [all] = await filled(t, talks);
    const requests = { all: 205, new: 200, firstNew: 6, further: 206 };
    assert.deepEqual(all.requests(), requests);
    await all.update({ ...reading(talks), from: 6, signal: AbortSignal.abort() });
    assert.deepEqual([all.requests(), all.state()?.isComplete], [requests, false]);
    await all.note(10_000_000, aVersion(10_000_000));
    await all.load();
    assert.deepEqual(all.requests(), { ...requests, all: 206 });
  });

  test('where only chosen numbers were read, nobody has asked for all records yet', async (t) => {
    const all = catalogue(await aCatalogueFolder(t));
    await all.update({ ...reading(talks), ids: [1, 2, 3] });
    assert.deepEqual([all.state()?.isOfAll, all.requests()], [false, undefined]);
  });

  test('a record that is opened, saved or found gone elsewhere', async (t) => {
    const [all] = await filled(t, talks);
    await all.note(2, aVersion(2, { title: 'New lights' }));
    await all.note(7, aVersion(7));
    await all.note(5, undefined);
    await all.load();
    assert.deepEqual([all.isMissing(7), all.isMissing(5)], [false, true]);
    const texts = new Map<number, string>();
    await all.each('', (id, text) => texts.set(id, text));
    assert.equal(readableRecord(texts.get(2) ?? '').text, aVersion(2, { title: 'New lights' }).record.text);
    assert.equal(texts.has(5), false);
  });

  test('many partial updates later, it is still as old as the update of everything', async (t) => {
    const [all] = await filled(t, talks);
    const asOf = all.state()?.asOf ?? assert.fail();
    t.mock.timers.enable({ apis: ['Date'], now: asOf });
    for (let id = 1; id <= 45; id += 2) {
      t.mock.timers.tick(1000);
      await all.update({ ...reading(talks), ids: [id] });
    }
    assert.equal(all.state()?.asOf, asOf);
    assert.ok(all.isMissing(4));
  });

  test('nothing is kept of a service that was never read', async (t) => {
    const folder = await aCatalogueFolder(t);
    await catalogue(folder).note(1, aVersion(1));
    await assert.rejects(stat(folder), { code: 'ENOENT' });
  });

  test('nothing is left after it was deleted', async (t) => {
    const [all, folder] = await filled(t, talks);
    await all.delete();
    assert.deepEqual([all.state(), all.entries(), (await all.find('python')).entries], [undefined, [], []]);
    await assert.rejects(stat(folder), { code: 'ENOENT' });
  });

  test('what could not be loaded is loaded the next time', async (t) => {
    const [, folder] = await filled(t, talks);
    const all = catalogue(folder);
    await rename(folder, `${folder}-away`);
    await writeFile(folder, '');
    await assert.rejects(all.loadOnce(), { code: 'ENOTDIR' });
    await rm(folder);
    await rename(`${folder}-away`, folder);
    await all.loadOnce();
    assert.equal(all.entries().length, 3);
  });

  test('runs that can’t be read are as good as none', async (t) => {
    const [, folder] = await filled(t, talks);
    const file = join(folder, 'runs.json');
    const [run] = JSON.parse(await readFile(file, 'utf8'));
    for (const content of ['', '[{"since":1}]', '{}', '[null]', JSON.stringify([{ ...run, ranges: [[1]] }])]) {
      await writeFile(file, content);
      const all = catalogue(folder);
      await all.load();
      assert.deepEqual([all.state(), all.entries().length], [undefined, 3], content);
    }
  });
});

suite('where it is', () => {
  test('each address has a folder of its own, whose files only the user can read', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const folderOf = (address: string) => catalogueFolder('/storage', parseServiceAddress(address));
    assert.notEqual(folderOf('https://one.example'), folderOf('https://one.example/two'));
    assert.equal(folderOf('https://one.example/'), folderOf('https://one.example/api/v2'));
    const [, folder] = await filled(t, talks);
    for (const name of await readdir(folder)) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  });

  test('the credential is recognized without being kept', async () => {
    const credential = { header: 'Authorization', value: 'Token a-secret' };
    const first = await fingerprint(credential);
    assert.ok(!first.includes('secret') && first !== (await fingerprint(credential)));
    assert.equal(await fingerprint({ ...credential, header: 'authorization' }, first), first);
    assert.notEqual(await fingerprint({ ...credential, value: 'Token another' }, first), first);
    assert.equal(await fingerprint(undefined, first), '');
  });
});
