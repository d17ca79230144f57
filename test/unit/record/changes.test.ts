import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { changesBetween, sameMeaning, sameValue } from '../../../src/record/changes.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { formatRecord } from '../../support/formatRecord.ts';
import { rawRecord, rawValue, recordOf } from '../../support/recordArbitraries.ts';

const numRuns = 10_000;

suite('the same value', () => {
  for (const [a, b, value, meaning] of [
    ['"\\u00e9\\/"', '"é/"', true, true],
    ['"a"', '"b"', false, false],
    ['"1"', '1', false, false],
    ['null', 'false', false, false],
    ['1.0', '1', false, true],
    ['1e2', '100', false, true],
    ['10e-1', '1', false, true],
    ['-0', '0', false, true],
    ['0e5', '0', false, true],
    ['-1', '1', false, false],
    ['0.1', '0.10000000000000000001', false, false],
    ['12345678901234567890', '12345678901234567891', false, false],
    ['1e999999999', '10e999999998', false, true],
    ['1e999999999', '1e999999998', false, false],
    ['100', '10', false, false],
    ['[1, 2]', '[1,2]', true, true],
    ['[1,2]', '[2,1]', false, false],
    ['[1]', '[1,1]', false, false],
    ['{"a":1,"b":[{}]}', '{ "b": [{}], "\\u0061": 1 }', true, true],
    ['{"a":1}', '{"b":1}', false, false],
    ['{"a":1}', '{"a":1,"b":1}', false, false],
    ['{"a":[1.0]}', '{"a":[1]}', false, true],
    ['[]', '{}', false, false],
  ] as const) {
    test(`${a} and ${b}: ${value ? 'the same' : 'different'} as written, ${meaning ? 'the same' : 'different'} in meaning`, () => {
      assert.deepEqual([sameValue(a, b), sameValue(b, a)], [value, value]);
      assert.deepEqual([sameMeaning(a, b), sameMeaning(b, a)], [meaning, meaning]);
    });
  }

  test('a number with an endless exponent costs nothing', () => {
    const exponent = '9'.repeat(1_000_000);
    assert.equal(sameMeaning(`1e${exponent}`, `10e${exponent}`), false);
    assert.equal(sameMeaning(`1e${exponent}`, `1e${exponent}`), true);
  });

  test('what is written the same means the same, and floats agree', () => {
    fc.assert(
      fc.property(rawValue, rawValue, (a, b) => {
        assert.ok(!sameValue(a, b) || sameMeaning(a, b));
        if (sameMeaning(a, b)) assert.deepEqual(positive(JSON.parse(a)), positive(JSON.parse(b)));
      }),
      { numRuns },
    );
  });

  test('decimals are compared as fractions are', () => {
    const decimal = fc.tuple(fc.bigInt(-200n, 200n), fc.integer({ min: -4, max: 4 }));
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const exact = ([digits, power]: [bigint, number]) => digits * 10n ** BigInt(power + 4);
        assert.equal(sameMeaning(`${a[0]}e${a[1]}`, `${b[0]}E${b[1]}`), exact(a) === exact(b));
      }),
      { numRuns },
    );
  });
});

suite('changes', () => {
  test('come in the order of the edited text, removed ones last, with their slices', () => {
    const base = recordOf({ a: '1', b: '"x"', c: '[]', d: 'null' });
    const edited = parseRecord('{ "new": 1.50, "d": null, "b": "\\u00e9" , "a": 1.0 }');
    assert.deepEqual(changesBetween(base, edited), [
      { field: 'new', kind: 'added', after: '1.50' },
      { field: 'b', kind: 'changed', before: '"x"', after: '"\\u00e9"' },
      { field: 'a', kind: 'changed', before: '1', after: '1.0' },
      { field: 'c', kind: 'removed', before: '[]' },
    ]);
  });

  test('layout alone is no change', () => {
    fc.assert(
      fc.property(rawRecord, (fields) => {
        const record = recordOf(fields);
        assert.deepEqual(changesBetween(record, parseRecord(formatRecord(record.text))), []);
      }),
      { numRuns },
    );
  });
});

/** JSON's -0 is 0 in meaning, while assert tells them apart. */
function positive(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
