import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editorText, hasMixedBreaks, unshowable } from '../../../src/language/lineEndings.ts';

const text = fc.array(fc.constantFrom('a', 'b', '', '\n', '\r\n', '\r', '\u2028', 'é')).map((parts) => parts.join(''));

test('shows a text with one kind of line break and no lone carriage return', () => {
  fc.assert(
    fc.property(
      text,
      (value) => new Set(editorText(value).match(/\r\n|\r|\n/g)).size < 2 && !/\r(?!\n)/.test(editorText(value)),
    ),
  );
});

test('a text that can be edited is shown as it is', () => {
  fc.assert(fc.property(text, (value) => hasMixedBreaks(value) || editorText(value) === value));
  for (const mixed of ['a\r\nb\n', 'a\rb', '\n\r']) assert.ok(hasMixedBreaks(mixed), JSON.stringify(mixed));
  for (const plain of ['', 'a', 'a\nb\n', 'a\r\nb\r\n']) assert.ok(!hasMixedBreaks(plain), JSON.stringify(plain));
});

test('names why an editor would damage a text', () => {
  assert.match(unshowable('a\0') ?? '', /a NUL character/);
  assert.match(unshowable('a\ud800') ?? '', /half of a character/);
  assert.match(unshowable('a\u2028') ?? '', /paragraph separator/);
  assert.equal(unshowable('\u{1f600}\u00a0\ufeff\t\r\n\n'), undefined);
});
