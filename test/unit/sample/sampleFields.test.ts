import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isJsonObject, parseExact } from '../../../src/sample/exactJson.ts';
import { fieldNames, readChanges } from '../../../src/sample/sampleFields.ts';

function patch(text: string) {
  const body = parseExact(text);
  assert.ok(isJsonObject(body));
  return readChanges(body, 'any fields');
}

function accepted(field: string, value: string): boolean {
  return 'changes' in patch(`{"${field}":${value}}`);
}

suite('what a write accepts', () => {
  const texts = ['category', 'slug', 'title', 'summary', 'description', 'quality_notes', 'copyright_text', 'embed'];
  const urls = ['thumbnail_url', 'source_url', ...formats((format) => `video_${format}_url`)];
  const lengths = formats((format) => `video_${format}_length`);
  const flags = formats((format) => `video_${format}_download_only`);

  const cases: [fields: string[], good: string[], bad: string[]][] = [
    [
      [...texts, 'whiteboard'],
      ['""', '"a"'],
      ['null', '1', 'true', '["a"]', '{}'],
    ],
    [
      ['language', ...urls],
      ['""', '"a"', 'null'],
      ['1', 'false', '[]', '{}'],
    ],
    [
      ['speakers', 'tags'],
      ['[]', '["a","b"]'],
      ['"Ann"', 'null', '{}', '["a",1]', '[["a"]]', '[null]'],
    ],
    [['state'], ['0', '-1', '18446744073709551616'], ['null', '"1"', '1.0', '1e2', 'true', '[1]']],
    [['duration'], ['null', '2700'], ['"2700"', '1.5', '1e999', 'false']],
    [lengths, ['null', '1', '1.5', '1e2'], ['"1"', 'true', '[]']],
    [flags, ['true', 'false'], ['null', '0', '"true"', '""']],
    [
      ['recorded'],
      ['null', '"2024-02-29"', '"0001-01-01"'],
      [
        '""',
        '"2023-02-29"',
        '"2024-13-01"',
        '"2024-04-31"',
        '"2024-4-1"',
        '"2024-01-01T00:00"',
        '"\\uff12024-01-01"',
        '20240101',
      ],
    ],
  ];

  for (const [fields, good, bad] of cases) {
    for (const field of fields) {
      test(field, () => {
        assert.deepEqual(
          good.filter((value) => !accepted(field, value)),
          [],
        );
        assert.deepEqual(
          bad.filter((value) => accepted(field, value)),
          [],
        );
      });
    }
  }

  test('every writable field is in the cases above', () => {
    const tried = cases.flatMap(([fields]) => fields);
    assert.deepEqual([...tried, 'id', 'added', 'updated'].sort(), [...fieldNames].sort());
  });
});

test('each wrong field gets its message', () => {
  assert.deepEqual(patch('{"title":null,"duration":"long","summary":"fine"}'), {
    errors: { title: ['Expected a string.'], duration: ['Expected an integer, or null.'] },
  });
});

test('ignores unknown and read-only fields, whatever their value', () => {
  assert.deepEqual(patch('{"id":"x","added":1,"updated":null,"extra":[1],"__proto__":{"title":1},"toString":1}'), {
    changes: {},
  });
});

test('a whole record needs every writable field', () => {
  const outcome = readChanges({}, 'whole record');
  assert.ok('errors' in outcome);
  assert.equal(Object.keys(outcome.errors).length, fieldNames.length - 3);
  assert.deepEqual(outcome.errors.title, ['This field is required.']);
});

function formats(name: (format: string) => string): string[] {
  return ['ogv', 'mp4', 'webm', 'flv'].map(name);
}
