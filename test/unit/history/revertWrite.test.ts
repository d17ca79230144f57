import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revertOf } from '../../../src/history/revertWrite.ts';
import { parseRecord } from '../../../src/record/text.ts';

const now = parseRecord('{"id":5,"title":"After","state":1.0,"tags":["a"],"added":true}');

test('a field goes back if the service still has it as the write left it', () => {
  const { values, left } = revertOf(
    [
      { field: 'title', before: '"Before"', after: '"After"' },
      { field: 'state', before: '0', after: '1' },
      { field: 'tags', before: '[]', after: '["A"]', stored: '["a"]' },
      { field: 'added', after: 'true' },
      { field: 'removed', before: '"here"' },
    ],
    now,
  );
  assert.deepEqual(
    [...values],
    [
      ['title', '"Before"'],
      ['state', '0'],
      ['tags', '[]'],
      ['added', undefined],
      ['removed', '"here"'],
    ],
  );
  assert.deepEqual(left, []);
});

test('a write that changed only how a number is written is taken back', () => {
  const { values } = revertOf([{ field: 'state', before: '1', after: '1.0' }], now);
  assert.deepEqual([...values], [['state', '1']]);
});

test('a field keeps its value if it was changed again, is as before, or has unsaved changes', () => {
  const { values, left } = revertOf(
    [
      { field: 'title', before: '"Before"', after: '"In between"' },
      { field: 'state', before: '1', after: '2' },
      { field: 'tags', before: '[]', after: '["a"]' },
      { field: 'added', before: 'false', stored: null },
    ],
    now,
    (field) => field === 'tags',
  );
  assert.equal(values.size, 0);
  assert.deepEqual(
    left.map(({ field, why }) => [field, why]),
    [
      ['title', 'changedAgain'],
      ['state', 'hasEarlierValue'],
      ['tags', 'hasUnsavedChanges'],
      ['added', 'changedAgain'],
    ],
  );
});

test('a field whose recorded value contained a credential is never written again', () => {
  const fields = [{ field: 'title', before: '"Before …"', after: '"After"', redacted: true as const }];
  const { values, left } = revertOf(fields, now);
  assert.equal(values.size, 0);
  assert.deepEqual(left, [{ field: 'title', why: 'redacted' }]);
});
