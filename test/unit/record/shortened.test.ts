import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, shortened } from '../../../src/record/textEdits.ts';

test('a text that fits stays as it is', () => {
  assert.equal(shortened('Talk', 4), 'Talk');
  assert.equal(shortened('🎥🎥', 4), '🎥🎥');
});

test('a longer one ends in an ellipsis, within the bound', () => {
  assert.equal(shortened('Talks', 4), 'Tal…');
});

test('no character is cut in half', () => {
  assert.equal(shortened('🎥🎥🎥', 4), '🎥…');
  assert.equal(cut('a🎥b', 2), 'a');
  assert.equal(cut('a🎥b', 3), 'a🎥');
});
