import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkRecords } from '../../../src/checks/checkRecords.ts';
import { ToDo } from '../../../src/checks/toDo.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { talks, talkValues, type Values } from './talks.ts';

const saved = (values: Values, id: number) => parseRecord(JSON.stringify(talkValues(values, id)));

suite('checks: to do', () => {
  const toDo = async () => {
    const records = talks({ title: ' Lamps' }, { title: 'Light ', tags: ['x', 'x'] }, { whiteboard: 'todo' }, {});
    return new ToDo(await checkRecords(async (task) => records.forEach(task), {}));
  };
  const left = (list: ToDo) => Object.fromEntries([...list.left()].map(([kind, { ids }]) => [kind, [...ids]]));
  const rows = (list: ToDo) => list.rows().map(({ rule, description }) => `${rule} ${description}`);

  test('lists rules with counts, and what people wrote', async () => {
    const list = await toDo();
    assert.deepEqual(rows(list), ['spaces 2', 'tagRepeats 1', 'whiteboard 1']);
    assert.deepEqual(left(list), { spaces: [1, 2], tagRepeats: [2], whiteboard: [3] });
  });

  test('counts what was saved without its finding as done, until it is back', async () => {
    const list = await toDo();
    list.saved(1, saved({ title: 'Lamps' }, 1));
    list.saved(3, saved({ whiteboard: 'done' }, 3));
    list.saved(4, saved({ title: 'New ' }, 4));
    assert.deepEqual(rows(list), ['spaces 1 of 2 done', 'tagRepeats 1', 'whiteboard 1 of 1 done']);
    assert.deepEqual(left(list), { spaces: [2], tagRepeats: [2] });
    list.saved(1, saved({ title: 'Lamps ' }, 1));
    assert.deepEqual(rows(list), ['spaces 2', 'tagRepeats 1', 'whiteboard 1 of 1 done']);
  });
});
