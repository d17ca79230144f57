import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOf } from '../../../src/workbench/plainText.ts';

test('a list of names says how many it leaves out', () => {
  assert.equal(listOf([]), '');
  assert.equal(listOf(['a']), 'a');
  assert.equal(listOf(['a', 'b']), 'a and b');
  assert.equal(listOf(['a', 'b', 'c', 'd', 'e']), 'a, b, c, and 2 more');
});
