import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { View } from '../../../src/table/page/view.ts';
import type { TableColumn, TableRow } from '../../../src/table/protocol.ts';

const columns: TableColumn[] = [
  { field: 'id', label: 'ID', kind: 'number', isNullable: false },
  { field: 'title', label: 'Title', kind: 'text', isNullable: false },
  { field: 'duration', label: 'Duration', kind: 'number', isNullable: true },
  { field: 'tags', label: 'Tags', kind: 'list', isNullable: false },
];

function row(id: number, ...cells: (string | null)[]): TableRow {
  return { id, cells: [String(id), ...cells], cut: [], marks: {}, status: '', isLocked: false };
}

function viewOf(...rows: TableRow[]): View {
  const view = new View('en');
  view.show(columns, rows);
  return view;
}

const shown = (view: View) => view.ids(0, view.length - 1);
const talks = () =>
  viewOf(
    row(1, '"Zebra crossing"', '100', '["boats"]'),
    row(2, '"Äpfel 10"', '20', '["maps", "tides"]'),
    row(3, '"apples 9"', 'null', '[]'),
    row(4, '"Boats"', null, '["Bóats"]'),
  );

suite('rows on screen', () => {
  test('are in the order of the text until they are sorted', () => {
    assert.deepEqual(shown(talks()), [1, 2, 3, 4]);
  });

  test('are sorted as people sort texts, numbers by size, and cells without a value last in both directions', () => {
    const view = talks();
    const sorted = (field: string, isDescending: boolean) => {
      view.sorting = { field, isDescending };
      view.arrange();
      return shown(view);
    };
    assert.deepEqual(sorted('title', false), [2, 3, 4, 1]);
    assert.deepEqual(sorted('title', true), [1, 4, 3, 2]);
    assert.deepEqual(sorted('duration', false), [2, 1, 3, 4]);
    assert.deepEqual(sorted('duration', true), [1, 2, 3, 4]);
  });

  test('numbers are sorted to their last digit, and texts among them come after', () => {
    const durations = ['"1 h"', '30', '12345678901234567891', '"?"', '12345678901234567890', '-2', ''];
    const view = viewOf(...durations.map((duration, at) => row(at + 1, '""', duration || null, '[]')));
    view.sorting = { field: 'duration', isDescending: false };
    view.arrange();
    assert.deepEqual(shown(view), [6, 2, 5, 3, 4, 1, 7]);
  });

  test('are filtered with the query of Open Record, whatever case and accents', () => {
    const view = talks();
    const matching = (query: string) => {
      view.query = query;
      view.arrange();
      return shown(view);
    };
    assert.deepEqual(matching('boats'), [1, 4]);
    assert.deepEqual(matching('tags:boats -zebra'), [4]);
    assert.deepEqual(matching('duration:'), [3, 4]);
    assert.deepEqual(matching(''), [1, 2, 3, 4]);
  });

  test('are filtered by all digits of a number', () => {
    const numbers = ['98765432109876543210', '1.50', '1e400', '-0', '9007199254740993'];
    const view = viewOf(...numbers.map((duration, at) => row(at + 1, '""', duration, '[]')));
    for (const [at, duration] of numbers.entries()) {
      view.query = `duration:${duration}`;
      view.arrange();
      assert.ok(shown(view).includes(at + 1), duration);
    }
    view.query = '-duration:9007199254740993';
    view.arrange();
    assert.deepEqual(shown(view), [1, 2, 3, 4]);
  });

  test('stay where they are while their cells are edited', () => {
    const view = talks();
    view.sorting = { field: 'title', isDescending: false };
    view.query = '-zebra';
    view.arrange();
    view.update([[1, row(2, '"Zebras again"', '20', '[]')]]);
    assert.deepEqual(shown(view), [2, 3, 4]);
  });

  test('a missing field stays missing when its cell is cleared', () => {
    const view = talks();
    view.isReadOnly = false;
    assert.equal(view.cleared({ row: 3, column: 2 }), undefined);
    assert.equal(view.cleared({ row: 0, column: 2 })?.text, 'null');
    assert.equal(view.cleared({ row: 0, column: 3 })?.text, '[]');
  });

  test('are searched in the order of the screen, also those that are not drawn', () => {
    const many = Array.from({ length: 500 }, (_, at) => row(at + 1, `"Talk ${at + 1}"`, null, '[]'));
    assert.deepEqual(viewOf(...many).find('TALK 499'), [{ row: 498, column: 1 }]);
    assert.deepEqual(talks().find('boats').length, 3);
    assert.deepEqual(talks().find(''), []);
  });
});
