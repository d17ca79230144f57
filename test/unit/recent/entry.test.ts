import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bareRecent, parseRecent, recentOf, recentSearch, seenValues } from '../../../src/recent/entry.ts';
import { renameServiceStep } from '../../../src/recent/lists.ts';
import type { RowStatus } from '../../../src/recent/marks.ts';
import { rowDescription, rowIcon, serviceTexts, spokenLabel } from '../../../src/recent/messages.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { recordLabel } from '../../../src/workbench/plainText.ts';

const name = { service: 'staging', id: 12 };
const usual: RowStatus = { edited: false, conflict: false, readOnly: false, pinned: false, showService: false };

test('stores only the fields that are shown or offered again', () => {
  const record = {
    id: 12,
    title: ' Lanterns \n at  Dusk ',
    category: 'LanternConf',
    language: null,
    speakers: ['Ann', 7, ''],
    tags: [],
    state: 2,
    whiteboard: 'check the sound',
    description: 'long',
    source_url: 'https://example.org/v',
    thumbnail_url: 'javascript:alert(1)',
  };
  assert.deepEqual(recentOf(name, { record: parseRecord(JSON.stringify(record)), allow: ['GET', 'HEAD'] }, 5), {
    ...name,
    openedAt: 5,
    title: 'Lanterns at Dusk',
    category: 'LanternConf',
    speakers: ['Ann'],
    state: '2',
    hasNotes: true,
    readOnly: true,
    source_url: 'https://example.org/v',
  });
});

test('a record without a title is shown by its number', () => {
  assert.deepEqual(recentOf(name, { record: parseRecord('{"title":"","state":null,"whiteboard":""}') }, 5), {
    ...bareRecent(name, 5),
    state: 'null',
  });
});

test('the entry of a huge record is small', () => {
  const huge = 'x'.repeat(200_000);
  const record = { title: huge, category: huge, copyright_text: huge, speakers: Array(500).fill('Ann'), tags: [huge] };
  const kept = recentOf(name, { record: parseRecord(JSON.stringify(record)) }, 5);
  assert.ok(JSON.stringify(kept).length < 1000);
  // A cut category would be offered while writing, and be wrong.
  assert.equal(kept.category, undefined);
});

test('reads stored entries back unchanged and drops damaged values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (junk, more) => {
      parseRecent(junk);
      const entry = { ...name, title: junk, openedAt: more, speakers: more, source_url: junk, gone: more };
      const parsed = parseRecent(entry);
      assert.ok(parsed);
      assert.deepEqual(parseRecent(JSON.parse(JSON.stringify(parsed))), parsed);
      assert.equal(typeof parsed.title, 'string');
    }),
  );
});

test('a row begins with the number and says in words what its icon shows', () => {
  const recent = { ...bareRecent(name, 0), title: 'Dusk', category: 'LanternConf', state: '3', hasNotes: true };
  const status = { ...usual, conflict: true, edited: true, readOnly: true, pinned: true, showService: true };
  const description = 'staging · LanternConf · conflict · unsaved changes · read-only · state 3';
  assert.equal(recordLabel(recent), '12 Dusk');
  assert.equal(rowDescription(recent, status), description);
  assert.equal(spokenLabel(recent, status), `12 Dusk ${description}, pinned`);
  const bare = { ...bareRecent(name, 0), state: '1' };
  assert.equal(recordLabel(bare), '12');
  assert.equal(rowDescription(bare, usual), '');
  assert.equal(spokenLabel(bare, usual), '12, on staging');
});

test('the icon shows the most important status', () => {
  const recent = { ...bareRecent(name, 0), hasNotes: true };
  const icon = (changes: Partial<RowStatus>, gone = false) =>
    rowIcon({ ...recent, gone }, { ...usual, ...changes }).icon;
  assert.equal(icon({}), 'play-circle');
  assert.equal(icon({ readOnly: true }), 'lock');
  assert.equal(icon({ readOnly: true, edited: true }), 'edit');
  assert.equal(icon({ edited: true }, true), 'circle-slash');
  assert.equal(icon({ edited: true, conflict: true }, true), 'warning');
});

test('the row of a service shows its access and address', () => {
  const address = parseServiceAddress('https://videos.example.org');
  const service = { name: 'staging', address, saveMethod: 'auto', access: 'confirm' } as const;
  assert.deepEqual(serviceTexts(service), {
    icon: 'shield',
    description: 'asks before saving',
    tooltip: 'https://videos.example.org\nAsks before each save.',
  });
  assert.equal(serviceTexts({ ...service, access: 'readOnly' }).icon, 'lock');
  assert.equal(serviceTexts(undefined).description, 'not configured');
});

test('finds records by words, ignoring case and accents', () => {
  const search = recentSearch();
  const recents = [
    { ...bareRecent(name, 0), title: 'Café Lights', speakers: ['José Peña'], category: 'LanternConf' },
    { ...bareRecent({ service: 'sample', id: 2345 }, 0), title: 'Other' },
  ];
  const found = (text: string) => search(recents, text).map(({ id }) => id);
  assert.deepEqual(found('jose CAFE'), [12]);
  assert.deepEqual(found('#2345'), [2345]);
  assert.deepEqual(found('234 samp'), [2345]);
  assert.deepEqual(found('jose sample'), []);
  assert.deepEqual(found('  '), [12, 2345]);
});

test('offers values of a service once, the most recent first', () => {
  const recents = Array.from({ length: 500 }, (_, id) => ({
    ...bareRecent({ service: id % 2 ? 'sample' : 'staging', id: id + 1 }, 0),
    speakers: [`Speaker ${id}`, 'Ann'],
  }));
  const seen = seenValues(recents, 'staging', 'speakers');
  assert.deepEqual(seen.slice(0, 3), ['Speaker 0', 'Ann', 'Speaker 2']);
  assert.equal(seen.length, 251);
  assert.deepEqual(seenValues(recents, 'staging', 'category'), []);
});

test('a service that takes the name of an earlier one leaves no record in both lists', () => {
  const entry = (service: string) => bareRecent({ service, id: 1 }, 0);
  const renamed = renameServiceStep({ from: 'a', to: 'b' })({ pins: [entry('b')], recents: [entry('a')] });
  assert.deepEqual(renamed, { pins: [entry('b')], recents: [] });
});
