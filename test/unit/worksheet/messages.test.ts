import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Edits } from '../../../src/document/edits.ts';
import { parseRecord } from '../../../src/record/text.ts';
import type { RowFacts } from '../../../src/worksheet/facts.ts';
import { confirmation } from '../../../src/worksheet/messages.ts';
import { Row } from '../../../src/worksheet/rows.ts';

function changed(id: number, ...fields: string[]): RowFacts {
  const record = parseRecord(`{"id":${id}}`);
  const edits: Edits = {
    base: record,
    edited: record,
    changes: fields.map((field) => ({ field, kind: 'changed' })),
    reverts: [],
  };
  return { row: new Row(record.text), offset: 0, id, edits };
}

suite('worksheet messages', () => {
  test('the question before a save counts the fields that will change, the most frequent first', () => {
    const rows = [changed(1, 'tags', 'title'), changed(2, 'title'), changed(3, 'title')];
    assert.deepEqual(confirmation(rows, 'staging'), {
      message: 'Save 3 records on staging?',
      detail: '"title" will change in 3 records.\n"tags" will change in 1 record.',
    });
  });
});
