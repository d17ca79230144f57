import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type TextChange, WorksheetRows } from '../../../src/worksheet/rows.ts';
import { worksheetText } from '../../../src/worksheet/text.ts';

async function rowsOf(text: string): Promise<WorksheetRows> {
  const rows = new WorksheetRows();
  await rows.read(text);
  return rows;
}

const facts = (rows: WorksheetRows) =>
  rows.all().map(({ row, offset }) => ({ offset, text: row.text, id: row.id, isValid: row.record !== undefined }));

const start = worksheetText(
  Array.from({ length: 6 }, (_, index) => `{ "id": ${index + 1}, "title": "Talk ${index + 1}", "tags": ["a", "b"] }`),
);

/** Changes as VS Code tells them: places in the text before, none over another, the last place first. */
const changes = fc
  .uniqueArray(fc.integer({ min: 0, max: start.length - 4 }), { minLength: 1, maxLength: 5 })
  .chain((places) => {
    const sorted = places.toSorted((one, other) => other - one);
    return fc.tuple(
      ...sorted.map((rangeOffset, index) => {
        const room = (sorted[index - 1] ?? start.length) - rangeOffset;
        return fc.record({
          rangeOffset: fc.constant(rangeOffset),
          rangeLength: fc.integer({ min: 0, max: Math.min(3, room) }),
          text: fc.constantFrom('', 'x', '"', '{', '},{', ' }, { "id": 9, "x": "', '1', '\\', '\n', ', '),
        });
      }),
    );
  });

function applied(text: string, some: readonly TextChange[]): string {
  return some.reduce(
    (current, change) =>
      current.slice(0, change.rangeOffset) + change.text + current.slice(change.rangeOffset + change.rangeLength),
    text,
  );
}

suite('worksheet rows', () => {
  test('rows that follow changes are those of the changed text, if every row of either is valid', async () => {
    let followed = 0;
    await fc.assert(
      fc.asyncProperty(changes, async (some) => {
        const rows = await rowsOf(start);
        if (!rows.apply(some)) return;
        const read = await rowsOf(applied(start, some));
        const isValid = (all: WorksheetRows) => !all.error && facts(all).every((row) => row.isValid);
        if (!isValid(rows) && !isValid(read)) return;
        followed += 1;
        assert.deepEqual(facts(rows), facts(read));
      }),
      { numRuns: 3000 },
    );
    assert.ok(followed > 50);
  });

  test('a row that becomes invalid leaves the others as they are', async () => {
    const rows = await rowsOf(start);
    const at = start.indexOf('Talk 3');
    assert.equal(rows.apply([{ rangeOffset: at, rangeLength: 4, text: '"' }]), true);
    assert.deepEqual(
      facts(rows).map(({ id, isValid }) => [id, isValid]),
      [
        [1, true],
        [2, true],
        [3, false],
        [4, true],
        [5, true],
        [6, true],
      ],
    );
    assert.equal(rows.all()[5]?.offset, start.indexOf('{ "id": 6') - 3);
  });

  test('a change between rows makes the text be read again', async () => {
    const rows = await rowsOf(start);
    assert.equal(rows.apply([{ rangeOffset: start.indexOf('{ "id": 2'), rangeLength: 0, text: ' ' }]), false);
    assert.equal(await rows.read(start.replace('{ "id": 2', ' { "id": 2')), true);
    assert.equal(rows.all().length, 6);
  });

  test('a text that changes while it is read is given up', async () => {
    const text = worksheetText(
      Array.from({ length: 20_000 }, (_, index) => `{ "id": ${index + 1}, "a": "${'x'.repeat(200)}" }`),
    );
    const rows = await rowsOf(start);
    assert.equal(await rows.read(text, () => true), false);
    assert.equal(rows.all().length, 6);
  });
});
