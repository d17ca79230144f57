import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { l10n } from 'vscode';
import { iconsAsText, isolated, oneLine, type PlainText, plainText } from '../../../src/workbench/plainText.ts';
import { assertNoIcon, assertOneLine, hostileText } from '../hostileText.ts';

test('nothing in a message can be clicked, and it stays on one line', () => {
  assert.equal(plainText(' [Go](command:quit)\n now '), '[Go] (command:quit) now');
  assert.equal(plainText('x'.repeat(10), 5), 'xxxx…');
});

test('our words are plain text if all that is put into them is', () => {
  const said: string = '[Go](command:quit)';
  const plain: PlainText = l10n.t('Record {0}: {1}', 5, plainText(said));
  // @ts-expect-error: the type check is the test.
  const unmade: PlainText = l10n.t('Record {0}: {1}', 5, said);
  assert.deepEqual([plain, unmade], ['Record 5: [Go] (command:quit)', 'Record 5: [Go](command:quit)']);
});

test('what a service says can neither open nor close a link of ours', () => {
  assert.equal(plainText('Log in here: ['), 'Log in here: {');
  assert.equal(plainText('[a] and [b'), '[a] and {b');
  assert.equal(plainText('[Go][command:quit)'), '[Go]{command:quit)');
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 1, max: 600 }), (text, limit) => {
      const plain = plainText(text, limit);
      assertOneLine(plain, limit);
      const label = /\[([^\]]+)\]\(command:ours\)$/.exec(`${plain} [Ours](command:ours)`)?.[1];
      assert.equal(label, 'Ours');
      assert.doesNotMatch(plain, /\]\(/);
    }),
  );
});

test('any text is one bounded line, also set apart from what is beside it', () => {
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 1, max: 600 }), (text, limit) => {
      assertOneLine(oneLine(text, limit), limit);
      assertOneLine(isolated(text, limit), limit + 2);
      assertNoIcon(iconsAsText(oneLine(text, limit)));
    }),
  );
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
  assert.equal(isolated('שלוש\u2069 \u202e'), '\u2068שלוש\u2069');
});
