import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shownText, unshowable, withOriginalBreaks } from '../../../src/language/lineEndings.ts';

const text = fc.array(fc.constantFrom('a', 'b', '', '\n', '\r\n', '\r', '\u2028', 'é')).map((parts) => parts.join(''));

test('an unedited text keeps its line breaks, whatever they are', () => {
  fc.assert(fc.property(text, (value) => withOriginalBreaks(value, shownText(value)) === value));
});

test('shows a text with one kind of line break and no lone carriage return', () => {
  fc.assert(
    fc.property(
      text,
      (value) => new Set(shownText(value).match(/\r\n|\r|\n/g)).size < 2 && !/\r(?!\n)/.test(shownText(value)),
    ),
  );
});

test('restores only line breaks in an edited text', () => {
  const withoutBreaks = (value: string) => value.split(/\r\n|\r|\n/);
  fc.assert(
    fc.property(text, text, (original, edited) => {
      assert.deepEqual(
        withoutBreaks(withOriginalBreaks(original, shownText(edited))),
        withoutBreaks(shownText(edited)),
      );
    }),
  );
});

test('kept and changed lines keep their line breaks, new lines get the most common one', () => {
  assert.equal(withOriginalBreaks('a\r\nb\nc\nd\r\ne\r\n', 'a\nnew\nb\nC\nd\n'), 'a\r\nnew\r\nb\nC\nd\r\n');
});

test('leaves a text with one kind of line break to the editor', () => {
  assert.equal(shownText('a\r\nb\r\n'), 'a\r\nb\r\n');
  assert.equal(withOriginalBreaks('a\r\nb\r\n', 'a\nb\n'), 'a\nb\n');
});

test('names why an editor would damage a text', () => {
  assert.match(unshowable('a\0') ?? '', /a NUL character/);
  assert.match(unshowable('a\ud800') ?? '', /half of a character/);
  assert.match(unshowable('a\u2028') ?? '', /paragraph separator/);
  assert.match(unshowable('\n\r\n'.repeat(1500)) ?? '', /line breaks in more than 2,000 lines/);
  assert.equal(unshowable('\u{1f600}\u00a0\ufeff\t\r\n\n'), undefined);
});
