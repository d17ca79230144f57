import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { sampleRecords } from '../../../src/sample/server.ts';
import { openStore } from '../../../src/sample/store.ts';

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

suite('store', () => {
  test('an update changes only the named fields and the time', () => {
    using store = inMemory();
    const before = JSON.parse(store.read(5) ?? '');
    const after = JSON.parse(store.update(5, { title: 'Ein Stück ✓' }) ?? '');
    assert.match(after.updated, stamp);
    assert.deepEqual(after, { ...before, title: 'Ein Stück ✓', updated: after.updated });
    assert.deepEqual(JSON.parse(store.read(5) ?? ''), after);
  });

  test('each update has a later time than the one before, however fast they follow', () => {
    using store = inMemory();
    const times = Array.from({ length: 50 }, () => JSON.parse(store.update(5, {}) ?? '').updated);
    assert.deepEqual(times, [...new Set(times)].sort());
  });

  test('the time of an update is now', (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 4, 6, 7, 8, 9, 10) });
    using store = inMemory();
    assert.equal(JSON.parse(store.update(5, {}) ?? '').updated, '2031-05-06T07:08:09.010');
  });

  test('a missing record is neither read nor created', () => {
    using store = inMemory();
    assert.equal(store.update(13, { title: 'New' }), undefined);
    assert.equal(store.read(13), undefined);
  });

  test('a file keeps what was written, and is filled only once', (context) => {
    const file = temporaryFile(context);
    const first = openStore(file, sampleRecords);
    const written = first.update(1, { title: 'Kept' });
    first.close();
    const second = openStore(file, sampleRecords);
    context.after(() => second.close());
    assert.equal(second.read(1), written);
  });

  test('two stores on one file see each other’s writes', (context) => {
    const file = temporaryFile(context);
    const stores = [openStore(file, sampleRecords), openStore(file, sampleRecords)] as const;
    context.after(() => stores.map((store) => store.close()));
    stores[0].update(1, { title: 'From the first' });
    const after = JSON.parse(stores[1].update(1, { summary: 'From the second' }) ?? '');
    assert.deepEqual([after.title, after.summary], ['From the first', 'From the second']);
  });

  test('leaves a file alone that is not a database', (context) => {
    const file = temporaryFile(context);
    const content = 'A shopping list, and longer than the header of a database would be. '.repeat(20);
    writeFileSync(file, content);
    assert.throws(() => openStore(file, sampleRecords), /not a database/);
    assert.equal(readFileSync(file, 'utf8'), content);
  });
});

function inMemory() {
  const store = openStore(':memory:', sampleRecords);
  return { ...store, [Symbol.dispose]: () => store.close() };
}

function temporaryFile(context: { after(fn: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'video-records-sample-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'records.db');
}
