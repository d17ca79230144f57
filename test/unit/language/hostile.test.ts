/** What a service sends is shown as text: it never becomes a link, an icon, markup or a second line. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { recordProblems, rejectionsOf } from '../../../src/language/diagnostics.ts';
import { hoverText } from '../../../src/language/hoverText.ts';
import { parseText } from '../../../src/language/parsedDocuments.ts';
import { recordLinks } from '../../../src/language/recordLinks.ts';
import { suggestionsAt } from '../../../src/language/suggestions.ts';
import { fieldNames } from '../../../src/record/fields.ts';
import { codeBlock, markdownText, symbolText } from '../../../src/workbench/plainText.ts';
import { assertNoIcon, hostileText, markdownKinds } from '../hostileText.ts';

const textKinds = ['paragraph_open', 'inline', 'paragraph_close', 'text', 'text_special', 'softbreak'];
const hoverKinds = [...textKinds, 'strong_open', 'strong_close', 'fence'];
const linkFields = fieldNames.filter((name) => name.endsWith('_url') || name === 'embed');
const name = fc.oneof(fc.constantFrom(...fieldNames), hostileText);
const oneLine = (text: string) => assert.doesNotMatch(text, /[\n\r\u2028\u2029]/);
const fieldIn = (text: string) => [...(parseText(text).record?.fields.values() ?? [])][0];
const unexpected = (text: string, expected: readonly string[]) =>
  [...markdownKinds(text)].filter((kind) => !expected.includes(kind));

suite('hostile text', () => {
  test('is text in Markdown, and stays inside of a code block', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        assert.deepEqual(unexpected(markdownText(text), textKinds), []);
        oneLine(markdownText(text));
        assert.deepEqual([...markdownKinds(codeBlock(text))], ['fence']);
      }),
    );
  });

  test('is no markup in a hover; only addresses are links', () => {
    fc.assert(
      fc.property(name, hostileText, hostileText, (key, value, before) => {
        const field = fieldIn(JSON.stringify({ [key]: value }));
        assert.ok(field);
        const change = { field: key, kind: 'changed', before: JSON.stringify(before) } as const;
        const links = linkFields.some((one) => one === key) || key.endsWith('_url') ? ['link_open', 'link_close'] : [];
        assert.deepEqual(unexpected(hoverText(field, change) ?? '', [...hoverKinds, ...links]), []);
      }),
    );
  });

  test('is one line in diagnostics', () => {
    fc.assert(
      fc.property(name, hostileText, hostileText, (key, value, message) => {
        const text = JSON.stringify({ [key]: value });
        const parsed = parseText(text);
        const changes = [{ field: key, kind: 'changed' }] as const;
        const problems = recordProblems(parsed, changes, rejectionsOf(parsed, { [key]: [message, message] }));
        const twice = recordProblems(parseText(text.replace('{', `{${JSON.stringify(key)}:1,`)), [], new Map());
        assert.equal(twice.length, 1);
        for (const { message: shown } of [...problems, ...twice]) {
          oneLine(shown);
          assert.ok(shown.length <= 400);
        }
      }),
    );
  });

  test('is one line without icons in the outline and in suggestions', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const found = suggestionsAt(parseText('{"tags": []}'), 10, () => [value], '2026-11-15');
        const suggested = (found?.items ?? []).map(({ label }) => label);
        for (const label of [symbolText(value), ...suggested]) {
          oneLine(label);
          assertNoIcon(label);
        }
      }),
    );
  });

  test('is a link only as an http(s) address', () => {
    fc.assert(
      fc.property(name, hostileText, (key, value) => {
        for (const { address } of recordLinks(JSON.stringify({ [key]: value }))) {
          assert.match(address, /^https?:\/\//);
        }
      }),
    );
  });

  test('does not fail while it is not JSON', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        assert.ok(parseText(`{"a": ${text}`).error);
      }),
    );
    for (const open of ['[', '{"a":']) assert.equal(parseText(`{"x" ${open.repeat(200_000)}`).record, undefined);
  });
});

test('results for all the items, fields, lines and links that a record may have are bounded', () => {
  const many = Array.from({ length: 90_000 }, (_, index) => `https://example.org/${index} `);
  const text = JSON.stringify({
    speakers: many.map(() => 'Ann'),
    tags: many,
    description: many.join('\n'),
    ...Object.fromEntries(many.slice(0, 19_000).map((key) => [key, key])),
  });
  const parsed = parseText(text);
  const changes = [...(parsed.record?.fields.keys() ?? [])].map((field) => ({ field, kind: 'added' }) as const);
  assert.equal(recordProblems(parsed, changes, new Map()).length, 1000);
  assert.equal(recordLinks(text).length, 2000);
  suggestionsAt(parsed, text.length - 1, () => many, '2026-11-15');
});
