import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Edits } from '../../../src/document/edits.ts';
import { parseRecord } from '../../../src/record/text.ts';
import type { RowFacts, RowOutcome } from '../../../src/worksheet/worksheetDocument.ts';
import { confirmation, summary } from '../../../src/worksheet/worksheetMessages.ts';
import { Row } from '../../../src/worksheet/worksheetRows.ts';

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

const outcomes = (counts: Partial<Record<RowOutcome['kind'], number>>) =>
  new Map(
    Object.entries(counts)
      .flatMap(([kind, count]) => Array.from({ length: count }, () => ({ kind }) as RowOutcome))
      .map((outcome, id) => [id, outcome]),
  );

suite('worksheet messages', () => {
  test('the question before a save counts the fields that will change, the most frequent first', () => {
    const rows = [changed(1, 'tags', 'title'), changed(2, 'title'), changed(3, 'title')];
    assert.deepEqual(confirmation(rows, 'staging'), {
      message: 'Save 3 records on staging?',
      detail: '3 × title and 1 × tags will change.',
    });
  });

  test('a summary counts what was saved, conflicts, failures and what was not sent', () => {
    assert.equal(
      summary(outcomes({ saved: 112, conflict: 5, failed: 2, invalid: 1 })),
      '112 of 120 records saved. 5 conflicts, 3 failed.',
    );
    assert.equal(summary(outcomes({ saved: 2, conflict: 1 })), '2 of 3 records saved. 1 conflict.');
    assert.equal(summary(outcomes({ saved: 2 })), '2 records saved.');
    assert.equal(
      summary(outcomes({ saved: 1, notStarted: 2, openElsewhere: 1 })),
      '1 of 4 records saved. 1 record has unsaved changes in its own editor and was left out. 2 records were not sent.',
    );
  });
});
