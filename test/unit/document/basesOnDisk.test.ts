import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { basesOnDisk } from '../../../src/document/basesOnDisk.ts';
import type { KeptBase } from '../../../src/document/recordDocument.ts';
import { parseRecord } from '../../../src/record/text.ts';

const name = { service: 'desk', id: 5 };
const base = (text: string, replaced: KeptBase['replaced'] = new Map()): KeptBase => ({
  record: parseRecord(text),
  serviceAddress: 'https://videos.example.org',
  replaced,
});

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vr-bases-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'bases');
}

test('a base survives its window, is used by the next one, and goes when the record is clean', async (t) => {
  const folder = await aFolder(t);
  await basesOnDisk(folder).keep(name, base('{"a":1.0}'));
  const next = basesOnDisk(folder);
  const found = await next.recover(name);
  assert.deepEqual([found?.record.text, found?.serviceAddress], ['{"a":1.0}', 'https://videos.example.org']);
  await next.keep(name, base('{"a":1.0}'));
  assert.equal((await readdir(folder)).length, 1, 'the same base is one file, whoever keeps it');
  await next.drop(name);
  assert.deepEqual(await readdir(folder), []);
});

test('keeps the values that others replaced, also where a field did not exist', async (t) => {
  const folder = await aFolder(t);
  const replaced = new Map([['a', ['1', undefined]]]);
  await basesOnDisk(folder).keep(name, base('{"a":2}', replaced));
  assert.deepEqual((await basesOnDisk(folder).recover(name))?.replaced, replaced);
});

test('of several bases none is used, and a clean record drops them all', async (t) => {
  const folder = await aFolder(t);
  await basesOnDisk(folder).keep(name, base('{"a":1}'));
  await basesOnDisk(folder).keep(name, base('{"a":2}'));
  await basesOnDisk(folder).keep({ service: 'desk', id: 6 }, base('{"a":3}'));
  const bases = basesOnDisk(folder);
  assert.equal(await bases.recover(name), undefined);
  await bases.drop(name);
  await bases.keep(name, base('{"a":4}'));
  assert.equal((await bases.recover(name))?.record.text, '{"a":4}', 'a leftover does not spoil later recoveries');
  assert.equal((await bases.recover({ service: 'desk', id: 6 }))?.record.text, '{"a":3}');
});

test('a base that another window dropped is kept again at the next edit', async (t) => {
  const folder = await aFolder(t);
  const [mine, other] = [basesOnDisk(folder), basesOnDisk(folder)];
  const kept = base('{"a":1}');
  await mine.keep(name, kept);
  await other.drop(name);
  await mine.keep(name, kept, kept);
  assert.equal((await other.recover(name))?.record.text, '{"a":1}');
});

test('a new base replaces the previous one', async (t) => {
  const folder = await aFolder(t);
  const bases = basesOnDisk(folder);
  const [before, after] = [base('{"a":1}'), base('{"a":2}')];
  await bases.keep(name, before);
  await bases.keep(name, after, before);
  assert.equal((await bases.recover(name))?.record.text, '{"a":2}');
});

test('what is damaged is no base', async (t) => {
  const folder = await aFolder(t);
  const bases = basesOnDisk(folder);
  await bases.keep(name, base('{}'));
  const [file = ''] = await readdir(folder);
  await writeFile(join(folder, file), '{"service":');
  assert.equal(await bases.recover(name), undefined);
});

test('only the user can read bases', { skip: process.platform === 'win32' }, async (t) => {
  const folder = await aFolder(t);
  await basesOnDisk(folder).keep(name, base('{}'));
  const [file = ''] = await readdir(folder);
  const modes = await Promise.all([folder, join(folder, file)].map(async (path) => (await stat(path)).mode & 0o777));
  assert.deepEqual(modes, [0o700, 0o600]);
});
