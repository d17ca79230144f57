import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Edits } from '../../../src/document/edits.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { RecordError } from '../../../src/service/recordError.ts';
import { outcomeMessage, reportText, summary, unreadMessage } from '../../../src/worksheet/outcomeMessages.ts';
import type { RowFacts, RowOutcome } from '../../../src/worksheet/rowFacts.ts';
import { confirmation } from '../../../src/worksheet/worksheetMessages.ts';
import { Row } from '../../../src/worksheet/worksheetRows.ts';
import { assertOneLine, hostileText } from '../hostileText.ts';

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

const outcome = (kind: RowOutcome['kind'], more: object = {}) =>
  ({ kind, theirs: [], ignored: [], rewritten: [], ...more }) as unknown as RowOutcome;
const outcomes = (counts: Partial<Record<RowOutcome['kind'], number>>) =>
  new Map(
    Object.entries(counts)
      .flatMap(([kind, count]) => Array.from({ length: count }, () => outcome(kind as RowOutcome['kind'])))
      .map((outcome, id) => [id, outcome]),
  );

suite('worksheet messages', () => {
  test('the question before a save counts the fields that will change, the most frequent first', () => {
    const rows = [changed(1, 'tags', 'title'), changed(2, 'title'), changed(3, 'title')];
    assert.deepEqual(confirmation(rows, 'staging'), {
      message: 'Save 3 records on staging?',
      detail: '"title" will change in 3 records.\n"tags" will change in 1 record.',
    });
  });

  test('a summary counts what was saved, conflicts, failures and what was not sent', () => {
    assert.equal(
      summary(outcomes({ saved: 112, conflict: 5, failed: 2, invalid: 1 })),
      '112 of 120 records saved. 5 conflicts, 3 failed.',
    );
    assert.equal(summary(outcomes({ saved: 2, conflict: 1 })), '2 of 3 records saved. 1 conflict.');
    assert.equal(summary(outcomes({ saved: 2 })), '2 records saved.');
    const rows = [outcome('saved'), outcome('notStored', { reason: 'unknown' })];
    assert.equal(summary(new Map(rows.map((row, id) => [id, row]))), '1 of 2 records saved. Outcome not known: 1.');
    assert.equal(
      summary(outcomes({ saved: 1, notStarted: 2, openElsewhere: 1 })),
      '1 of 4 records saved. 1 record has unsaved changes in its own editor and was left out. 2 records were not sent.',
    );
  });

  test('a summary tells other values, merged changes and whole records apart, also where something failed', () => {
    const rows = [
      outcome('saved', { rewritten: ['title'] }),
      outcome('saved', { ignored: ['title'], theirs: ['state', 'updated'] }),
      outcome('saved', { theirs: ['updated'], isWhole: true }),
      outcome('failed'),
    ];
    assert.equal(
      summary(new Map(rows.map((row, id) => [id, row]))),
      '3 of 4 records saved. 1 failed. The service has other values than you saved in 2 records. Changes on the service were merged. The service does not allow PATCH. Whole records were sent with PUT.',
    );
  });

  test('a conflict without a known base is not blamed on someone else', () => {
    const conflicts = [{ field: 'title' }];
    assert.equal(
      outcomeMessage(1, outcome('conflict', { conflicts })),
      'Someone else also changed "title" of record 1.',
    );
    assert.equal(
      outcomeMessage(1, outcome('conflict', { conflicts, isBaseLost: true })),
      'The version of record 1 that you started from is not known, and the service has other values for "title".',
    );
  });

  test('records that do not exist are named once, without what the service says of the first', () => {
    const missing = (id: number) => new RecordError('notFound', { id, service: 'desk', status: 404, said: ['No.'] });
    assert.equal(
      unreadMessage(new Map([13, 27].map((id) => [id, missing(id)]))),
      '2 records could not be read and are not in the worksheet: 13 and 27. Not found, or not visible to you.',
    );
    const refused = new RecordError('forbidden', { id: 27, service: 'desk', status: 403, said: ['Ask Ann.'] });
    assert.match(
      unreadMessage(
        new Map([
          [13, missing(13)],
          [27, refused],
        ]),
      ),
      /: 13 and 27\. You are not allowed to read record 27 .* Ask Ann\.$/,
    );
  });

  test('changes that were merged are counted as such', () => {
    assert.equal(
      outcomeMessage(1, outcome('saved', { theirs: ['tags'] })),
      'A change to "tags" on the service was merged.',
    );
    assert.equal(
      outcomeMessage(1, outcome('saved', { theirs: ['tags', 'summary'] })),
      'Changes to "tags" and "summary" on the service were merged.',
    );
  });

  test('what a hostile service or record says is one plain line, in a message, a problem and the report', () => {
    fc.assert(
      fc.property(hostileText, fc.array(hostileText, { minLength: 1, maxLength: 5 }), (text, names) => {
        const failure = new RecordError('invalid', { status: 400, said: [text], fields: { [text]: [text] } });
        const all = [
          outcome('conflict', { conflicts: names.map((field) => ({ field })) }),
          outcome('saved', { ignored: names, rewritten: names, theirs: names }),
          outcome('refused', { code: 'fieldRemoved', field: text }),
          outcome('notStored', { reason: 'otherValues', fields: names, failure }),
          outcome('failed', { failure }),
          outcome('failed', { failure: new Error(text) }),
        ];
        for (const one of all) assertOneLine(outcomeMessage(7, one) ?? '', 2500);
        assertOneLine(unreadMessage(new Map([[7, failure]])), 1000);
        const report = reportText(new Map(all.map((one, id) => [id, one])), new Map([[99, failure]]));
        assert.equal(report.trimEnd().split('\n').length, all.length + 3);
        for (const cell of report.split(/[\n\t]/)) assertOneLine(cell, 2500);
      }),
      { numRuns: 30 },
    );
  });
});
