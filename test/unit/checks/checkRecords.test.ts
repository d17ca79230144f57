import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CheckedRecord, saysToDo } from '../../../src/checks/checkedRecord.ts';
import { checkRecords, findingsIn, grouped, TooMuchText } from '../../../src/checks/checkRecords.ts';
import { choiceOf, fixOf, fixRecord, safeFix } from '../../../src/checks/fixRecord.ts';
import { rules } from '../../../src/checks/rules.ts';
import { toDoOf } from '../../../src/checks/toDo.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { check, factsOf, talk, talks, type Values } from './talks.ts';

/** The values that fixes give each record. */
function fixedValues(records: readonly CheckedRecord[], pick: Parameters<typeof fixRecord>[3]): Values[] {
  const facts = factsOf(records);
  return records.map((record) => {
    const values = [...fixRecord(record, {}, facts, pick)].map(([field, raw]) => [field, JSON.parse(raw)] as const);
    return Object.fromEntries(values);
  });
}

suite('checks', () => {
  test('a setting turns a rule off', () => {
    const records = talks({ title: 'Ann Lee - Lamps ' });
    assert.deepEqual(
      check(records).map(({ rule }) => rule),
      ['spaces', 'titleHasSpeaker'],
    );
    assert.deepEqual(
      check(records, { spaces: false, titleHasSpeaker: true }).map(({ rule }) => rule),
      ['titleHasSpeaker'],
    );
  });

  test('what concerns most of a category is one finding, and the rest is not', async () => {
    const most = talks(...Array.from({ length: 5 }, () => ({ recorded: null })), {}, {}, {});
    assert.deepEqual(
      (await grouped(check(most))).map(({ id, ids }) => ids ?? id),
      [[1, 2, 3, 4, 5]],
    );
    const few = talks(
      ...Array.from({ length: 4 }, () => ({ recorded: null })),
      ...Array.from({ length: 5 }, () => ({})),
    );
    assert.deepEqual(
      (await grouped(check(few))).map(({ ids }) => ids),
      [undefined, undefined, undefined, undefined],
    );
  });

  test('one host and one name are one finding each, and duplicates name each other', async () => {
    const http = await grouped(
      check(talks({ source_url: 'http://a.example/1' }, { source_url: 'http://a.example/2' }, {})),
    );
    assert.deepEqual(
      http.map(({ ids }) => ids),
      [[1, 2]],
    );
    const name = await grouped(check(talks({ speakers: ['ann lee'] }, { speakers: ['ann lee'] }, {})));
    assert.deepEqual(
      name.map(({ ids }) => ids),
      [[1, 2]],
    );
    const twice = await grouped(check(talks({ title: 'On lamps' }, { title: 'On lamps' })));
    assert.deepEqual(
      twice.map(({ id, values }) => [id, values]),
      [
        [1, ['#2']],
        [2, ['#1']],
      ],
    );
  });

  test('duplicates stand side by side, and other records in the order of their numbers', () => {
    const on = (title: string) => ({ title });
    const records = talks(on('On lamps'), on('On light '), on('On light'), on('On lamps '), on('Dusk '));
    const found = toDoOf(check(records));
    assert.deepEqual(found.find(({ kind }) => kind === 'duplicates')?.ids, [1, 4, 2, 3]);
    assert.deepEqual(found.find(({ kind }) => kind === 'spaces')?.ids, [2, 4, 5]);
  });

  test('a finding is at its item of a list', () => {
    const values = { tags: ['x', 'y ', 'ann lee'], speakers: ['Bo Chen', 'ann lee'] };
    const found = check(talks(values, {})).map(({ rule, field, item }) => `${rule} ${field} ${item}`);
    assert.deepEqual(found, ['spaces tags 1', 'tagRepeats tags 2', 'nameVariants speakers 1']);
  });

  test('each wrong item of a list is a finding with a fix of its own, and all can be fixed together', () => {
    const records = talks({ tags: ['x ', 'y', ' z', 'Y', 'y', 'Ann Lee', 'LanternConf 2019'] });
    const found = check(records);
    assert.deepEqual(
      found.map(({ rule, item, fix }) => [rule, item, fix && JSON.parse(fix)]),
      [
        ['spaces', 0, ['x', 'y', ' z', 'Y', 'y', 'Ann Lee', 'LanternConf 2019']],
        ['spaces', 2, ['x ', 'y', 'z', 'Y', 'y', 'Ann Lee', 'LanternConf 2019']],
        ['tagRepeats', 3, ['x ', 'y', ' z', 'y', 'Ann Lee', 'LanternConf 2019']],
        ['tagRepeats', 4, ['x ', 'y', ' z', 'Y', 'Ann Lee', 'LanternConf 2019']],
        ['tagRepeats', 5, ['x ', 'y', ' z', 'Y', 'y', 'LanternConf 2019']],
        ['tagRepeats', 6, undefined],
        ['nameVariants', 1, undefined],
      ],
    );
    assert.deepEqual(fixedValues(records, safeFix), [{ tags: ['x', 'y', 'z', 'LanternConf 2019'] }]);
    const allBut: Parameters<typeof fixRecord>[3] = (one) => (one.values?.[0] === 'x ' ? undefined : safeFix(one));
    assert.deepEqual(fixedValues(records, allBut), [{ tags: ['x ', 'y', 'z', 'LanternConf 2019'] }]);
  });

  test('a fix is offered also where its rule finds something else in the field', () => {
    const values = { tags: ['LanternConf 2019', 'Ann Lee'], source_url: 'http://a.example/my talk' };
    assert.deepEqual(
      check(talks(values)).map(({ kind, fix }) => [kind, fix !== undefined]),
      [
        ['category', false],
        ['speaker', true],
        ['spaces', true],
        ['http', false],
      ],
    );
  });

  test('a choice is made for every record of its group', () => {
    const records = talks(
      { source_url: 'http://a.example/1' },
      { source_url: 'http://a.example/2' },
      { source_url: 'http://b.example/' },
    );
    const [finding] = check(records);
    assert.ok(finding);
    assert.deepEqual(fixedValues(records, choiceOf(finding, 'https')), [
      { source_url: 'https://a.example/1' },
      { source_url: 'https://a.example/2' },
      {},
    ]);
  });

  test('a choice is made once in each record, also if it could be made again', () => {
    const records = talks(...[5, 40, 30, 25, 45].map((duration) => ({ duration })));
    const [finding] = check(records);
    assert.ok(finding);
    const facts = factsOf(records);
    const fixed = [...fixRecord(records[0] ?? talk(), {}, facts, choiceOf(finding, '60'), finding)];
    assert.deepEqual(fixed, [['duration', '300']]);
  });

  test('fixes run in order: decoding before spaces, speakers before tags', () => {
    const records = talks({
      title: ' cafÃ\u00a0 &amp; MÃ¼sli\u00ad',
      speakers: ['Ann Lee and Bo Chen'],
      tags: ['bo chen', 'x'],
    });
    assert.deepEqual(fixedValues(records, safeFix), [
      { title: 'cafà & Müsli', speakers: ['Ann Lee', 'Bo Chen'], tags: ['x'] },
    ]);
  });

  test('"fix everything" leaves titles, names and addresses alone', () => {
    const safe = Object.entries(rules).flatMap(([rule, { isSafe }]) => (isSafe ? [rule] : []));
    assert.deepEqual(safe, ['mojibake', 'textEntities', 'spaces', 'placeholderText', 'speakersJoined', 'tagRepeats']);
    assert.deepEqual(fixedValues(talks({ title: 'Ann Lee - Lamps', source_url: 'http://a.example/1' }), safeFix), [{}]);
  });

  test('two removals never leave a title empty, and two titles never become equal', () => {
    const both = talks({ title: 'Ann Lee - LanternConf 2019' });
    assert.deepEqual(check(both), []);
    const equal = talks({ title: 'LanternConf 2019: Lamps' }, { title: 'Lamps | LanternConf 2019' });
    assert.deepEqual(fixedValues(equal, fixOf('titleHasCategory')), [{ title: 'Lamps' }, {}]);
  });

  test('findings follow an edit of another record', () => {
    const [one, other] = talks({ title: 'On lamps' }, { title: 'On lamps' });
    assert.ok(one && other);
    const facts = factsOf([one, other]);
    assert.equal(findingsIn(one, {}, facts).length, 1);
    const edited = other.with('title', '"On light"');
    facts.remove(other);
    facts.add(edited);
    assert.deepEqual([findingsIn(one, {}, facts), findingsIn(edited, {}, facts)], [[], []]);
  });

  test('a record that is edited in two documents is counted once', () => {
    const texts = [['Jon Roe'], ['John Roe']].map((speakers) => parseRecord(JSON.stringify({ speakers })));
    const [before, after] = texts;
    assert.ok(before && after);
    const facts = factsOf([1, 2, 3].map((id) => new CheckedRecord(id, before.fields)));
    for (const _ of ['one document', 'another']) facts.follow(1, before, after);
    assert.deepEqual([...facts.spellings('speakers', 'Jon Roe')], [['Jon Roe', 2]]);
    assert.deepEqual([...facts.spellings('speakers', 'John Roe')], [['John Roe', 1]]);
    // One of them, opened after the edit, goes back.
    facts.follow(1, after, before);
    assert.deepEqual([...facts.spellings('speakers', 'Jon Roe')], [['Jon Roe', 3]]);
    assert.deepEqual([...facts.spellings('speakers', 'John Roe')], []);
  });

  test('a list keeps its style and what was not found', () => {
    const raw = '[\n    "ann lee",\n    "\\u00e9t\\u00e9",\n    "x"\n  ]';
    const [finding] = check([talk().with('tags', raw)]);
    assert.equal(finding?.fix, '[\n    "\\u00e9t\\u00e9",\n    "x"\n  ]');
  });

  test('people who wrote what remains to be done are found', () => {
    const notes = ['needs editing', 'TODO: cut the start', 'To do', 'fixme', 'ia scrape', '', 'today', 'mastodon'];
    assert.deepEqual(
      notes.filter((whiteboard) => saysToDo(talk({ whiteboard }))),
      notes.slice(0, 4),
    );
  });
});

suite('checks: hostile records', () => {
  const megabyte = 1_000_000;
  const hostile: Readonly<Record<string, Values>> = {
    'a title of 1 MB': { title: 'Ann Lee - '.repeat(megabyte / 10) },
    'a title of spaces': { title: ` ${' '.repeat(megabyte)}x` },
    'brackets that never close': { title: '(['.repeat(400), summary: '<a '.repeat(megabyte / 3) },
    'names for slow expressions': {
      speakers: ['a '.repeat(megabyte / 2), `${'A and '.repeat(150_000)}B`, 'x,'.repeat(megabyte / 2)],
    },
    '100,000 tags': { tags: Array.from({ length: 100_000 }, (_, at) => `tag ${at}`) },
    '20,000 names that are one letter apart': {
      speakers: Array.from({ length: 20_000 }, (_, at) => `Ann Leeeeee${String.fromCodePoint(0x4e00 + at)}`),
    },
    'back quotes and dates': { description: '`<b>'.repeat(megabyte / 4), summary: '3 May '.repeat(megabyte / 6) },
    'bytes and entities': { description: 'Ã'.repeat(megabyte), copyright_text: '&amp'.repeat(megabyte / 4) },
    addresses: { source_url: `http://a.example/${' '.repeat(megabyte)}`, category: '2019 '.repeat(megabyte / 5) },
  };

  test('are not checked together if that does not fit into memory', async () => {
    const [one, ...others] = talks(...Array.from({ length: 20 }, (_, at) => ({ title: `${at}\ufdfa`.repeat(400) })));
    const checkAll = (...records: readonly CheckedRecord[]) =>
      checkRecords(async (task) => records.forEach(task), {}, { max: 50_000 });
    assert.ok(one);
    assert.equal((await checkAll(one)).ids.size, 1);
    await assert.rejects(checkAll(one, ...others), TooMuchText);
    const long = talks(...Array.from({ length: 20 }, () => ({ description: 'Ã©'.repeat(2_000) })));
    await assert.rejects(checkAll(...long), TooMuchText);
  });

  for (const [name, values] of Object.entries(hostile)) {
    test(`are checked in bounded time: ${name}`, { timeout: 20_000 }, () => {
      const start = process.cpuUsage();
      check(talks(values, values));
      const { user } = process.cpuUsage(start);
      assert.ok(user < 5_000_000, `${user / 1000} ms`);
    });
  }
});
