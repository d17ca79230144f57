import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shownText, unshowable, withOriginalBreaks } from '../../../src/language/lineEndings.ts';

const text = fc.array(fc.constantFrom('a', 'b', '', '\n', '\r\n', '\r', '\u2028', 'é')).map((parts) => parts.join(''));

test('whatever the line breaks, a text comes back as it was shown', () => {
  fc.assert(fc.property(text, (value) => withOriginalBreaks(value, shownText(value)) === value));
});

test('what is shown has one kind of line break, and no lone carriage return', () => {
  fc.assert(
    fc.property(
      text,
      (value) => new Set(shownText(value).match(/\r\n|\r|\n/g)).size < 2 && !/\r(?!\n)/.test(shownText(value)),
    ),
  );
});

test('an edit never changes anything but line breaks of what was written', () => {
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

test('lines that stay or change keep their breaks, new ones get the usual one', () => {
  assert.equal(withOriginalBreaks('a\r\nb\nc\nd\r\ne\r\n', 'a\nnew\nb\nC\nd\n'), 'a\r\nnew\r\nb\nC\nd\r\n');
});

test('texts with one kind of line break are left to the editor', () => {
  assert.equal(shownText('a\r\nb\r\n'), 'a\r\nb\r\n');
  assert.equal(withOriginalBreaks('a\r\nb\r\n', 'a\nb\n'), 'a\nb\n');
});

test('names why an editor would damage a text', () => {
  assert.equal(unshowable('a\0'), 'nul');
  assert.equal(unshowable('a\ud800'), 'halfCharacter');
  assert.equal(unshowable('a\u2028'), 'separator');
  assert.equal(unshowable('\n\r\n'.repeat(1500)), 'lineBreaks');
  assert.equal(unshowable('\u{1f600}\u00a0\ufeff\t\r\n\n'), undefined);
});
