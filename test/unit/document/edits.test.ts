import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeptBase, restoredBase, storedBase } from '../../../src/document/edits.ts';
import { valueKey } from '../../../src/record/changes.ts';
import { parseRecord } from '../../../src/record/text.ts';

const base: KeptBase = {
  record: parseRecord('{"a":1.0}'),
  serviceAddress: 'https://videos.example.org',
  order: 0,
  replaced: new Map([['a', new Set([valueKey('2'), valueKey(undefined)])]]),
};

test('a base comes back from disk with every digit, and with the values that others replaced', () => {
  assert.deepEqual(restoredBase(JSON.parse(JSON.stringify(storedBase(base)))), base);
});

test('what is damaged is no base', () => {
  const stored = storedBase(base);
  for (const damaged of [undefined, null, 'text', [], {}, { ...stored, text: '{"a":' }, { ...stored, address: 5 }]) {
    assert.equal(restoredBase(damaged), undefined);
  }
  assert.deepEqual(restoredBase({ ...stored, replaced: { a: 'no list' } }), {
    ...base,
    replaced: new Map([['a', new Set()]]),
  });
});
