import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { SaveOutcome } from '../../../src/document/outcome.ts';
import { RecordError } from '../../../src/service/recordError.ts';
import { summary, unreadMessage } from '../../../src/worksheet/summary.ts';
import { assertOneLine, hostileText } from '../hostileText.ts';

const outcome = (kind: SaveOutcome['kind'], more: object = {}) =>
  ({ kind, theirs: [], ignored: [], rewritten: [], ...more }) as unknown as SaveOutcome;
const byRecord = (rows: readonly SaveOutcome[]) => new Map(rows.map((row, id) => [id, row]));
const outcomes = (counts: Partial<Record<SaveOutcome['kind'], number>>) =>
  byRecord(
    Object.entries(counts).flatMap(([kind, length]) =>
      Array.from({ length }, () => outcome(kind as SaveOutcome['kind'])),
    ),
  );

suite('records that could not be read', () => {
  test('are named once, without what the service says of one that does not exist', () => {
    const missing = (id: number) => new RecordError('notFound', { id, service: 'desk', status: 404, said: ['No.'] });
    assert.equal(
      unreadMessage(new Map([13, 27].map((id) => [id, missing(id)]))),
      '2 records could not be read: 13 and 27. Not found, or not visible to you.',
    );
    const many = Array.from({ length: 30 }, (_, at) => [at + 1, missing(at + 1)] as const);
    assert.match(unreadMessage(new Map(many)), /: 1, 2, 3, 4, 5, 6, 7, 8, 9, and 21 more\./);
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
});

suite('the summary of a save', () => {
  test('counts what was saved, conflicts, failures and what was not sent', () => {
    assert.equal(
      summary(outcomes({ saved: 112, conflict: 5, failed: 2, invalid: 1 })),
      '112 of 120 records saved. 5 conflicts. 3 failed.',
    );
    assert.equal(summary(outcomes({ saved: 2, conflict: 1 })), '2 of 3 records saved. 1 conflict.');
    assert.equal(summary(outcomes({ saved: 2 })), '2 records saved.');
    assert.equal(
      summary(byRecord([outcome('saved'), outcome('notStored', { reason: 'unknown' })])),
      '1 of 2 records saved. Outcome not known: 1.',
    );
    assert.equal(
      summary(outcomes({ saved: 1, notStarted: 2, openElsewhere: 1 })),
      '1 of 4 records saved. 1 record has unsaved changes in its own editor and was left out. 2 records were not sent.',
    );
  });

  test('tells other values, merged changes and whole records apart, also where something failed', () => {
    const rows = [
      outcome('saved', { rewritten: ['title'] }),
      outcome('saved', { ignored: ['title'], theirs: ['state', 'updated'] }),
      outcome('saved', { theirs: ['updated'], isWhole: true }),
      outcome('failed'),
    ];
    assert.equal(
      summary(byRecord(rows)),
      '3 of 4 records saved. 1 failed. The service has other values than you saved in 2 records. ' +
        'Changes on the service were merged. The service does not allow PATCH. Whole records were sent with PUT.',
    );
  });
});

test('why records could not be read is one plain line, whatever the service says', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const failure = new RecordError('invalid', { status: 400, said: [text], fields: { [text]: [text] } });
      assertOneLine(unreadMessage(new Map([[7, failure]])), 1000);
      assertOneLine(unreadMessage(new Map(Array.from({ length: 50 }, (_, id) => [id, failure]))), 1000);
    }),
    { numRuns: 30 },
  );
});
