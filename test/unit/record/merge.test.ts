import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { changesBetween } from '../../../src/record/changes.ts';
import { mergeRecords } from '../../../src/record/merge.ts';
import { fieldText, fieldValue, parseRecord } from '../../../src/record/text.ts';
import { formatRecord } from '../../support/formatRecord.ts';
import { fieldName, type RawFields, rawRecord, rawValue, recordOf } from '../../support/recordArbitraries.ts';

const numRuns = 10_000;

function mergeTexts(base: string, mine: string, theirs: string) {
  const record = (text: string) => recordOf({ text: JSON.stringify(text) });
  const { text, conflicts } = mergeRecords(record(base), record(mine), record(theirs));
  return conflicts.length > 0 ? 'conflict' : fieldText(parseRecord(text), 'text');
}

function mergeTags(base: string[], mine: string[], theirs: string[]) {
  const record = (tags: string[]) => recordOf({ tags: JSON.stringify(tags) });
  const { text, conflicts } = mergeRecords(record(base), record(mine), record(theirs));
  const tags = parseRecord(text).fields.get('tags');
  return conflicts.length > 0 ? 'conflict' : tags && fieldValue(tags);
}

suite('merging fields', () => {
  const base = recordOf({ id: '1', title: '"a"', state: '1', extra: '{"x":1}' });

  test('each side keeps what it alone changed', () => {
    const mine = parseRecord(formatRecord('{"id":1,"title":"mine","state":1,"extra":{"x":1}}'));
    const theirs = recordOf({ id: '1', title: '"a"', state: '2.0', new: '["\\u00e9"]', extra: '{"x":1}' });
    const merge = mergeRecords(base, mine, theirs);
    const expected = formatRecord('{"id":1,"title":"mine","state":2.0,"new":["é"],"extra":{"x":1}}');
    assert.deepEqual(merge, { text: expected, conflicts: [], theirs: ['state', 'new'] });
  });

  test('the layout of mine stays, also where it is odd', () => {
    const mine = parseRecord('\ufeff{"id" : 1,\n\n"title":"a", "state" :1,"extra":{ "x":1 }} \n');
    const theirs = recordOf({ title: '"b"', state: '1', more: '[]', extra: '{"x":1}' });
    assert.equal(
      mergeRecords(base, mine, theirs).text,
      '\ufeff{\n\n"title":"b", "state" :1, "more": [],"extra":{ "x":1 }} \n',
    );
  });

  test('fields they removed go cleanly, wherever they stood', () => {
    for (const gone of ['id', 'title', 'state', 'extra']) {
      const rest = new Map([...base.fields].filter(([key]) => key !== gone).map(([key, { raw }]) => [key, raw]));
      const mine = parseRecord(formatRecord(base.text));
      const merge = mergeRecords(base, mine, recordOf(rest));
      assert.equal(merge.text, formatRecord(recordOf(rest).text));
      assert.deepEqual(merge.theirs, [gone]);
    }
  });

  test('the first fields of all come in, and the last one goes', () => {
    const empty = parseRecord('{ }\n');
    assert.equal(mergeRecords(empty, empty, recordOf({ a: '1', b: '2' })).text, formatRecord('{"a":1,"b":2}'));
    assert.deepEqual([...parseRecord(mergeRecords(base, base, empty).text).fields], []);
  });

  test('the same change on both sides is no conflict', () => {
    const both = (title: string) => recordOf({ id: '1', title, state: '1', extra: '{"x":1}' });
    const merge = mergeRecords(base, both('"\\u00e9"'), both('"é"'));
    assert.deepEqual(merge, { text: both('"\\u00e9"').text, conflicts: [], theirs: [] });
  });

  for (const [field, mine, theirs] of [
    ['title', '"b"', '"c"'],
    ['state', '2', '2.0'],
    ['extra', '{"x":2}', '{"x":1,"y":1}'],
    ['title', 'null', '"c"'],
    ['title', undefined, '"c"'],
    ['title', '"b"', undefined],
    ['new', '1', '2'],
    ['new', '[]', '["a"]'],
  ] as const) {
    test(`"${field}" as ${mine} and ${theirs} is a conflict that either side can win`, () => {
      const versions: Record<string, string> = { id: '1', title: '"a"', state: '1', extra: '{"x":1}' };
      const side = (raw: string | undefined) => {
        const { [field]: _, ...rest } = versions;
        return recordOf(raw === undefined ? rest : { ...rest, [field]: raw });
      };
      const [m, t] = [side(mine), side(theirs)];
      const known = { field, base: versions[field], mine, theirs };
      for (const prefer of [undefined, 'mine', 'theirs'] as const) {
        const merge = prefer ? mergeRecords(base, m, t, prefer) : mergeRecords(base, m, t);
        assert.deepEqual(merge.conflicts, [known]);
        assert.deepEqual(merge.theirs, prefer === 'theirs' ? [field] : []);
        assert.deepEqual(changesBetween(parseRecord(merge.text), prefer === 'theirs' ? t : m), []);
      }
    });
  }

  test('mine stays mine when they did nothing, and theirs comes in whole when I did nothing', () => {
    fc.assert(
      fc.property(rawRecord, rawRecord, (one, other) => {
        const [b, x] = [recordOf(one), recordOf(other)];
        assert.deepEqual(mergeRecords(b, x, b), { text: x.text, conflicts: [], theirs: [] });
        const merge = mergeRecords(b, b, x);
        assert.deepEqual(merge.conflicts, []);
        assert.deepEqual(changesBetween(x, parseRecord(merge.text)), []);
        const changed = changesBetween(b, x).map((change) => change.field);
        assert.deepEqual(new Set(merge.theirs), new Set(changed));
      }),
      { numRuns },
    );
  });

  test('disjoint edits are both merged, in either order', () => {
    const edit = fc.tuple(fieldName, fc.option(rawValue), fc.boolean());
    const edits = fc.uniqueArray(edit, { selector: ([name]) => name, maxLength: 4 });
    const applied = (fields: RawFields, some: [string, string | null, boolean][]) => {
      const result = new Map(fields);
      for (const [name, raw] of some) raw === null ? result.delete(name) : result.set(name, raw);
      return recordOf(result);
    };
    fc.assert(
      fc.property(rawRecord, edits, (fields, all) => {
        const base = recordOf(fields);
        const mine = applied(
          fields,
          all.filter(([, , isMine]) => isMine),
        );
        const theirs = applied(
          fields,
          all.filter(([, , isMine]) => !isMine),
        );
        for (const [x, y] of [
          [mine, theirs],
          [theirs, mine],
        ] as const) {
          const merge = mergeRecords(base, x, y);
          assert.deepEqual(merge.conflicts, []);
          assert.deepEqual(changesBetween(applied(fields, all), parseRecord(merge.text)), []);
        }
      }),
      { numRuns },
    );
  });

  test('any three records merge to a record, and each conflict goes to the preferred side', () => {
    fc.assert(
      fc.property(rawRecord, rawRecord, rawRecord, fc.constantFrom('mine', 'theirs'), (one, two, three, prefer) => {
        const [b, m, t] = [recordOf(one), recordOf(two), recordOf(three)];
        const { text, conflicts } = mergeRecords(b, m, t, prefer);
        const merged = parseRecord(text);
        const unsettled = new Set(changesBetween(prefer === 'mine' ? m : t, merged).map((change) => change.field));
        assert.deepEqual(
          conflicts.filter(({ field }) => unsettled.has(field)),
          [],
        );
      }),
      { numRuns },
    );
  });
});

suite('merging lists', () => {
  for (const [what, base, mine, theirs, merged] of [
    ['both add', ['a'], ['a', 'm'], ['a', 't'], ['a', 't', 'm']],
    ['both add the same', ['a'], ['a', 'x'], ['x', 'a'], ['a', 'x']],
    ['one adds, one removes', ['a', 'b'], ['a', 'b', 'c'], ['b'], ['b', 'c']],
    ['one removes, one adds behind it', ['a', 'b'], ['a'], ['a', 'b', 'c'], ['a', 'c']],
    ['they sort and I add', ['b', 'a'], ['b', 'm', 'a'], ['a', 'b'], ['a', 'b', 'm']],
    ['I sort and they add', ['b', 'a'], ['a', 'b'], ['b', 't', 'a'], ['a', 'b', 't']],
    ['both sort the same way and add', ['b', 'a'], ['a', 'b', 'm'], ['a', 'b', 't'], ['a', 'b', 't', 'm']],
    ['both sort in different ways', ['a', 'b', 'c'], ['b', 'a', 'c'], ['a', 'c', 'b'], 'conflict'],
    ['both remove all', ['a', 'b'], ['a'], ['b'], []],
    ['I remove a double and they add', ['a', 'a'], ['a'], ['a', 'a', 't'], ['a', 't']],
    ['a double that is there stays', ['a', 'a'], ['a', 'a', 'm'], ['t', 'a', 'a'], ['t', 'a', 'a', 'm']],
  ] as const) {
    test(what, () => assert.deepEqual(mergeTags([...base], [...mine], [...theirs]), merged));
  }

  test('items of another type than text are a conflict', () => {
    const record = (tags: string) => recordOf({ tags });
    assert.equal(mergeRecords(record('[1]'), record('[1,2]'), record('[1,3]')).conflicts.length, 1);
  });

  test('what either added is in once, what either removed is out, and the rest is there', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 6 });
    fc.assert(
      fc.property(list, list, list, (base, mine, theirs) => {
        const merged = mergeTags(base, mine, theirs);
        fc.pre(merged !== 'conflict');
        const stays = (tag: string) => (mine.includes(tag) && theirs.includes(tag)) || !base.includes(tag);
        const expected = [...new Set([...mine, ...theirs])].filter(stays);
        assert.ok(Array.isArray(merged));
        assert.deepEqual(merged.toSorted(), expected.toSorted());
      }),
      { numRuns },
    );
  });

  test('a list without end is left to a person', () => {
    const many = Array.from({ length: 20_001 }, (_, index) => `t${index}`);
    assert.equal(mergeTags(many, [...many, 'm'], ['t', ...many]), 'conflict');
  });
});

suite('merging lines', () => {
  for (const [what, base, mine, theirs, merged] of [
    ['different lines', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['added at both ends', 'a\nb', '0\na\nb', 'a\nb\nc', '0\na\nb\nc'],
    ['between each other', 'a\nb\nc\nd\ne', 'A\nb\nc\nd\nE', 'a\nb\nC\nd\ne', 'A\nb\nC\nd\nE'],
    ['carriage returns stay', 'a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC', 'A\r\nb\r\nC'],
    ['the same line', 'a\nb\nc', 'a\nX\nc', 'a\nY\nc', 'conflict'],
    ['touching lines', 'a\nb\nc', 'A\nb\nc', 'a\nB\nc', 'A\nB\nc'],
    ['touching lines, one of them both', 'a\nb\nc\nd', 'A\nX\nc\nd', 'a\nY\nC\nd', 'conflict'],
    ['touching lines, one of them gone', 'a\nb\nc', 'b\nc', 'a\nB\nc', 'conflict'],
    ['both at the end', 'a\n', 'a\nx', 'a\ny', 'conflict'],
    ['a partly equal change', 'a\nb\nc\nd', 'A\nb\nc\nd', 'A\nb\nc\nD', 'A\nb\nc\nD'],
    ['names of object members', 'a\nb\nc', '__proto__\nb\nc', 'a\nb\nconstructor', '__proto__\nb\nconstructor'],
  ] as const) {
    test(what, () => assert.equal(mergeTexts(base, mine, theirs), merged));
  }

  test('edits with a line between them are all merged, in either order', () => {
    const edit = fc.record({
      side: fc.constantFrom('a', 'b', 'both'),
      line: fc.constantFrom<string[]>([], ['x\r'], ['y', '']),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        const version = (sides: readonly string[]) =>
          edits.flatMap(({ side, line }, at) => [`line ${at}`, ...(sides.includes(side) ? line : ['old'])]).join('\n');
        const [base, a, b] = [version([]), version(['a', 'both']), version(['b', 'both'])];
        const all = version(['a', 'b', 'both']);
        assert.deepEqual([mergeTexts(base, a, b), mergeTexts(base, b, a)], [all, all]);
      }),
      { numRuns },
    );
  });

  test('two edits far apart in a long text are merged', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => (index % 3 === 0 ? '' : `line ${index}`));
    const text = lines.join('\n');
    assert.equal(
      mergeTexts(text, text.replace('line 2\n', 'mine\n'), text.replace('line 19999', 'theirs')),
      text.replace('line 2\n', 'mine\n').replace('line 19999', 'theirs'),
    );
  });

  test('texts that would take too long are not merged', { timeout: 20_000 }, () => {
    const blank = '\n'.repeat(15_000);
    assert.equal(mergeTexts(`a${blank}b`, `A${blank}B`, `a${blank}x${blank.slice(1)}b`), 'conflict');
    const long = 'x'.repeat(1_000_001);
    assert.equal(mergeTexts(`a\n${long}\nb`, `A\n${long}\nb`, `a\n${long}\nB`), 'conflict');
    const many = 'x\n'.repeat(20_000);
    assert.equal(mergeTexts(`a\n${many}b`, `A\n${many}b`, `a\n${many}B`), 'conflict');
  });
});
