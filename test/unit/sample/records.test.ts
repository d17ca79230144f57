import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAsciiJson } from '../../../src/sample/exactJson.ts';
import { fieldNames, readChanges } from '../../../src/sample/sampleFields.ts';
import { openStore } from '../../../src/sample/store.ts';

const store = openStore();
const records = [...store.values()];
const values = (field: string) => records.map((record) => record[field]);
const texts = (field: string) => values(field).map(String);

test('there are some hundred, with unique IDs in order and with gaps', () => {
  const ids = [...store.keys()];
  assert.equal(ids.length, 254);
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((a, b) => a - b),
  );
  assert.ok(!ids.includes(13) && !ids.includes(27));
  assert.ok(ids.includes(2346));
  // Whoever reads on until 200 numbers in a row are missing finds all but the last two.
  assert.deepEqual(
    ids.filter((id, at) => id - (ids[at - 1] ?? 0) > 200),
    [2345],
  );
});

test('each has all fields in order, and the service would accept it back', () => {
  for (const [id, record] of store) {
    assert.deepEqual(Object.keys(record), fieldNames);
    assert.ok('changes' in readChanges(record, 'whole record'), `record ${id}`);
  }
});

test('slugs are lowercase words joined by hyphens', () => {
  for (const slug of texts('slug')) assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('every address is on a domain that is reserved for examples', () => {
  const addresses = [...toAsciiJson(records).matchAll(/https?:\/\/([^/"\\>]+)/g)];
  assert.ok(addresses.length > 100);
  for (const [, host = ''] of addresses) assert.match(host, /(^|\.)example\.org$/);
});

test('they cover what occurs in real records', () => {
  const text = texts('title').join('\n');
  for (const script of ['Cyrillic', 'Greek', 'Han', 'Hiragana', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari', 'Thai']) {
    assert.match(text, new RegExp(`\\p{Script=${script}}`, 'u'));
  }
  assert.match(text, /\p{Extended_Pictographic}/u);
  for (const format of ['ogv', 'mp4', 'webm', 'flv']) {
    assert.ok(values(`video_${format}_url`).some(Boolean));
    assert.ok(values(`video_${format}_length`).some(Boolean));
  }
  for (const field of ['duration', 'recorded', 'thumbnail_url', 'source_url', 'language']) {
    assert.ok(values(field).includes(null), field);
  }
  assert.ok(texts('description').some((description) => description.includes('\r\n')));
  assert.ok(texts('description').some((description) => description.length === 200 * 1024));
  assert.ok(texts('title').some((title) => title.length > 150));
  assert.ok(values('video_mp4_length').some((length) => /\.0$/.test(toAsciiJson(length))));
});

test('player markup is as the interface describes it', () => {
  const embed = String(store.get(1)?.embed);
  for (const name of ['movie', 'allowFullScreen', 'allowscriptaccess'])
    assert.ok(embed.includes(`<param name="${name}"`));
  assert.match(embed, /^<object width="640" height="390">.*<embed .*width="640" height="390"><\/embed><\/object>$/);
  assert.doesNotMatch(embed, /&(?!amp;)/);
});
