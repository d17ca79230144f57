import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { changesBetween } from '../../../src/record/changes.ts';
import { fieldNames } from '../../../src/record/fields.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { validateChanges } from '../../../src/record/validation.ts';
import { fieldProblemMessage } from '../../../src/workbench/problemMessages.ts';
import { rawRecord, rawValue, recordOf } from '../../support/recordArbitraries.ts';

const numRuns = 10_000;

/** Each problem as severity, code and the text it underlines. */
function problemsOf(field: string, raw: string): string[] {
  const edited = parseRecord(`{ "other": 1, "${field}": ${raw} }`);
  return validateChanges(edited, changesBetween(recordOf({ other: '1' }), edited)).map((problem) => {
    assert.equal(problem.field, field);
    assert.match(fieldProblemMessage(problem), new RegExp(`^("${field}"|Item \\d+ of "${field}"|The ID) .*\\.$`));
    return `${problem.severity} ${problem.code} ${edited.text.slice(problem.offset, problem.offset + problem.length)}`;
  });
}

suite('validating what changed', () => {
  for (const [field, raw, ...problems] of [
    ['title', '"Fine"'],
    ['title', '1', 'error type 1'],
    ['title', '["a"]', 'error type ["a"]'],
    ['title', 'null', 'error type null'],
    ['title', '""', 'warning emptyTitle ""'],
    ['title', '" \\n"', 'warning emptyTitle " \\n"'],
    ['title', '" a"', 'warning untrimmed " a"'],
    ['category', '"a "', 'warning untrimmed "a "'],
    ['language', 'null'],
    ['language', '"a "', 'warning untrimmed "a "'],
    ['summary', '" any\\r\\ntext "'],
    ['speakers', '"Ann"', 'error type "Ann"'],
    ['speakers', '["Ann", 2 ,null]', 'error type 2', 'error type null'],
    ['speakers', '["Ann","Bo", "Ann"]', 'warning doubledItem "Ann"'],
    ['speakers', '[""," "]', 'warning blankItem ""', 'warning blankItem " "'],
    ['tags', '[1, {"a":2}, null, "x"]'],
    ['tags', '["x", "x "]', 'warning doubledItem "x "'],
    ['tags', '["x "]', 'warning untrimmed "x "'],
    ['tags', 'null', 'error type null'],
    ['duration', 'null'],
    ['duration', '1.0'],
    ['duration', '12345678901234567890'],
    ['duration', '1.5', 'error type 1.5'],
    ['duration', '"1"', 'error type "1"'],
    ['video_mp4_length', '1e400'],
    ['video_mp4_length', '1.5'],
    ['video_mp4_length', 'true', 'error type true'],
    ['video_mp4_download_only', '"no"', 'error type "no"'],
    ['recorded', 'null'],
    ['recorded', '""'],
    ['recorded', '"2024-02-29"'],
    ['recorded', '"2024-02-30"', 'warning date "2024-02-30"'],
    ['recorded', '"2023-02-29"', 'warning date "2023-02-29"'],
    ['recorded', '"2024-13-01"', 'warning date "2024-13-01"'],
    ['recorded', '"2024-1-1"', 'warning date "2024-1-1"'],
    ['added', '"2024-02-29T23:59:59.123"'],
    ['added', '"2024-02-29T23:59:59"'],
    ['added', '"2024-02-30T23:59:59.123"', 'warning dateTime "2024-02-30T23:59:59.123"'],
    ['updated', '"2024-02-29T24:00:00.000"', 'warning dateTime "2024-02-29T24:00:00.000"'],
    ['updated', '"2024-02-29T23:59:59.123Z"', 'warning dateTime "2024-02-29T23:59:59.123Z"'],
    ['updated', '"2024-02-29"', 'warning dateTime "2024-02-29"'],
    ['source_url', '"https://example.org/a?b#c"'],
    ['source_url', '"/a"', 'warning address "/a"'],
    ['thumbnail_url', '"example.org/a"', 'warning address "example.org/a"'],
    ['thumbnail_url', '"https://example.org/a b"', 'warning address "https://example.org/a b"'],
    ['video_ogv_url', '""'],
    ['video_ogv_url', 'null'],
    ['video_ogv_url', '"http://"', 'warning address "http://"'],
    ['slug', '"some-talk-2"'],
    ['slug', '"Some talk"', 'warning slug "Some talk"'],
    ['slug', '"some--talk"', 'warning slug "some--talk"'],
    ['slug', '""', 'warning slug ""'],
    ['id', '12', 'error id 12'],
    ['unheard_url', '"/a"'],
    ['constructor', '1'],
  ] as const) {
    test(`"${field}": ${raw} has ${problems.join(' and ') || 'no problem'}`, () => {
      assert.deepEqual(problemsOf(field, raw), problems);
    });
  }

  test('reports no problem for values that the service sent', () => {
    const base = recordOf({ title: '1', slug: '"A B"', recorded: '"2024-02-30"', speakers: '"Ann"', summary: '""' });
    const edited = parseRecord(base.text.replace('"summary":""', '"summary":"new"'));
    assert.deepEqual(validateChanges(edited, changesBetween(base, edited)), []);
  });

  test('a removed field has no problem', () => {
    const [base, edited] = [recordOf({ title: '""', id: '1' }), recordOf({ id: '1' })];
    assert.deepEqual(validateChanges(edited, changesBetween(base, edited)), []);
  });

  test('any change is looked at without a throw, and problems lie within its value', () => {
    fc.assert(
      fc.property(rawRecord, fc.constantFrom(...fieldNames), rawValue, (fields, name, raw) => {
        const edited = recordOf(new Map([...fields, [name, raw]]));
        for (const { field, offset, length } of validateChanges(edited, [{ field: name, kind: 'changed' }])) {
          const value = edited.fields.get(field);
          assert.equal(field, name);
          assert.ok(value && value.offset <= offset && offset + length <= value.offset + value.length);
        }
      }),
      { numRuns },
    );
  });
});
