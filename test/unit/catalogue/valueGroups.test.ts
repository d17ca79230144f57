import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { type GroupOrder, groupsOf, maxRows } from '../../../src/catalogue/valueGroups.ts';
import { RecordError } from '../../../src/service/recordError.ts';
import { aCatalogueFolder, aVersion } from '../../support/catalogueSetup.ts';
import type { Fields } from '../../support/recordService.ts';

/** The groups of these records as "value: ids". */
async function grouped(t: TestContext, records: readonly Fields[], field: string, order: GroupOrder = 'name') {
  const all = catalogue(await aCatalogueFolder(t));
  const read = async (id: number) => {
    const fields = records[id - 1];
    if (!fields) throw new RecordError('notFound');
    return aVersion(id, fields);
  };
  await all.update({ read, ids: records.map((_, at) => at + 1), credential: '', signal: new AbortController().signal });
  const groups = await groupsOf(all.entries(), field, await all.valuesOf(field, all.entries()), order, 'en');
  return groups.map(({ value, entries, isSimilar }) => {
    const ids = entries.map(({ id }) => id).sort((one, other) => one - other);
    return `${value}${isSimilar ? '~' : ''}: ${ids}`;
  });
}

suite('groups', () => {
  test('those without a value come first, then names as people sort them', async (t) => {
    const talks = [{ category: 'Conf 10' }, { category: 'Conf 9' }, { category: '' }, { category: 'ähnlich' }];
    assert.deepEqual(await grouped(t, talks, 'category'), [': 3', 'ähnlich: 4', 'Conf 9: 2', 'Conf 10: 1']);
  });

  test('the most frequent first, if that is wanted', async (t) => {
    const talks = ['b', 'a', 'b', null, 'c', 'c'].map((language) => ({ language }));
    assert.deepEqual(await grouped(t, talks, 'language', 'count'), [': 4', 'b: 1,3', 'c: 5,6', 'a: 2']);
  });

  test('a record with two speakers is in both groups, and one that has a speaker twice is there once', async (t) => {
    const talks = [{ speakers: ['Ada', 'Bo'] }, { speakers: ['Bo', 'Bo'] }, { speakers: [] }];
    assert.deepEqual(await grouped(t, talks, 'speakers'), [': 3', 'Ada: 1', 'Bo: 1,2']);
  });

  test('values that differ only in spaces or case stand beside each other', async (t) => {
    const names = ['LanternConf 2025', 'Lantern', 'LanternConf  2025', 'Maps', 'lanternconf 2025 ', 'LanternConf 2025'];
    const talks = names.map((category) => ({ category }));
    assert.deepEqual(await grouped(t, talks, 'category', 'count'), [
      'LanternConf 2025~: 1,6',
      'LanternConf  2025~: 3',
      'lanternconf 2025 ~: 5',
      'Lantern: 2',
      'Maps: 4',
    ]);
  });

  test('a blank value counts as none', async (t) => {
    const talks = [
      { category: ' ', tags: [' ', 'maps'], whiteboard: ' ' },
      { category: '', tags: ['\t'], whiteboard: '' },
    ];
    assert.deepEqual(await grouped(t, talks, 'category'), [': 1,2']);
    assert.deepEqual(await grouped(t, talks, 'tags'), [': 2', 'maps: 1']);
    assert.deepEqual(await grouped(t, talks, 'whiteboard'), [': 1,2']);
  });

  test('dates count by year', async (t) => {
    const talks = ['2024-05-01', '2023-01-01', '2024-12-31', null, 'soon'].map((recorded) => ({ recorded }));
    assert.deepEqual(await grouped(t, talks, 'recorded'), [': 4', '2023: 2', '2024: 1,3', 'soon: 5']);
  });

  test('any other field, also one that the interface does not have, with its number as it is written', async (t) => {
    const talks = [{ room: 'A' }, { room: 2.5 }, {}, { room: ['A', 'B'] }, { room: true }];
    assert.deepEqual(await grouped(t, talks, 'room'), [': 3', '2.5: 2', 'A: 1,4', 'B: 4', 'true: 5']);
    assert.deepEqual(await grouped(t, [{ state: 1 }, { state: 2 }], 'state'), ['1: 1', '2: 2']);
  });

  test('numbers and long items of a list are not taken for none', async (t) => {
    const talks = [{ tags: [5, 6] }, { tags: ['x'.repeat(300)] }, { tags: [] }, { tags: ['maps'] }];
    const long = `${'x'.repeat(201)}…`;
    assert.deepEqual(await grouped(t, talks, 'tags'), [': 3', '5: 1', '6: 1', 'maps: 4', `${long}: 2`]);
  });

  test('each item of a list counts, also beside a number, and however many they are', async (t) => {
    const many = Array.from({ length: 101 }, (_, at) => `tag ${at + 1}`);
    const groups = await grouped(t, [{ tags: ['maps', 5] }, { tags: [5] }, { tags: many }], 'tags');
    assert.deepEqual([groups[0], groups[1], groups.at(-1)], ['5: 1,2', 'maps: 1', 'tag 101: 3']);
  });

  test('a long text is not taken for none', async (t) => {
    const talks = ['x'.repeat(300), ''].map((category) => ({ category, whiteboard: category }));
    for (const field of ['category', 'whiteboard']) {
      assert.deepEqual(await grouped(t, talks, field), [': 2', `${'x'.repeat(201)}…: 1`]);
    }
  });

  test('many values are grouped and sorted while other work goes on', async () => {
    const records = Array.from({ length: 50_000 }, (_, at) => ({ tags: [`tag ${(at * 7919) % 50_000}`, 'all'] }));
    let others = 0;
    let isOver = false;
    const other = () => {
      others += 1;
      if (!isOver) setImmediate(other);
    };
    setImmediate(other);
    const groups = await groupsOf(records, 'tags', ({ tags }) => tags, 'name', 'en');
    isOver = true;
    const values = groups.map(({ value }) => value);
    const sorted = values.toSorted(new Intl.Collator('en', { numeric: true }).compare);
    assert.ok(others > 5, `${others}`);
    assert.deepEqual(values.slice(0, maxRows), sorted.slice(0, maxRows));
    assert.equal(new Set(values).size, 50_001);
  });
});
