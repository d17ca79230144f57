import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { WriteEntry } from '../../../src/history/entry.ts';
import { historyWords, keptReason, writeDescription, writeTooltip } from '../../../src/history/messages.ts';
import { plainText, recordLabel } from '../../../src/workbench/plainText.ts';
import { aWrite } from '../../support/historyWrites.ts';
import { assertOneLine, hostileText, markdownKinds } from '../hostileText.ts';

const plainKinds = [
  'paragraph_open',
  'inline',
  'strong_open',
  'strong_close',
  'text',
  'text_special',
  'paragraph_close',
];
const place = { file: '', offset: 0, length: 0 };

/** A write of a record whose title and field names are hostile. */
const hostileWrite: fc.Arbitrary<WriteEntry> = fc
  .record({ title: hostileText, names: fc.array(hostileText, { minLength: 1, maxLength: 6 }) })
  .map(({ title, names }) => ({
    ...aWrite(7, { title, fields: names.map((field) => ({ field, before: '1', after: '2', stored: '3' })) }),
    entry: 'e',
    time: '2026-11-15T12:00:00.000Z',
    unconfirmed: true as const,
  }));

test('a hostile record has one plain line as row, spoken label and title of its diff', () => {
  fc.assert(
    fc.property(hostileWrite, ({ body: _, ...write }) => {
      const summary = { ...write, time: 0, fields: write.fields.map(({ field }) => field), place };
      const label = recordLabel(summary);
      const description = writeDescription(summary, 'desk');
      assertOneLine(label, 310);
      assertOneLine(description, 400);
      assertOneLine(historyWords.spokenWrite(label, description, 'desk'), 800);
      assertOneLine(historyWords.diffTitle(summary), 100);
    }),
  );
});

test('a hostile record’s tooltip is text: no link, image, HTML, code, list or table', () => {
  fc.assert(
    fc.property(hostileWrite, (write) => {
      const tooltip = writeTooltip(write);
      assert.deepEqual(
        [...markdownKinds(tooltip)].filter((kind) => !plainKinds.includes(kind)),
        [],
      );
      for (const paragraph of tooltip.split('\n\n')) assertOneLine(paragraph, 8000);
    }),
  );
});

test('a hostile field name is no link in the message of a revert', () => {
  fc.assert(
    fc.property(hostileText, (field) => {
      const message = plainText(keptReason(field, 'changedAgain', 0), 600);
      assertOneLine(message, 600);
      assert.doesNotMatch(message, /\]\(/);
    }),
  );
});
