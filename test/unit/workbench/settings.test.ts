import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinBounds } from '../../../src/workbench/settings.ts';

const bounds = { minimum: 1, maximum: 600 };

test('a number within its bounds stays as it is', () => {
  for (const value of [1, 1.5, 30, 600]) assert.equal(withinBounds(value, bounds), value);
});

test('a number above the most becomes the most', () => {
  for (const value of [601, 1e300, JSON.parse('1e999')]) assert.equal(withinBounds(value, bounds), 600);
});

test('what is too small or no number has no place within the bounds', () => {
  for (const value of [0, -1, 0.5, -Infinity, undefined, null, NaN, '30', '', true, [30], {}]) {
    assert.equal(withinBounds(value, bounds), undefined, String(value));
  }
});
