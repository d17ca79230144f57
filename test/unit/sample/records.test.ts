import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject, parseExact, toAsciiJson } from '../../../src/sample/exactJson.ts';
import { fieldNames, readChanges, type VideoRecord } from '../../../src/sample/sampleFields.ts';
import { sampleRecords } from '../../../src/sample/server.ts';

const values = (field: keyof VideoRecord) => sampleRecords.map((record) => record[field]);

test('there are about forty, with unique IDs in order and with gaps', () => {
  const ids = sampleRecords.map(({ id }) => id);
  assert.equal(ids.length, 40);
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((a, b) => a - b),
  );
  assert.ok(!ids.includes(13) && !ids.includes(27));
  assert.ok(ids.includes(2345) && ids.includes(2346));
});

test('each has all fields in order, and the service would accept it back', () => {
  for (const record of sampleRecords) {
    assert.deepEqual(Object.keys(record), fieldNames);
    const body = parseExact(toAsciiJson(record));
    assert.ok(isJsonObject(body));
    assert.ok('changes' in readChanges(body, 'whole record'), `record ${record.id}`);
  }
});

test('slugs are lowercase words joined by hyphens', () => {
  for (const { slug } of sampleRecords) assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('every address is on a domain that is reserved for examples', () => {
  const addresses = [...toAsciiJson(sampleRecords).matchAll(/https?:\/\/([^/"\\>]+)/g)];
  assert.ok(addresses.length > 100);
  for (const [, host = ''] of addresses) assert.match(host, /(^|\.)example\.org$/);
});

test('they cover what occurs in real records', () => {
  const text = sampleRecords.map(({ title }) => title).join('\n');
  for (const script of ['Cyrillic', 'Greek', 'Han', 'Hiragana', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari', 'Thai']) {
    assert.match(text, new RegExp(`\\p{Script=${script}}`, 'u'));
  }
  assert.match(text, /\p{Extended_Pictographic}/u);
  for (const format of ['ogv', 'mp4', 'webm', 'flv'] as const) {
    assert.ok(values(`video_${format}_url`).some(Boolean));
    assert.ok(values(`video_${format}_length`).some(Boolean));
  }
  for (const field of ['duration', 'recorded', 'thumbnail_url', 'source_url', 'language'] as const) {
    assert.ok(values(field).includes(null), field);
  }
  assert.ok(sampleRecords.some(({ description }) => description.includes('\r\n')));
  assert.ok(sampleRecords.some(({ description }) => description.length === 200 * 1024));
  assert.ok(sampleRecords.some(({ title }) => title.length > 150));
});

test('player markup is as the interface describes it', () => {
  const { embed } = sampleRecords[0] as VideoRecord;
  for (const name of ['movie', 'allowFullScreen', 'allowscriptaccess'])
    assert.ok(embed.includes(`<param name="${name}"`));
  assert.match(embed, /^<object width="640" height="390">.*<embed .*width="640" height="390"><\/embed><\/object>$/);
  assert.doesNotMatch(embed, /&(?!amp;)/);
});
