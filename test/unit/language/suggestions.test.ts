import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseText } from '../../../src/language/parsedDocuments.ts';
import { suggestionsAt } from '../../../src/language/suggestions.ts';

const seen = (field: string) =>
  field === 'tags' ? ['boats', 'a "quoted" one'] : field === 'category' ? ['Harbour Days'] : [];

/** The text after a suggestion is accepted, by default the last, with `|` where the cursor is. */
function completed(text: string, label?: string): string | undefined {
  const offset = text.indexOf('|');
  const plain = text.replace('|', '');
  const found = suggestionsAt(parseText(plain), offset, seen, '2026-11-15');
  const item = label === undefined ? found?.items.at(-1) : found?.items.find((one) => one.label === label);
  if (!found || !item) return undefined;
  const { commaAt = found.offset } = found;
  const comma = found.commaAt === undefined ? '' : ',';
  const before = plain.slice(0, commaAt) + comma + plain.slice(commaAt, found.offset);
  return before + item.json + plain.slice(found.offset + found.length);
}

test('completes a value in an empty, partial or missing string', () => {
  assert.equal(completed('{"category": "Har|bour"}'), '{"category": "Harbour Days"}');
  assert.equal(completed('{"category": "|"}'), '{"category": "Harbour Days"}');
  assert.equal(completed('{"category": |}'), '{"category": "Harbour Days"}');
  assert.equal(completed('{"recorded": "|"}', '2026-11-15'), '{"recorded": "2026-11-15"}');
  assert.equal(completed('{"video_mp4_download_only": |}', 'true'), '{"video_mp4_download_only": true}');
  assert.equal(completed('{"duration": |}'), '{"duration": null}');
});

test('a word without quotes is replaced', () => {
  assert.equal(completed('{"duration": nu|}'), '{"duration": null}');
  assert.equal(completed('{"id": 1, ti|}', 'title'), '{"id": 1, "title": "$0"}');
  assert.equal(completed('{video_mp4_len|}', 'video_mp4_length'), '{"video_mp4_length": $0}');
});

test('completes only fields that the record does not have yet', () => {
  assert.equal(completed('{"id": 1, |}', 'title'), '{"id": 1, "title": "$0"}');
  assert.equal(completed('{"id": 1, "ti|"}', 'title'), '{"id": 1, "title": "$0"}');
  assert.equal(completed('{"ti|": "x"}', 'title'), '{"title": "x"}');
  assert.equal(completed('{"title": "x", |}', 'title'), undefined);
});

test('adds missing commas before and after a completed value', () => {
  assert.equal(completed('{"tags": ["x"\n  "|"\n]}', 'boats'), '{"tags": ["x",\n  "boats"\n]}');
  assert.equal(completed('{"tags": [|\n  "x"]}', 'boats'), '{"tags": ["boats",\n  "x"]}');
  assert.equal(completed('{"tags": ["x", "|", "y"]}', 'boats'), '{"tags": ["x", "boats", "y"]}');
  assert.equal(completed('{"id": 1\n  "|"\n}', 'title'), '{"id": 1,\n  "title": "$0"\n}');
  assert.equal(completed('{\n  |\n  "id": 1}', 'title'), '{\n  "title": "$0",\n  "id": 1}');
});

test('completes and escapes list items', () => {
  assert.equal(completed('{"tags": ["x", "|"]}'), '{"tags": ["x", "a \\"quoted\\" one"]}');
  assert.equal(completed('{"tags": [|]}'), '{"tags": ["a \\"quoted\\" one"]}');
});

test('does not offer items that the list already has', () => {
  assert.equal(completed('{"tags": ["boats", "|"]}', 'boats'), undefined);
  assert.equal(
    completed('{"speakers": ["boats"], "tags": ["|"]}', 'boats'),
    '{"speakers": ["boats"], "tags": ["boats"]}',
  );
});

test('replaces a string without closing quote up to the cursor', () => {
  assert.equal(completed('{"category": "Har|, \n  "title": ""}'), '{"category": "Harbour Days", \n  "title": ""}');
});

test('offers nothing in other fields, in nested values or outside a list', () => {
  for (const text of ['{"title": "|"}', '{"category": {"a": "|"}}', '{"tags": "|"}', '{"tags": [["|"]]}', '|']) {
    assert.equal(completed(text), undefined, text);
  }
});
