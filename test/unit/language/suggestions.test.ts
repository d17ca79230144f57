import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayHaveSuggestions, suggestionsAt } from '../../../src/language/suggestions.ts';

const seen = (field: string) =>
  field === 'tags' ? ['boats', 'a "quoted" one'] : field === 'category' ? ['Harbour Days'] : [];

/** The text after the first suggestion is taken, with `|` where the cursor is. */
function completed(text: string): string | undefined {
  const offset = text.indexOf('|');
  const plain = text.replace('|', '');
  const found = suggestionsAt(plain, offset, seen, '2026-11-15');
  const item = found?.items.at(-1);
  return found && item && plain.slice(0, found.offset) + item.json + plain.slice(found.offset + found.length);
}

test('a value in a string, in place of it, or where there is none yet', () => {
  assert.equal(completed('{"category": "Har|bour"}'), '{"category": "Harbour Days"}');
  assert.equal(completed('{"category": "|"}'), '{"category": "Harbour Days"}');
  assert.equal(completed('{"category": |}'), '{"category": "Harbour Days"}');
  assert.equal(completed('{"recorded": "|"}'), '{"recorded": "2026-11-15"}');
});

test('items of lists, escaped', () => {
  assert.equal(completed('{"tags": ["x", "|"]}'), '{"tags": ["x", "a \\"quoted\\" one"]}');
  assert.equal(completed('{"tags": [|]}'), '{"tags": ["a \\"quoted\\" one"]}');
});

test('a string without its end is replaced up to the cursor', () => {
  assert.equal(completed('{"category": "Har|, \n  "title": ""}'), '{"category": "Harbour Days", \n  "title": ""}');
});

test('nothing at keys, in other fields, in nested values or outside of a list', () => {
  for (const text of [
    '{"cat|egory": ""}',
    '{"title": "|"}',
    '{"category": {"a": "|"}}',
    '{"tags": "|"}',
    '{"tags": [["|"]]}',
    '|',
  ]) {
    assert.equal(completed(text), undefined, text);
  }
});

test('a line of a field without suggestions needs no look at the whole text', () => {
  assert.equal(mayHaveSuggestions('  "title": "Abc'), false);
  assert.equal(mayHaveSuggestions(`  "description": "${'x'.repeat(5000)}`), false);
  assert.equal(mayHaveSuggestions('  "category": "Abc'), true);
  assert.equal(mayHaveSuggestions('    "Ann'), true, 'an item of a list');
  assert.equal(mayHaveSuggestions('{"title": "a", "tags": ["'), true);
  assert.equal(mayHaveSuggestions('  "category": "say \\"title\\": '), true, 'text that looks like a key');
});
