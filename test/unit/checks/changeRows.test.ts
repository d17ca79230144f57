import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { changedValue, changeProblem, type RowChange } from '../../../src/checks/changeRows.ts';
import { parseJson } from '../../../src/record/json.ts';

const lines = '[\n    "a",\n    "b"\n  ]';

suite('changing a field in rows', () => {
  const cases: readonly [name: string, before: string | undefined, change: RowChange, after: string | undefined][] = [
    ['sets a value', '"x"', { set: '"y"' }, '"y"'],
    ['sets a field that a row does not have', undefined, { set: 'null' }, 'null'],
    ['leaves a value that is the same', '"\\u00e9"', { set: '"é"' }, '"\\u00e9"'],
    ['adds an item on the line', '["a", "b"]', { add: '"c"' }, '["a", "b", "c"]'],
    ['adds an item on a line of its own', lines, { add: '"c"' }, '[\n    "a",\n    "b",\n    "c"\n  ]'],
    ['adds an item after one', '[\n    "a"\n  ]', { add: '"c"' }, '[\n    "a",\n    "c"\n  ]'],
    ['adds an item to nothing', '[]', { add: '"c"' }, '["c"]'],
    ['adds an item once', '["\\u00e9"]', { add: '"é"' }, '["\\u00e9"]'],
    ['removes an item', lines, { remove: '"a"' }, '[\n    "b"\n  ]'],
    ['removes an item wherever it is', '["a","b", "a"]', { remove: '"a"' }, '["b"]'],
    ['removes the last item', '[ "a" ]', { remove: '"a"' }, '[]'],
    ['removes nothing that is not there', '["a"]', { remove: '"b"' }, '["a"]'],
    ['replaces a value', '"CC"', { replace: '"CC"', by: '"CC BY"' }, '"CC BY"'],
    ['replaces only the whole value', '"CC BY"', { replace: '"CC"', by: '"x"' }, '"CC BY"'],
    ['replaces an item in its place', '["a", "b"]', { replace: '"a"', by: '"c"' }, '["c", "b"]'],
    ['replaces an item by one that is there', '["a", "b"]', { replace: '"a"', by: '"b"' }, '["b"]'],
    ['replaces an item by itself', '["a", "a"]', { replace: '"a"', by: '"a"' }, '["a", "a"]'],
    ['leaves a row whose value is no list', 'null', { add: '"a"' }, 'null'],
    ['leaves a row without the field', undefined, { remove: '"a"' }, undefined],
  ];
  for (const [name, before, change, after] of cases) {
    test(name, () => assert.equal(changedValue(before, change), after));
  }

  test('refuses what can be no value of the field', () => {
    const problems: readonly [field: string, change: RowChange, problem: string | undefined][] = [
      ['title', { set: '"x"' }, undefined],
      ['title', { set: '5' }, 'type'],
      ['title', { set: 'x' }, 'json'],
      ['id', { set: '5' }, 'id'],
      ['title', { add: '"x"' }, 'notAList'],
      ['title', { replace: '"x"', by: 'null' }, 'type'],
      ['language', { replace: 'null', by: '"English"' }, undefined],
      ['speakers', { add: '"Ann Lee"' }, undefined],
      ['speakers', { add: '5' }, 'type'],
      ['speakers', { set: '"Ann Lee"' }, 'type'],
      ['tags', { replace: '"a"', by: '["b"]' }, 'type'],
      ['duration', { set: '1.5' }, 'type'],
      ['unheard', { set: '{}' }, undefined],
      ['unheard', { add: '5' }, undefined],
    ];
    for (const [field, change, problem] of problems) assert.equal(changeProblem(field, change), problem, field);
  });

  test('gives valid JSON, and changes nothing the second time', () => {
    const item = fc.constantFrom('"a"', '"b"', '"\\u0061"', '1', '{"a":[1]}', 'null');
    const list = fc
      .tuple(fc.array(item, { maxLength: 4 }), fc.constantFrom('', ' ', '\n  '))
      .map(([items, gap]) => `[${gap}${items.join(`,${gap}`)}${gap}]`);
    const change: fc.Arbitrary<RowChange> = fc.oneof(
      fc.record({ add: item }),
      fc.record({ remove: item }),
      fc.record({ replace: item, by: item }),
    );
    fc.assert(
      fc.property(fc.oneof(list, item), change, (raw, one) => {
        const changed = changedValue(raw, one) ?? '';
        parseJson(changed);
        const isSwap = 'replace' in one && !raw.startsWith('[');
        if (!isSwap) assert.equal(changedValue(changed, one), changed);
      }),
    );
  });
});
