import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Saved } from '../../../src/document/outcome.ts';
import { changesBetween } from '../../../src/record/changes.ts';
import { readableRecord } from '../../../src/record/text.ts';
import type { RecordVersion } from '../../../src/service/client.ts';
import { unsavedValues } from '../../../src/worksheet/edits.ts';
import { isChanged } from '../../../src/worksheet/facts.ts';
import { Worksheet } from '../../../src/worksheet/worksheet.ts';

type Fields = Readonly<Record<string, unknown>>;

const name = { service: 'desk', ids: [5], fields: ['title', 'state'] };
const address = 'https://videos.example.org';
const first = { id: 5, title: 'Talk', state: 1, summary: 'Short', updated: '1' };

function version(fields: Fields): RecordVersion {
  return { record: readableRecord(JSON.stringify(fields)), serviceAddress: address, foundAt: address };
}

/** The text of a worksheet with one record. */
const textOf = (title: string, state: number, more = '') =>
  `[\n  { "id": 5, "title": "${title}", "state": ${state}${more} }\n]\n`;

/** A worksheet that VS Code opened and shows. */
function opened(): Worksheet {
  const worksheet = new Worksheet(name);
  const { text, content } = worksheet.rendered(new Map([[5, version(first)]]), new Map());
  assert.equal(text, textOf('Talk', 1));
  worksheet.settled(content);
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
async function saved(answer: Fields = {}, theirs: readonly string[] = []): Promise<Worksheet> {
  const worksheet = opened();
  await worksheet.rows.read(textOf('Mine ', 1));
  const outcome = savedAs(first, { ...first, title: 'Mine', updated: '2', ...answer }, theirs);
  worksheet.saveEnded(5, { ...outcome, rewritten: ['title'] }, rowOf(worksheet).row);
  return worksheet;
}

function changed(worksheet: Worksheet): readonly string[] {
  return worksheet.facts().flatMap(({ edits }) => edits?.changes.map(({ field }) => field) ?? []);
}

function reverts(worksheet: Worksheet): readonly string[] {
  return worksheet.facts().flatMap(({ edits }) => edits?.reverts ?? []);
}

suite('a row of a worksheet after a save', () => {
  test('is brought to the answer, even if a conflict has seen a newer version', async () => {
    for (const how of ['edited', 'read'] as const) {
      const worksheet = await saved();
      const theirs = version({ ...first, title: 'Mine', state: 2, updated: '3' });
      await worksheet.rows.read(textOf('Mine ', 7));
      const conflict = { kind: 'conflict', conflicts: [], theirs, isBaseLost: false } as const;
      worksheet.saveEnded(5, conflict, rowOf(worksheet).row);
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
        const { text, content } = worksheet.renderedAgain(textOf('Mine ', 1), stale);
        await worksheet.rows.read(text);
        worksheet.settled(content);
      }
      assert.deepEqual(changed(worksheet), [], `${how}: their state is not taken for one that the row sets back`);
      assert.equal(worksheet.document(5)?.base?.record.fields.get('state')?.raw, '1');
    }
  });

  test('keeps the saved text as its base on disk, so that a restart takes only what was typed since for a change', async () => {
    const worksheet = await saved();
    await worksheet.rows.read(textOf('Mine ', 7));
    assert.deepEqual(changed(worksheet), ['state']);
    const restarted = new Worksheet(name);
    restarted.recovered(new Map(worksheet.bases()));
    await restarted.rows.read(textOf('Mine ', 7));
    assert.deepEqual(changed(restarted), ['state']);
  });
});

suite('a row whose record the user saved elsewhere', () => {
  /** As an open worksheet does it. Returns the text on screen. */
  async function follow(worksheet: Worksheet, text: string, outcome: Saved): Promise<string> {
    worksheet.document(5)?.savedElsewhere(outcome);
    const facts = rowOf(worksheet);
    if (!isChanged(facts)) {
      worksheet.seen(5, outcome.version);
      const shown = worksheet.renderedAgain(text, worksheet.stale());
      await worksheet.rows.read(shown.text);
      worksheet.settled(shown.content);
      return shown.text;
    }
    const merged = worksheet.merged(facts, outcome.version) ?? assert.fail();
    const after = text.replace(facts.row.text, merged.text);
    await worksheet.rows.read(after);
    merged.accept();
    return after;
  }

  const [titles, states] = [
    ['Talk', 'Saved', 'Mine'],
    [1, 2, 7],
  ];

  test('keeps what is unsaved in it and follows in the rest, and nobody else is blamed', async () => {
    for (const title of titles) {
      for (const state of states) {
        for (const stored of [{ title: 'Saved' }, { state: 2 }, { title: 'Saved', state: 2 }]) {
          const worksheet = opened();
          await worksheet.rows.read(textOf(title, state));
          const service = { ...first, ...stored };
          const shown = await follow(worksheet, textOf(title, state), savedAs(first, { ...service, updated: '2' }));
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
    const worksheet = opened();
    await worksheet.rows.read(textOf('Mine', 1));
    await follow(worksheet, textOf('Mine', 1), savedAs(first, { ...first, title: 'Saved' }));
    const restarted = new Worksheet(name);
    restarted.recovered(new Map(worksheet.bases()));
    await restarted.rows.read(textOf('Saved', 1));
    assert.deepEqual(changed(restarted), []);
  });

  test('tells from it what someone else had changed', async () => {
    for (const title of ['Talk', 'Mine']) {
      const worksheet = opened();
      await worksheet.rows.read(textOf(title, 1));
      const theirs = savedAs(first, { ...first, summary: 'Saved', state: 2 }, ['state']);
      assert.equal(await follow(worksheet, textOf(title, 1), theirs), textOf(title, 2));
      await worksheet.rows.read(textOf(title, 1));
      assert.deepEqual(reverts(worksheet), ['state']);
    }
  });

  test('stays on its base where someone else changed the same field, so that its save finds the conflict', async () => {
    const theirs = { ...first, title: 'Theirs' };
    const now = { ...theirs, state: 2 };
    for (const outcome of [savedAs(first, now, ['title']), savedAs(theirs, now)]) {
      const worksheet = opened();
      await worksheet.rows.read(textOf('Mine', 1));
      worksheet.document(5)?.savedElsewhere(outcome);
      assert.equal(worksheet.merged(rowOf(worksheet), outcome.version), undefined);
    }
  });

  test('is not blamed on who changed the field before that', async () => {
    const worksheet = opened();
    await worksheet.rows.read(textOf('Talk', 1));
    const theirs = { ...first, title: 'Theirs' };
    await worksheet.rows.read(await follow(worksheet, textOf('Talk', 1), savedAs(first, theirs, ['title'])));
    await worksheet.rows.read(textOf('Mine', 1));
    await follow(worksheet, textOf('Mine', 1), savedAs(theirs, { ...theirs, title: 'Saved' }));
    await worksheet.rows.read(textOf('Talk', 1));
    assert.deepEqual(reverts(worksheet), []);
  });

  test('takes what the service made of an earlier save for no change of the user', async () => {
    const worksheet = await saved({ state: 2 }, ['state']);
    const typed = textOf('Mine ', 1).replace('"Mine "', '"Mine and more"');
    await worksheet.rows.read(typed);
    assert.deepEqual(changed(worksheet), ['title']);
    const now = { ...first, title: 'Mine', state: 2, summary: 'Saved' };
    const shown = await follow(worksheet, typed, savedAs({ ...now, summary: 'Short' }, now));
    assert.equal(shown, textOf('Mine and more', 2));
    assert.deepEqual(changed(worksheet), ['title']);
  });

  test('gets a field that it did not have', async () => {
    for (const fields of [['title', 'state', 'license'], undefined]) {
      const worksheet = new Worksheet({ service: 'desk', ids: [5], ...(fields && { fields }) });
      const start = { id: 5, title: 'Talk', state: 1 };
      worksheet.settled(worksheet.rendered(new Map([[5, version(start)]]), new Map()).content);
      await worksheet.rows.read(textOf('Mine', 1));
      const outcome = savedAs(start, { ...start, license: 'free' });
      assert.equal(await follow(worksheet, textOf('Mine', 1), outcome), textOf('Mine', 1, ', "license": "free"'));
      assert.deepEqual(changed(worksheet), ['title']);
    }
  });
});

suite('a reload of a worksheet', () => {
  test('merges into unsaved changes, but not where both changed the same', async () => {
    const worksheet = opened();
    await worksheet.rows.read(textOf('Mine', 1));
    assert.equal(worksheet.merged(rowOf(worksheet), version({ ...first, title: 'Theirs' })), undefined);
    const merged = worksheet.merged(rowOf(worksheet), version({ ...first, state: 2 }));
    assert.equal(merged?.text, '{ "id": 5, "title": "Mine", "state": 2 }');
    assert.equal(worksheet.document(5)?.base?.record.fields.get('state')?.raw, '1', 'until the text is on screen');
  });
});

suite('a worksheet', () => {
  test('tells the records that were taken out of its text from those that could not be read', async () => {
    const worksheet = new Worksheet({ ...name, ids: [5, 6] });
    const { text, content } = worksheet.rendered(new Map([[5, version(first)]]), new Map([[6, new Error()]]));
    worksheet.settled(content);
    await worksheet.rows.read(text);
    assert.deepEqual(worksheet.missing(), { removed: [], unread: [6] });
    await worksheet.rows.read('[]');
    assert.deepEqual(worksheet.missing(), { removed: [5], unread: [6] });
    await worksheet.rows.read('[ {');
    assert.deepEqual(worksheet.missing(), { removed: [], unread: [] }, 'of a text that is no list nobody knows');
  });

  test('tells the changes of a row with another field from what others changed', async () => {
    const worksheet = await saved();
    const before = { ...first, title: 'Mine', updated: '2' };
    const outcome = savedAs(before, { ...before, state: 9 }, ['state']);
    worksheet.saveEnded(5, outcome, rowOf(worksheet).row);
    await worksheet.rows.read(textOf('Mine ', 1, ', "summary": "Long"'));
    assert.deepEqual([...unsavedValues(worksheet)], [[5, new Map([['summary', '"Long"']])]]);
  });

  test('does not say what is unsaved if its base is lost', async () => {
    const worksheet = new Worksheet(name);
    worksheet.recovered(new Map());
    await worksheet.rows.read(textOf('Talk', 1));
    assert.throws(() => unsavedValues(worksheet), /unsaved changes/);
  });
});
