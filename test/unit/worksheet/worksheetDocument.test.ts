import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { changesBetween } from '../../../src/record/changes.ts';
import { readableRecord } from '../../../src/record/text.ts';
import type { RecordVersion } from '../../../src/service/client.ts';
import { Worksheet } from '../../../src/worksheet/worksheetDocument.ts';
import { unsavedValues } from '../../../src/worksheet/worksheetEdits.ts';

type Fields = Readonly<Record<string, unknown>>;

const name = { service: 'desk', ids: [5], fields: ['title', 'state'] };
const uri = 'videoworksheet://desk/1%20record.worksheet.json?ids%3D5%26fields%3Dtitle%2Cstate';
const address = 'https://videos.example.org';
const first: Fields = { id: 5, title: 'Talk', state: 1, summary: 'Short', updated: '1' };

function version(fields: Fields): RecordVersion {
  return { record: readableRecord(JSON.stringify(fields)), serviceAddress: address, foundAt: address };
}

/** The text of a worksheet with one record. */
const textOf = (title: string, state: number) => `[\n  { "id": 5, "title": "${title}", "state": ${state} }\n]\n`;

/** A worksheet that VS Code opened and shows. */
function opened(): Worksheet {
  const worksheet = new Worksheet(name, uri, () => {});
  worksheet.loaded(new Map([[5, version(first)]]), new Map());
  const text = worksheet.offered.take();
  assert.equal(text, textOf('Talk', 1));
  worksheet.settled(() => text);
  return worksheet;
}

/** The user saved a title with a blank, which the service stored without it. The screen still shows the blank. */
async function saved(): Promise<Worksheet> {
  const worksheet = opened();
  await worksheet.rows.read(textOf('Mine ', 1));
  const [facts] = worksheet.facts();
  assert.ok(facts?.edits?.base);
  const changes = changesBetween(facts.edits.base, facts.edits.edited);
  const write = { method: 'PATCH', body: '{"title":"Mine "}', changes, address } as const;
  const common = {
    kind: 'saved',
    write,
    theirs: [],
    ignored: [],
    rewritten: ['title'],
  } as const;
  worksheet.saveEnded(5, { ...common, version: version({ ...first, title: 'Mine', updated: '2' }) }, facts.row);
  return worksheet;
}

function changed(worksheet: Worksheet): readonly string[] {
  return worksheet.facts().flatMap(({ edits }) => edits?.changes.map(({ field }) => field) ?? []);
}

suite('a row of a worksheet after a save', () => {
  test('is brought to the answer, even if a conflict has seen a newer version', async () => {
    for (const how of ['edited', 'read'] as const) {
      const worksheet = await saved();
      const theirs = version({ ...first, title: 'Mine', state: 2, updated: '3' });
      await worksheet.rows.read(textOf('Mine ', 7));
      const [typed] = worksheet.facts();
      assert.ok(typed);
      worksheet.saveEnded(5, { kind: 'conflict', conflicts: [], theirs }, typed.row);
      await worksheet.rows.read(textOf('Mine ', 1));
      const stale = worksheet.stale();
      assert.deepEqual(
        stale.map((placed) => worksheet.shownText(placed.row)),
        ['{ "id": 5, "title": "Mine", "state": 1 }'],
      );
      if (how === 'edited') {
        await worksheet.rows.read(textOf('Mine', 1));
        worksheet.shows(stale);
      } else {
        worksheet.offerShown(textOf('Mine ', 1), stale);
        const text = worksheet.offered.take();
        await worksheet.rows.read(text ?? '');
        worksheet.settled(() => text ?? '');
      }
      assert.deepEqual(changed(worksheet), [], `${how}: their state is not taken for one that the row sets back`);
      assert.equal(worksheet.document(5)?.base?.record.fields.get('state')?.raw, '1');
    }
  });

  test('keeps the saved text as its base on disk, so that a restart takes only what was typed since for a change', async () => {
    const worksheet = await saved();
    await worksheet.rows.read(textOf('Mine ', 7));
    assert.deepEqual(changed(worksheet), ['state']);
    const restarted = new Worksheet(name, uri, () => {});
    restarted.recovered(new Map(worksheet.bases()));
    await restarted.rows.read(textOf('Mine ', 7));
    assert.deepEqual(changed(restarted), ['state']);
  });
});

suite('a worksheet', () => {
  test('remembers what was taken out of the text that was saved, whatever is on screen by then', async () => {
    const worksheet = opened();
    await worksheet.rows.read('[]');
    assert.deepEqual(await worksheet.written(textOf('Talk', 1)), []);
    assert.deepEqual(worksheet.wanted, [5]);
    await worksheet.rows.read('[ {');
    assert.deepEqual(await worksheet.written('[]'), [5]);
    assert.deepEqual(worksheet.wanted, []);
  });

  test('tells the changes of a row with another field from what others changed', async () => {
    const worksheet = await saved();
    const theirs = version({ ...first, title: 'Mine', state: 9, updated: '2' });
    const [row] = worksheet.facts();
    assert.ok(row?.row);
    const write = { method: 'PATCH', body: '{}', changes: [], address } as const;
    const outcome = { kind: 'saved', write, theirs: ['state'], ignored: [], rewritten: [], version: theirs } as const;
    worksheet.saveEnded(5, outcome, row.row);
    await worksheet.rows.read(textOf('Mine ', 1).replace(' }', ', "summary": "Long" }'));
    assert.deepEqual([...unsavedValues(worksheet)], [[5, new Map([['summary', '"Long"']])]]);
  });

  test('does not say what is unsaved if its base is lost', async () => {
    const worksheet = new Worksheet(name, uri, () => {});
    worksheet.recovered(new Map());
    await worksheet.rows.read(textOf('Talk', 1));
    assert.throws(() => unsavedValues(worksheet), /unsaved changes/);
  });

  test('withdraws what it offered, and has one size until a save', () => {
    const worksheet = opened();
    worksheet.offered.announce();
    const { size, mtime } = worksheet.offered;
    worksheet.loaded(new Map([[5, version({ ...first, title: 'A longer title' })]]), new Map());
    worksheet.offered.announce();
    assert.equal(worksheet.offered.size, size);
    assert.ok(worksheet.offered.mtime > mtime);
    worksheet.offered.withdraw();
    assert.equal(worksheet.offered.take(), undefined);
    worksheet.loaded(new Map([[5, version({ ...first, title: 'Before the save' })]]), new Map());
    worksheet.offered.written(textOf('Saved', 1));
    assert.equal(worksheet.offered.take(), undefined);
  });
});
