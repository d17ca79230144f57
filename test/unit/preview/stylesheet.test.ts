import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../../media/preview/preview.css', import.meta.url), 'utf8');

test('nothing in the preview moves, whatever the setting for reduced motion', () => {
  assert.doesNotMatch(css, /animation|transition|scroll-behavior|@keyframes/);
});

test('the stylesheet has no words, which could not be translated', () => {
  const texts = [...css.matchAll(/content: (.*);/g)].map(([, text]) => text);
  assert.deepEqual(texts, ['"⚠ " / ""']);
});
