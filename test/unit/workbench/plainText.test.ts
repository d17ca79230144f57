import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iconsAsText, isolated, plainText } from '../../../src/workbench/plainText.ts';

test('nothing in a message can be clicked, and it stays on one line', () => {
  assert.equal(plainText(' [Go](command:quit)\n now '), '[Go] (command:quit) now');
  assert.equal(plainText('x'.repeat(10), 5), 'xxxx…');
});

test('what a list would show as an icon is escaped, and nothing else', () => {
  assert.equal(iconsAsText('Beyond $(document).ready'), 'Beyond \\$(document).ready');
  assert.equal(iconsAsText('$(verified) $(sync~spin)'), '\\$(verified) \\$(sync~spin)');
  for (const text of ['', 'Costs $5 (or more)', '$()', '$(a b)', '$ (x)', '(x)$'])
    assert.equal(iconsAsText(text), text);
});

test('only text from right to left is set apart from its number, and none turns it around', () => {
  assert.equal(isolated('Dusk'), 'Dusk');
  assert.equal(isolated('שלוש שאלות'), '\u2068שלוש שאלות\u2069');
  assert.equal(isolated('\u{1e900}\u{1e901}'), '\u2068\u{1e900}\u{1e901}\u2069');
  assert.equal(isolated('\u202eDusk\u2069'), 'Dusk');
  assert.equal(isolated('שלוש\u2069 \u202e'), '\u2068שלוש \u2069');
});
