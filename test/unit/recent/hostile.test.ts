import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Recent, recentOf } from '../../../src/recent/entry.ts';
import type { RowStatus } from '../../../src/recent/marks.ts';
import { rowDescription, rowTooltip, spokenLabel } from '../../../src/recent/messages.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { recordLabel } from '../../../src/workbench/plainText.ts';
import { assertOneLine, hostileText, markdownKinds } from '../hostileText.ts';

const status: RowStatus = { edited: true, conflict: true, readOnly: true, pinned: true, showService: true };
const pictures = true;
const plainKinds = [
  'paragraph_open',
  'inline',
  'strong_open',
  'strong_close',
  'text',
  'text_special',
  'paragraph_close',
];

/** Remembered of a record whose every field is hostile. */
const hostileRecent: fc.Arbitrary<Recent> = fc
  .record({
    title: hostileText,
    category: hostileText,
    language: hostileText,
    recorded: hostileText,
    source_url: hostileText,
    thumbnail_url: hostileText,
    speakers: fc.array(hostileText, { maxLength: 3 }),
    tags: fc.array(hostileText, { maxLength: 3 }),
    state: fc.oneof(fc.integer(), hostileText),
    whiteboard: hostileText,
  })
  .map((record) => recentOf({ service: 'desk', id: 7 }, { record: parseRecord(JSON.stringify(record)) }, 1));

test('a hostile record has one plain line as label, description and spoken label', () => {
  fc.assert(
    fc.property(hostileRecent, (recent) => {
      assertOneLine(recordLabel(recent), 310);
      assertOneLine(rowDescription(recent, status), 400);
      assertOneLine(spokenLabel(recent, status), 800);
    }),
  );
});

test('a hostile record’s tooltip is text: no link, image, HTML, code, list or table', () => {
  fc.assert(
    fc.property(hostileRecent, (recent) => {
      const { thumbnail_url: _, ...withoutPicture } = recent;
      const tooltip = rowTooltip(withoutPicture, status, pictures);
      assert.ok(tooltip.length < 60_000);
      assert.deepEqual(
        [...markdownKinds(tooltip)].filter((kind) => !plainKinds.includes(kind)),
        [],
      );
      for (const paragraph of tooltip.split('\n\n')) assertOneLine(paragraph, 8000);
    }),
  );
});

test('the only image in a tooltip is the https thumbnail, if the settings allow it', () => {
  fc.assert(
    fc.property(hostileText, (path) => {
      const record = { title: 'Knots', thumbnail_url: `https://pictures.example/${path}` };
      const recent = recentOf({ service: 'desk', id: 7 }, { record: parseRecord(JSON.stringify(record)) }, 1);
      const tooltip = rowTooltip(recent, status, pictures);
      const images = [...tooltip.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, address = '']) => address);
      assert.ok(images.length <= 1);
      for (const address of images) assert.match(address, /^https:\/\/pictures\.example\/[^\s()<>|]*\|width=240$/);
      assert.equal(markdownKinds(tooltip).has('link_open'), false);
      assert.equal(markdownKinds(rowTooltip(recent, status, false)).has('image'), false);
    }),
  );
});

test('tooltip and stored entry of a record with huge lists are bounded', () => {
  const many = Array.from({ length: 90_000 }, (_, at) => `Speaker ${at}`);
  const text = JSON.stringify({ title: 'Knots', speakers: many, tags: many });
  const recent = recentOf({ service: 'desk', id: 7 }, { record: parseRecord(text) }, 1);
  assert.ok(rowTooltip(recent, status, pictures).length < 1000);
  assert.ok(JSON.stringify(recent).length < 1000);
});
