import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Saved, SaveOutcome } from '../../../src/document/outcome.ts';
import { OwnWrites } from '../../../src/document/ownWrites.ts';
import { changesBetween } from '../../../src/record/changes.ts';
import { readableRecord } from '../../../src/record/text.ts';
import type { RecordVersion } from '../../../src/service/client.ts';
import { mergedValues, unsavedBasis, unsavedValues } from '../../../src/worksheet/edits.ts';
import { withTexts } from '../../../src/worksheet/rows.ts';
import type { WorksheetName } from '../../../src/worksheet/uri.ts';
import { Worksheet } from '../../../src/worksheet/worksheet.ts';

type Fields = Readonly<Record<string, unknown>>;

const name = { service: 'desk', ids: [5], fields: ['title', 'state'] };
const address = 'https://videos.example.org';
const first = { id: 5, title: 'Talk', state: 1, summary: 'Short', updated: '1' };

function version(fields: Fields): RecordVersion {
  return {
    record: readableRecord(JSON.stringify(fields)),
    serviceAddress: address,
    foundAt: address,
    order: performance.now(),
  };
}

/** The text of a worksheet with one record. */
const textOf = (title: string, state: number, more = '') =>
  `[\n  { "id": 5, "title": "${title}", "state": ${state}${more} }\n]\n`;

/** A worksheet that VS Code opened and shows. */
function opened(ownWrites = new OwnWrites(), named: WorksheetName = name, fields: Fields = first): Worksheet {
  const worksheet = new Worksheet(named, ownWrites);
  worksheet.read(new Map([[5, version(fields)]]), new Map());
  worksheet.onScreen(worksheet.rendered().content);
  return worksheet;
}

/** A save that took the record from one version to the next. `theirs` are fields of someone else's change. */
function savedAs(before: Fields, after: Fields, theirs: readonly string[] = []): Saved {
  const now = version(after);
  const changes = changesBetween(version(before).record, now.record);
  const mine = changes.filter(({ field }) => field !== 'updated' && !theirs.includes(field));
  return { kind: 'saved', version: now, mine, theirs, ignored: [], rewritten: [], isWhole: false };
}

/** The one row of the text on screen. */
function rowOf(worksheet: Worksheet) {
  return worksheet.facts()[0] ?? assert.fail();
}

/** The user saved a title with a blank, which the service stored without it. The screen still shows the blank. */
async function saved(
  answer: Fields = {},
  theirs: readonly string[] = [],
  ownWrites = new OwnWrites(),
): Promise<Worksheet> {
  const worksheet = opened(ownWrites);
  await worksheet.rows.read(textOf('Mine ', 1));
  const outcome = savedAs(first, { ...first, title: 'Mine', updated: '2', ...answer }, theirs);
  saveEnded(worksheet, { ...outcome, rewritten: ['title'] });
  return worksheet;
}

/** A save of the row that is on screen ends. */
function saveEnded(worksheet: Worksheet, outcome: SaveOutcome): void {
  worksheet.saveEnded(5, outcome, rowOf(worksheet).row, worksheet.basis.get(5));
}

/** Brings the text on screen to what the service has, as an open worksheet does. Returns the new text. */
async function brought(worksheet: Worksheet, text: string): Promise<string> {
  const outdated = worksheet.outdated(true);
  const next = withTexts(text, outdated);
  await worksheet.rows.read(next);
  for (const { accept } of outdated) accept();
  return next;
}

/** The user saves the record elsewhere, and the worksheet follows. Returns the new text. */
async function follow(worksheet: Worksheet, text: string, outcome: Saved, ownWrites: OwnWrites): Promise<string> {
  ownWrites.note(5, outcome);
  worksheet.received(5, outcome.version);
  return brought(worksheet, text);
}

function changed(worksheet: Worksheet): readonly string[] {
  return worksheet.facts().flatMap(({ edits }) => edits?.changes.map(({ field }) => field) ?? []);
}

function reverts(worksheet: Worksheet): readonly string[] {
  return worksheet.facts().flatMap(({ edits }) => edits?.reverts ?? []);
}

suite('a row of a worksheet after a save', () => {
  test('is brought to the answer, and to a newer version that a conflict brought once its own change is gone', async () => {
    const worksheet = await saved();
    assert.equal(await brought(worksheet, textOf('Mine ', 1)), textOf('Mine', 1));
    await worksheet.rows.read(textOf('Mine', 7));
    const theirs = version({ ...first, title: 'Mine', state: 2, updated: '3' });
    saveEnded(worksheet, { kind: 'conflict', conflicts: [], theirs, isBaseLost: false });
    assert.deepEqual([worksheet.outdated(true), worksheet.inConflict()], [[], [5]]);
    await worksheet.rows.read(textOf('Mine', 1));
    assert.equal(await brought(worksheet, textOf('Mine', 1)), textOf('Mine', 2));
    assert.deepEqual(changed(worksheet), []);
  });

  test('is compared with what it was typed on, whatever moved its base during the save', async () => {
    const ownWrites = new OwnWrites();
    const worksheet = opened(ownWrites);
    await worksheet.rows.read(textOf('Mine', 1));
    const { row } = rowOf(worksheet);
    const basis = worksheet.basis.get(5);
    const elsewhere = { ...first, state: 2, updated: '2' };
    await follow(worksheet, textOf('Mine', 1), savedAs(first, elsewhere), ownWrites);
    worksheet.saveEnded(5, savedAs(elsewhere, { ...elsewhere, title: 'Mine', updated: '3' }), row, basis);
    assert.deepEqual(changed(worksheet), []);
    await worksheet.rows.read(textOf('Mine', 1));
    assert.deepEqual(reverts(worksheet), [], 'the state was saved by the user');
  });

  test('keeps the saved text as its base on disk, so that a restart takes only what was typed since for a change', async () => {
    const worksheet = await saved();
    await worksheet.rows.read(textOf('Mine ', 7));
    assert.deepEqual(changed(worksheet), ['state']);
    const restarted = new Worksheet(name, new OwnWrites());
    restarted.recovered(new Map(worksheet.bases()));
    await restarted.rows.read(textOf('Mine ', 7));
    assert.deepEqual(changed(restarted), ['state']);
  });
});

suite('a row whose record the user saved elsewhere', () => {
  const [titles, states] = [
    ['Talk', 'Saved', 'Mine'],
    [1, 2, 7],
  ];

  test('keeps what is unsaved in it and follows in the rest, and nobody else is blamed', async () => {
    for (const title of titles) {
      for (const state of states) {
        for (const stored of [{ title: 'Saved' }, { state: 2 }, { title: 'Saved', state: 2 }]) {
          const ownWrites = new OwnWrites();
          const worksheet = opened(ownWrites);
          await worksheet.rows.read(textOf(title, state));
          const service = { ...first, ...stored };
          const shown = await follow(
            worksheet,
            textOf(title, state),
            savedAs(first, { ...service, updated: '2' }),
            ownWrites,
          );
          const expected = {
            title: title === first.title ? service.title : title,
            state: state === first.state ? service.state : state,
          };
          const what = JSON.stringify({ title, state, stored });
          assert.equal(shown, textOf(expected.title, expected.state), what);
          const differing = (['title', 'state'] as const).filter((field) => expected[field] !== service[field]);
          assert.deepEqual(changed(worksheet), differing, what);
          await worksheet.rows.read(textOf('Talk', 1));
          assert.deepEqual(reverts(worksheet), [], `${what}: what the user saved is theirs to take back`);
        }
      }
    }
  });

  test('has the new version as its base on disk', async () => {
    const ownWrites = new OwnWrites();
    const worksheet = opened(ownWrites);
    await worksheet.rows.read(textOf('Mine', 1));
    await follow(worksheet, textOf('Mine', 1), savedAs(first, { ...first, title: 'Saved' }), ownWrites);
    const restarted = new Worksheet(name, new OwnWrites());
    restarted.recovered(new Map(worksheet.bases()));
    await restarted.rows.read(textOf('Saved', 1));
    assert.deepEqual(changed(restarted), []);
  });

  test('tells from it what someone else had changed', async () => {
    for (const title of ['Talk', 'Mine']) {
      const ownWrites = new OwnWrites();
      const worksheet = opened(ownWrites);
      await worksheet.rows.read(textOf(title, 1));
      const theirs = savedAs(first, { ...first, summary: 'Saved', state: 2 }, ['state']);
      assert.equal(await follow(worksheet, textOf(title, 1), theirs, ownWrites), textOf(title, 2));
      await worksheet.rows.read(textOf(title, 1));
      assert.deepEqual(reverts(worksheet), ['state']);
    }
  });

  test('stays on its base where someone else changed the same field, so that its save finds the conflict', async () => {
    const theirs = { ...first, title: 'Theirs' };
    const now = { ...theirs, state: 2 };
    for (const save of [() => savedAs(first, now, ['title']), () => savedAs(theirs, now)]) {
      const ownWrites = new OwnWrites();
      const worksheet = opened(ownWrites);
      await worksheet.rows.read(textOf('Mine', 1));
      const outcome = save();
      ownWrites.note(5, outcome);
      worksheet.received(5, outcome.version);
      assert.deepEqual(worksheet.inConflict(), [5]);
    }
  });

  test('is not blamed on who changed the field before that', async () => {
    const ownWrites = new OwnWrites();
    const worksheet = opened(ownWrites);
    await worksheet.rows.read(textOf('Talk', 1));
    const theirs = { ...first, title: 'Theirs' };
    await worksheet.rows.read(await follow(worksheet, textOf('Talk', 1), savedAs(first, theirs, ['title']), ownWrites));
    await worksheet.rows.read(textOf('Mine', 1));
    await follow(worksheet, textOf('Mine', 1), savedAs(theirs, { ...theirs, title: 'Saved' }), ownWrites);
    await worksheet.rows.read(textOf('Talk', 1));
    assert.deepEqual(reverts(worksheet), []);
  });

  test('takes what the service made of an earlier save for no change of the user', async () => {
    const ownWrites = new OwnWrites();
    const worksheet = await saved({ state: 2 }, ['state'], ownWrites);
    const typed = textOf('Mine ', 1).replace('"Mine "', '"Mine and more"');
    await worksheet.rows.read(typed);
    assert.deepEqual(changed(worksheet), ['title']);
    const now = { ...first, title: 'Mine', state: 2, summary: 'Saved' };
    const shown = await follow(worksheet, typed, savedAs({ ...now, summary: 'Short' }, now), ownWrites);
    assert.equal(shown, textOf('Mine and more', 2));
    assert.deepEqual(changed(worksheet), ['title']);
  });

  test('gets a field that it did not have', async () => {
    for (const fields of [['title', 'state', 'license'], undefined]) {
      const start = { id: 5, title: 'Talk', state: 1 };
      const ownWrites = new OwnWrites();
      const worksheet = opened(ownWrites, { service: 'desk', ids: [5], ...(fields && { fields }) }, start);
      await worksheet.rows.read(textOf('Mine', 1));
      const outcome = savedAs(start, { ...start, license: 'free' });
      assert.equal(
        await follow(worksheet, textOf('Mine', 1), outcome, ownWrites),
        textOf('Mine', 1, ', "license": "free"'),
      );
      assert.deepEqual(changed(worksheet), ['title']);
    }
  });
});

suite('a reload of a worksheet', () => {
  test('merges into unsaved changes, but not where both changed the same', async () => {
    const worksheet = opened();
    await worksheet.rows.read(textOf('Mine', 1));
    worksheet.received(5, version({ ...first, title: 'Theirs' }));
    assert.deepEqual([worksheet.outdated(true), worksheet.inConflict()], [[], [5]]);
    worksheet.received(5, version({ ...first, state: 2 }));
    assert.deepEqual(
      worksheet.outdated(true).map(({ next }) => next),
      ['{ "id": 5, "title": "Mine", "state": 2 }'],
    );
    assert.equal(worksheet.document(5)?.base?.record.fields.get('state')?.raw, '1', 'until the text is on screen');
  });

  test('merges nothing that another address has: what is unsaved was typed for this one', async () => {
    const worksheet = opened();
    await worksheet.rows.read(textOf('Mine', 1));
    const elsewhere = { ...version({ ...first, state: 2 }), serviceAddress: 'https://other.example.org' };
    worksheet.received(5, elsewhere);
    assert.deepEqual([worksheet.outdated(true), worksheet.inConflict()], [[], []]);
    assert.equal(worksheet.document(5)?.base?.serviceAddress, address);
  });

  test('ends a conflict once the text has what someone else typed', async () => {
    const worksheet = opened();
    await worksheet.rows.read(textOf('Mine', 7));
    const theirs = version({ ...first, title: 'Theirs' });
    saveEnded(worksheet, { kind: 'conflict', conflicts: [], theirs, isBaseLost: false });
    assert.equal(worksheet.outcomeOf(rowOf(worksheet))?.kind, 'conflict');
    await worksheet.rows.read(textOf('Theirs', 7));
    await brought(worksheet, textOf('Theirs', 7));
    assert.deepEqual([changed(worksheet), worksheet.outcomeOf(rowOf(worksheet))], [['state'], undefined]);
  });

  test('keeps a merged list on one line', async () => {
    const worksheet = opened(undefined, { ...name, fields: ['title', 'tags'] }, { ...first, tags: ['a'] });
    const text = '[\n  { "id": 5, "title": "Mine", "tags": ["a"] }\n]\n';
    await worksheet.rows.read(text);
    worksheet.received(5, version({ ...first, tags: ['a', 'b'] }));
    assert.equal(await brought(worksheet, text), text.replace('["a"]', '["a", "b"]'));
  });

  test('does not bring back what a save has replaced, if a record was asked for before', async () => {
    const early = version(first);
    const worksheet = opened();
    worksheet.received(5, version({ ...first, title: 'Saved' }));
    worksheet.read(new Map([[5, early]]), new Map());
    assert.equal(worksheet.rendered().text, textOf('Saved', 1));
  });
});

suite('a worksheet', () => {
  test('tells the records that were taken out of its text from those that could not be read', async () => {
    const worksheet = new Worksheet({ ...name, ids: [5, 6] }, new OwnWrites());
    worksheet.read(new Map([[5, version(first)]]), new Map([[6, new Error()]]));
    const { text, content } = worksheet.rendered();
    worksheet.onScreen(content);
    await worksheet.rows.read(text);
    assert.deepEqual(worksheet.missing(), { removed: [], unread: [6] });
    await worksheet.rows.read('[]');
    assert.deepEqual(worksheet.missing(), { removed: [5], unread: [6] });
    await worksheet.rows.read('[ {');
    assert.deepEqual(worksheet.missing(), { removed: [], unread: [] }, 'of a text that is no list nobody knows');
    worksheet.read(new Map(), new Map([[5, new Error()]]));
    await worksheet.rows.read('[]');
    assert.deepEqual(worksheet.missing(), { removed: [], unread: [5, 6] }, 'read before, but not the last time');
  });

  test('tells the changes of a row with another field from what others changed', async () => {
    const worksheet = await saved();
    const before = { ...first, title: 'Mine', updated: '2' };
    const outcome = savedAs(before, { ...before, state: 9 }, ['state']);
    saveEnded(worksheet, outcome);
    await worksheet.rows.read(textOf('Mine ', 1, ', "summary": "Long"'));
    assert.deepEqual([...unsavedValues(worksheet)], [[5, new Map([['summary', '"Long"']])]]);
  });

  test('knows what a value was chosen for, where a save has not shown yet what someone else changed', async () => {
    const worksheet = await saved();
    const before = { ...first, title: 'Mine', updated: '2' };
    saveEnded(worksheet, savedAs(before, { ...before, state: 2 }, ['state']));
    await worksheet.rows.read(textOf('Mine ', 3));
    const [chosenFor, now] = [unsavedBasis(worksheet)(5), worksheet.document(5)?.base?.record];
    assert.ok(chosenFor && now);
    const { conflicts } = mergedValues(chosenFor, unsavedValues(worksheet).get(5) ?? assert.fail(), now);
    assert.deepEqual(
      conflicts.map(({ field }) => field),
      ['state'],
    );
  });

  test('does not say what is unsaved if its base is lost', async () => {
    const worksheet = new Worksheet(name, new OwnWrites());
    worksheet.recovered(new Map());
    await worksheet.rows.read(textOf('Talk', 1));
    assert.throws(() => unsavedValues(worksheet), /unsaved changes/);
  });
});
