import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type KeptBases, keptBases } from '../../../src/files/bases.ts';

const sheet = 'videoworksheet://desk/2%20records.worksheet.json?ids%3D1-2';
const [one, two, moved] = [{ text: '{"id":1,"n":1.00}' }, { text: '{"id":2}' }, { text: '{"id":2,"title":"Saved"}' }];
const both = (): KeptBases => [
  ['1', one],
  ['2', two],
];

/** The folder for the bases of a window, among those of other windows. */
async function aFolder(t: TestContext): Promise<string> {
  const windows = await mkdtemp(join(tmpdir(), 'vr-windows-'));
  t.after(() => rm(windows, { recursive: true, force: true }));
  const window = join(windows, 'mine');
  await mkdir(window);
  return join(window, 'bases');
}

/** What another session finds. */
async function found(folder: string, document = sheet): Promise<Record<string, unknown>> {
  return Object.fromEntries(await keptBases(folder).recover(document));
}

test('bases survive their session, are found by the next one, and go when the document is saved', async (t) => {
  const folder = await aFolder(t);
  await keptBases(folder).keep(sheet, both);
  const next = keptBases(folder);
  assert.deepEqual(Object.fromEntries(await next.recover(sheet)), { 1: one, 2: two });
  await next.keep(sheet, () => assert.fail('They are on disk already.'));
  assert.equal((await readdir(folder)).length, 1);
  await next.drop(sheet);
  assert.deepEqual(await readdir(folder), []);
  await next.keep(sheet, () => [['1', one]]);
  assert.deepEqual(await found(folder), { 1: one });
});

test('bases that move on are found, with those that did not', async (t) => {
  const folder = await aFolder(t);
  const bases = keptBases(folder);
  await bases.keep(sheet, both);
  await bases.add(sheet, [['2', moved]]);
  assert.deepEqual(await found(folder), { 1: one, 2: moved });
});

test('new bases replace all earlier ones', async (t) => {
  const folder = await aFolder(t);
  const bases = keptBases(folder);
  await bases.keep(sheet, both);
  await bases.renew(sheet, () => [['2', moved]]);
  assert.deepEqual(await found(folder), { 2: moved });
});

test('bases move on in the next session too', async (t) => {
  const folder = await aFolder(t);
  await keptBases(folder).keep(sheet, both);
  const next = keptBases(folder);
  await next.recover(sheet);
  await next.add(sheet, [['2', moved]]);
  assert.deepEqual(await found(folder), { 1: one, 2: moved });
});

test('only what is kept moves on', async (t) => {
  const folder = await aFolder(t);
  const bases = keptBases(folder);
  await bases.add(sheet, both());
  await bases.renew(sheet, both);
  await bases.keep(sheet, both);
  await bases.drop(sheet);
  await bases.add(sheet, both());
  await bases.renew(sheet, both);
  assert.deepEqual(await readdir(folder), []);
});

test('what is kept right after a drop stays', async (t) => {
  const folder = await aFolder(t);
  const bases = keptBases(folder);
  await bases.keep(sheet, both);
  await Promise.all([bases.drop(sheet), bases.keep(sheet, () => [['2', moved]])]);
  assert.deepEqual(await found(folder), { 2: moved });
});

test('of different bases of two windows none is used, and a saved document drops them all', async (t) => {
  const folder = await aFolder(t);
  const other = `${sheet}%2C3`;
  await keptBases(folder).keep(sheet, both);
  await keptBases(folder).keep(sheet, () => [['2', moved]]);
  await keptBases(folder).keep(other, both);
  const bases = keptBases(folder);
  assert.equal((await bases.recover(sheet)).size, 0);
  await bases.drop(sheet);
  await bases.keep(sheet, () => [['1', one]]);
  assert.deepEqual(await found(folder), { 1: one }, 'a leftover does not spoil later recoveries');
  assert.deepEqual(await found(folder, other), { 1: one, 2: two });
});

test('what is dropped right after it was kept again is gone', async (t) => {
  const folder = await aFolder(t);
  const bases = keptBases(folder);
  await bases.keep(sheet, both);
  await Promise.all([bases.keep(sheet, both), bases.drop(sheet)]);
  assert.deepEqual(await found(folder), {});
});

test('bases that another window dropped are kept again with the next edit, so that its own are not taken for them', async (t) => {
  const folder = await aFolder(t);
  const [mine, other] = [keptBases(folder), keptBases(folder)];
  await mine.keep(sheet, both);
  await other.drop(sheet);
  await other.keep(sheet, () => [['2', moved]]);
  await mine.keep(sheet, both);
  assert.equal((await keptBases(folder).recover(sheet)).size, 0);
});

test('two windows that started from the same versions both find them', async (t) => {
  const folder = await aFolder(t);
  for (const window of [keptBases(folder), keptBases(folder)]) await window.keep(sheet, both);
  for (let time = 0; time < 2; time += 1) assert.deepEqual(await found(folder), { 1: one, 2: two });
});

test('many bases are all found, in the order of the document', async (t) => {
  const folder = await aFolder(t);
  const many = Array.from({ length: 250 }, (_, id) => [String(id), { text: `{"id":${id}}` }] as const);
  await keptBases(folder).keep(sheet, () => many);
  assert.deepEqual([...(await keptBases(folder).recover(sheet))], many);
});

test('bases that could not be kept are kept at the next edit', async (t) => {
  const folder = await aFolder(t);
  const bases = keptBases(folder);
  await writeFile(folder, 'not a folder');
  await assert.rejects(bases.keep(sheet, both));
  await rm(folder);
  await bases.keep(sheet, both);
  assert.deepEqual(await found(folder), { 1: one, 2: two });
});

test('what a crash has damaged is left out', async (t) => {
  const folder = await aFolder(t);
  await keptBases(folder).keep(sheet, both);
  const [file = ''] = await readdir(folder);
  await appendFile(join(folder, file), '{"id":"1","base":{"te');
  await writeFile(join(folder, `${file}.tmp`), 'half of a file');
  const bases = keptBases(folder);
  assert.deepEqual(Object.fromEntries(await bases.recover(sheet)), { 1: one, 2: two });
  await bases.drop(sheet);
  assert.deepEqual(await readdir(folder), []);
});

test('bases of windows that never came back go after 30 days, and only those', async (t) => {
  const folder = await aFolder(t);
  const windowOf = (name: string) => join(folder, '..', '..', name, 'bases');
  const aged = async (path: string, days: number) => {
    const time = Date.now() / 1000 - days * 24 * 60 * 60;
    for (const file of await readdir(path)) await utimes(join(path, file), time, time);
  };
  for (const path of [windowOf('gone'), windowOf('away'), windowOf('back')]) await keptBases(path).keep(sheet, both);
  await aged(windowOf('gone'), 31);
  await aged(windowOf('away'), 29);
  await aged(windowOf('back'), 31);
  await keptBases(windowOf('back')).keep(`${sheet}%2C3`, both);
  await keptBases(folder).keep(sheet, both);
  assert.deepEqual(await found(windowOf('gone')), {});
  for (const path of [windowOf('away'), windowOf('back'), folder]) {
    assert.deepEqual(await found(path), { 1: one, 2: two }, path);
  }
});

test('only the user can read bases', { skip: process.platform === 'win32' }, async (t) => {
  const folder = await aFolder(t);
  await keptBases(folder).keep(sheet, both);
  const [file = ''] = await readdir(folder);
  const modes = await Promise.all([folder, join(folder, file)].map(async (path) => (await stat(path)).mode & 0o777));
  assert.deepEqual(modes, [0o700, 0o600]);
});
