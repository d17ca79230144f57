import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type PlannedSave, saveQuestion as questionOf } from '../../../src/document/saveQuestion.ts';
import type { Change } from '../../../src/record/changes.ts';
import { columnsOf } from '../../../src/workbench/plainText.ts';
import { shownStrings } from '../../support/hostileStrings.ts';

function planned(id: number, changes: readonly Change[], reverts: readonly string[] = []) {
  return { name: { service: 'desk', id }, changes, reverts };
}

function change(field: string, before: unknown, after: unknown): Change {
  return { field, kind: 'changed', before: JSON.stringify(before), after: JSON.stringify(after) };
}

function saveQuestion(service: string, saves: readonly PlannedSave[]) {
  return questionOf(service, saves, 'An agent asks to save these changes.');
}

suite('the question that shows what would be saved', () => {
  test('shows every change of a record with both values', () => {
    const changes = [change('title', 'Old', 'New'), change('tags', ['a', 'b'], ['a']), change('state', 1, 2)];
    assert.deepEqual(saveQuestion('desk', [planned(5, changes, ['state'])]), {
      message: 'Save record 5 on desk?',
      isWhole: true,
      detail: [
        'An agent asks to save these changes.\n',
        '• title: "Old" → "New"',
        '• tags: ["a","b"] → ["a"]',
        '• state: 1 → 2',
        'This reverts someone else\'s change to "state".',
      ].join('\n'),
    });
  });

  test('names each of several records, and says first how many changes do not fit', () => {
    const many = Array.from({ length: 10 }, (_, at) => change(`field${at}`, at, at + 1));
    const { message, detail, isWhole } = saveQuestion(
      'desk',
      [5, 6, 7].map((id) => planned(id, many)),
    );
    assert.equal(isWhole, false);
    assert.equal(message, 'Save 3 records on desk?');
    const [, note, five, six, ...more] = detail.split('\n\n');
    assert.equal(note, '11 more changes are not shown here.');
    assert.ok(five?.startsWith('Record 5\n• field0: 0 → 1\n• field1: 1 → 2\n'));
    assert.ok(six?.endsWith('\n• field8: 8 → 9'));
    assert.deepEqual(more, []);
  });

  test('fits a dialog without scrolling, whatever is changed', () => {
    const long = (letter: string) => letter.repeat(1000);
    const changes = Array.from({ length: 20 }, (_, at) => change(`field${at}`, long('a'), long('b')));
    for (const saves of [[planned(5, changes)], changes.map((one, at) => planned(at + 1, [one], ['field0']))]) {
      const { detail } = saveQuestion('desk', saves);
      const height = detail.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 48)), 0);
      assert.ok(height <= 28, detail);
      assert.match(detail, /^An agent asks.*\n\n1\d more changes are not shown here\./);
    }
  });

  test('shows where a long value changes, not just how it begins', () => {
    const [start, end] = ['word '.repeat(500), ' word'.repeat(500)];
    const { detail, isWhole } = saveQuestion('desk', [
      planned(5, [change('description', `${start}OLD${end}`, `${start}NEW${end}`)]),
    ]);
    assert.match(detail, /• description: ….{24}OLD.{24}… → ….{24}NEW.{24}…$/);
    assert.ok(isWhole);
  });

  test('says so where not all of a change is shown', () => {
    const [before, after] = ['a', 'b'].map((letter) => `Start ${letter.repeat(1000)} end`);
    const { detail, isWhole } = saveQuestion('desk', [planned(5, [change('summary', before, after)])]);
    assert.match(detail, /^An agent asks.*\n\nLong values are shown in part\./);
    assert.equal(isWhole, false);
  });

  test('a change of characters that are not seen can be seen', () => {
    const lines = [
      [change('title', 'a  b', 'a b'), '• title: "a\u00a0\u00a0b" → "a b"'],
      [change('title', 'a\u200bb', 'ab'), '• title: "a\\u200bb" → "ab"'],
      [change('title', 'a\u00a0b', 'a b'), '• title: "a\\u00a0b" → "a b"'],
      [change('title', '\u202eba', 'ba'), '• title: "\\u202eba" → "ba"'],
      [change('title', 'a\u{e0041}\u{e007f}', 'a'), '• title: "a\\u{e0041}\\u{e007f}" → "a"'],
      [change('title', 'a\u2800\u3164', 'a'), '• title: "a\\u2800\\u3164" → "a"'],
      [change('title', 'a\ufe0f\u{e0100}', 'a\u115f'), '• title: "a\\ufe0f\\u{e0100}" → "a\\u115f"'],
      [change('ti\u{e0041}tle', 1, 2), '• ti\\u{e0041}tle: 1 → 2'],
    ] as const;
    for (const [one, line] of lines) {
      assert.equal(saveQuestion('desk', [planned(5, [one])]).detail.split('\n\n')[1], line);
    }
  });

  test('values and names from right to left keep their places', () => {
    const { detail } = saveQuestion('desk', [planned(5, [change('שם', 'אחת', 'שתיים')], ['שם'])]);
    const set = (text: string) => `\u2068${text}\u2069`;
    assert.ok(detail.includes(`• ${set('שם')}: ${set('"אחת"')} → ${set('"שתיים"')}\n`), detail);
    assert.ok(detail.endsWith(`"${set('שם')}".`), detail);
  });

  test('a text counts as whole only if it fits: wide characters take two columns', () => {
    const fits = (text: string) =>
      saveQuestion('desk', [
        planned(
          5,
          [0, 1, 2, 3, 4].map((at) => change(`f${at}`, '', text)),
        ),
      ]);
    assert.equal(fits('a'.repeat(150)).isWhole, true);
    for (const wide of ['漢', '각', 'Ａ', 'ア', '😀', '❓']) {
      const { isWhole, detail } = fits(wide.repeat(150));
      assert.equal(isWhole, false, wide);
      assert.match(detail, /not shown here|shown in part/);
    }
    assert.deepEqual(['abc', 'é→…', '漢字', '😀', 'ＡＢ', ''].map(columnsOf), [3, 3, 4, 2, 4, 0]);
  });

  test('a name that is cut says so', () => {
    for (const name of ['x'.repeat(61), '\u200b'.repeat(300), `[a](b)${'x'.repeat(54)}`]) {
      const { detail, isWhole } = saveQuestion('desk', [planned(5, [change(name, 1, 2)])]);
      assert.match(detail, /• \S.{1,58}…: 1 → 2$/);
      assert.equal(isWhole, false);
    }
    assert.ok(saveQuestion('desk', [planned(5, [change('x'.repeat(60), 1, 2)])]).isWhole);
  });

  test('whatever the values, both sides of a change differ, on one bounded line', () => {
    const long = fc.tuple(shownStrings, fc.nat(2000)).map(([text, times]) => text + 'x'.repeat(times));
    fc.assert(
      fc.property(shownStrings, long, long, (field, before, after) => {
        fc.pre(before !== after);
        const { detail } = saveQuestion('desk', [planned(5, [change(field, before, after)])]);
        const line = detail.split('\n\n').at(-1) ?? '';
        const [, one, other] = /^• .*?: (.*) → (.*)$/su.exec(line) ?? [];
        assert.ok(line.length < 600 && !/[\n\r\u2028\u2029\u202a-\u202e]/.test(line), line);
        assert.notEqual(one, other);
      }),
    );
  });
});
