import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { copyCells, pasteEdits } from '../../../src/table/page/clipboard.ts';
import { type CellRange, View } from '../../../src/table/page/view.ts';
import type { TableColumn } from '../../../src/table/protocol.ts';

const columns: TableColumn[] = [
  { field: 'id', label: 'ID', kind: 'number', isNullable: false },
  { field: 'title', label: 'Title', kind: 'text', isNullable: false },
  { field: 'language', label: 'Language', kind: 'text', isNullable: true },
  { field: 'duration', label: 'Duration', kind: 'number', isNullable: true },
  { field: 'tags', label: 'Tags', kind: 'list', isNullable: false },
];
const texts = [
  ['"A \\"tab\\"\\there"', 'null', '12345678901234567890', '["one", "two"]'],
  ['"Second"', null, '7', '[]'],
  ['"Third"', '"English"', 'null', '[{ "a": 1 }]'],
];

function sheet(cut: readonly number[] = []): View {
  const view = new View('en');
  view.isReadOnly = false;
  const rows = texts.map((cells, at) => {
    return { id: at + 1, cells: [String(at + 1), ...cells], cut, marks: {}, status: '', isLocked: false };
  });
  view.show(columns, rows);
  return view;
}

const selected = (rows: CellRange['rows'], of: CellRange['columns']): CellRange => ({ rows, columns: of });

function transfer(text?: string) {
  const data = new Map(text === undefined ? [] : [['text/plain', text]]);
  return {
    getData: (type: string) => data.get(type) ?? '',
    setData: (type: string, value: string) => void data.set(type, value),
  };
}

suite('copied cells', () => {
  test('are tab separated text as spreadsheets write it', () => {
    const data = transfer();
    copyCells(sheet(), selected([0, 1], [1, 4]), data);
    const text = '"A ""tab""\there"\t\t12345678901234567890\t"one\ntwo"\r\nSecond\t\t7\t';
    assert.equal(data.getData('text/plain'), text);
  });

  test('keep every value exactly in another table, null and missing fields included', () => {
    const data = transfer();
    copyCells(sheet(), selected([0, 1], [1, 4]), data);
    const edits = pasteEdits(sheet(), selected([1, 1], [1, 1]), data);
    assert.deepEqual(
      edits?.map(({ id, field, text }) => [id, field, text]),
      [
        [2, 'title', texts[0]?.[0]],
        [2, 'language', 'null'],
        [2, 'duration', '12345678901234567890'],
        [2, 'tags', '["one", "two"]'],
        [3, 'title', '"Second"'],
        [3, 'language', null],
        [3, 'duration', '7'],
        [3, 'tags', '[]'],
      ],
    );
  });

  test('of a spreadsheet become values of their fields, with quotes, line ends and all digits', () => {
    const data = transfer('"Said ""yes""\nand no"\tGerman\t00.10\t"a\nb"\r\n');
    const edits = pasteEdits(sheet(), selected([0, 0], [1, 1]), data);
    assert.deepEqual(
      edits?.map(({ field, text }) => [field, text]),
      [
        ['title', '"Said \\"yes\\"\\nand no"'],
        ['language', '"German"'],
        ['duration', '00.10'],
        ['tags', '["a", "b"]'],
      ],
    );
  });

  test('that a spreadsheet gives back as they were change nothing', () => {
    const data = transfer();
    const all = selected([0, 2], [1, 4]);
    copyCells(sheet(), all, data);
    assert.deepEqual(pasteEdits(sheet(), all, transfer(data.getData('text/plain').replace(/\r?\n/g, '\r\n'))), []);
  });

  test('one of them fills the whole selection', () => {
    const edits = pasteEdits(sheet(), selected([0, 2], [2, 2]), transfer('French'));
    assert.deepEqual(
      edits?.map(({ id, old, text }) => [id, old, text]),
      [
        [1, 'null', '"French"'],
        [2, null, '"French"'],
        [3, '"English"', '"French"'],
      ],
    );
  });

  test('never add rows or columns, and never change an ID', () => {
    assert.equal(pasteEdits(sheet(), selected([2, 2], [1, 1]), transfer('a\nb')), undefined);
    assert.equal(pasteEdits(sheet(), selected([0, 0], [4, 4]), transfer('a\tb')), undefined);
    assert.equal(pasteEdits(sheet(), selected([0, 0], [0, 0]), transfer('9')), undefined);
  });

  test('without text change nothing', () => {
    assert.deepEqual(pasteEdits(sheet(), selected([0, 2], [1, 4]), transfer()), []);
  });

  test('are never the beginning of a long value, and never replace one', () => {
    const data = transfer();
    assert.equal(copyCells(sheet([2]), selected([0, 1], [1, 3]), data), false);
    assert.equal(data.getData('text/plain'), '');
    assert.equal(copyCells(sheet([2]), selected([0, 1], [3, 4]), data), true);
    assert.equal(pasteEdits(sheet([2]), selected([0, 0], [1, 1]), transfer('a\tb')), undefined);
  });
});
