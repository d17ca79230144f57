import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { baseSnapshots } from '../../../src/document/baseSnapshots.ts';

const uri = 'videorecord://desk/5.video.json';
const base = (text: string) => ({ text, address: 'https://videos.example.org' });
/** No process has this number. */
const dead = (window: string) => `2147483646-${window}`;
/** This test's parent runs as long as the test does. */
const alive = (window: string) => `${process.ppid}-${window}`;

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vr-bases-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a base outlives its window, is taken over, and goes when it is no longer needed', async (t) => {
  const folder = await aFolder(t);
  await baseSnapshots(folder, dead('a')).keep(uri, base('{}'));
  const next = baseSnapshots(folder, dead('b'));
  assert.deepEqual(await next.recover(uri), base('{}'));
  assert.equal((await readdir(folder)).length, 1);
  await next.drop(uri);
  assert.deepEqual(await readdir(folder), []);
});

test('different bases of several windows are not guessed from', async (t) => {
  const folder = await aFolder(t);
  await baseSnapshots(folder, dead('a')).keep(uri, base('{"a":1}'));
  await baseSnapshots(folder, dead('b')).keep(uri, base('{"a":2}'));
  assert.equal(await baseSnapshots(folder, dead('c')).recover(uri), undefined);
});

test('the base of a window that is still open stays its own', async (t) => {
  const folder = await aFolder(t);
  await baseSnapshots(folder, alive('a')).keep(uri, base('{}'));
  const other = baseSnapshots(folder, dead('b'));
  assert.deepEqual(await other.recover(uri), base('{}'));
  await other.drop(uri);
  assert.equal((await readdir(folder)).length, 1);
});

test('a leftover that can not be removed keeps no base from being used', async (t) => {
  const folder = await aFolder(t);
  await baseSnapshots(folder, dead('a')).keep(uri, base('{}'));
  const [name] = await readdir(folder);
  assert.ok(name);
  // A folder of a base's name is not removed as a file is.
  await mkdir(join(folder, name.replace(dead('a'), dead('b'))));
  assert.deepEqual(await baseSnapshots(folder, dead('c')).recover(uri), base('{}'));
});

test('what is damaged or half-written is no base', async (t) => {
  const folder = await aFolder(t);
  await baseSnapshots(folder, dead('a')).keep(uri, base('{}'));
  const [name] = await readdir(folder);
  assert.ok(name);
  await writeFile(join(folder, name), '{"uri":');
  assert.equal(await baseSnapshots(folder, dead('b')).recover(uri), undefined);
});

test('there are never more than 500', async (t) => {
  const folder = await aFolder(t);
  const snapshots = baseSnapshots(folder, dead('a'));
  for (let id = 1; id <= 505; id++) await snapshots.keep(`videorecord://desk/${id}.video.json`, base('{}'));
  assert.equal((await readdir(folder)).length, 500);
  assert.ok(await snapshots.recover('videorecord://desk/505.video.json'));
});
