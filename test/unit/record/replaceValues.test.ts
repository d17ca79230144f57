import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { replacedValue } from '../../../src/record/replaceValues.ts';

suite('replacing values', () => {
  const replaced = (field: string, raw: string | undefined, values: string[], by: string) =>
    replacedValue(field, raw, new Set(values), by);

  test('a text becomes the other one, and any other text stays as it is written', () => {
    assert.equal(replaced('language', '"english"', ['english', 'ENGLISH'], 'English'), '"English"');
    assert.equal(replaced('language', '"Fran\\u00e7ais"', ['english'], 'English'), '"Fran\\u00e7ais"');
    assert.equal(replaced('language', '"English"', ['English'], 'English'), '"English"');
  });

  test('an empty one is null, an empty text or missing', () => {
    for (const raw of ['null', '""', '" "', undefined]) {
      assert.equal(replaced('language', raw, [''], 'English'), '"English"');
      assert.equal(replaced('language', raw, ['x'], 'English'), raw);
    }
    assert.equal(replaced('tags', '[]', [''], 'boats'), '["boats"]');
    assert.equal(replaced('speakers', undefined, [''], 'Ada'), '["Ada"]');
  });

  test('in a list the item alone, in its place, and never twice', () => {
    const cases = [
      ['["a", "b", "c"]', ['b'], 'x', '["a", "x", "c"]'],
      ['["a", "b", "c"]', ['a', 'b'], 'x', '["x", "c"]'],
      ['["a", "b", "c"]', ['a', 'b'], 'c', '["c"]'],
      ['["a", "b"]', ['a', 'b'], 'a', '["a"]'],
      ['["a", "b"]', ['z'], 'x', '["a", "b"]'],
      ['["a", "b"]', ['a'], '', '["b"]'],
      ['[\n  "a",\n  "b"\n]', ['a'], 'x', '[\n  "x",\n  "b"\n]'],
    ] as const;
    for (const [raw, values, by, after] of cases) assert.equal(replaced('tags', raw, [...values], by), after, raw);
  });

  test('a number stays one, and the type of an unknown field is that of its value', () => {
    assert.equal(replaced('state', '1', ['1'], '2'), '2');
    assert.equal(replaced('room', '"1"', ['1'], '2'), '"2"');
    assert.equal(replaced('room', '12345678901234567890', ['12345678901234567890'], '2'), '2');
  });

  test('what is not JSON is a text, and what is no text can not be empty', () => {
    assert.equal(replaced('views', '5', ['5'], 'five'), '"five"');
    assert.equal(replaced('views', '"5"', ['5'], ''), '""');
    assert.equal(replaced('views', '5', ['5'], ''), undefined);
    assert.equal(replaced('views', '5', ['6'], ''), '5');
  });

  test('a list keeps all other items in their order, and gets no item that it has', () => {
    const item = fc.constantFrom<string>('a', 'b', 'c', 'd', 'é', '"');
    fc.assert(
      fc.property(fc.uniqueArray(item), fc.array(item), item, (items, values, by) => {
        const after: string[] = JSON.parse(replaced('tags', JSON.stringify(items), values, by) ?? '');
        assert.equal(new Set(after).size, after.length);
        const others = (list: readonly string[]) => list.filter((one) => one !== by && !values.includes(one));
        assert.deepEqual(others(after), others(items));
        assert.ok(after.every((one) => one === by || !values.includes(one)));
        const isThere = items.some((one) => one === by || values.includes(one));
        assert.equal(after.includes(by), isThere);
      }),
    );
  });
});
