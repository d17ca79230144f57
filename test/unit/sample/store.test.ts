import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openStore, updateRecord } from '../../../src/sample/store.ts';

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

suite('store', () => {
  test('an update changes only the named fields and the time', () => {
    const store = openStore();
    const before = store.get(5);
    const after = updateRecord(store, 5, { title: 'Ein Stück ✓' });
    assert.match(String(after?.updated), stamp);
    assert.deepEqual(after, { ...before, title: 'Ein Stück ✓', updated: after?.updated });
    assert.equal(store.get(5), after);
  });

  test('each update has a later time than the one before, however fast they follow', () => {
    const store = openStore();
    const times = Array.from({ length: 50 }, () => updateRecord(store, 5, {})?.updated);
    assert.deepEqual(times, [...new Set(times)].sort());
  });

  test('the time of an update is now', (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 4, 6, 7, 8, 9, 10) });
    assert.equal(updateRecord(openStore(), 5, {})?.updated, '2031-05-06T07:08:09.010');
  });

  test('a missing record is not created', () => {
    const store = openStore();
    assert.equal(updateRecord(store, 13, { title: 'New' }), undefined);
    assert.equal(store.get(13), undefined);
  });

  test('two stores know nothing of each other', () => {
    const [one, other] = [openStore(), openStore()];
    updateRecord(one, 5, { title: 'Changed' });
    assert.notEqual(other.get(5)?.title, 'Changed');
  });
});
