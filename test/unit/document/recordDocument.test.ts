import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RecordDocument } from '../../../src/document/recordDocument.ts';
import { savedVersion } from '../../../src/document/saveRecord.ts';
import { parseRecord, readableRecord } from '../../../src/record/text.ts';
import type { RecordVersion } from '../../../src/service/client.ts';
import { formatRecord } from '../../support/formatRecord.ts';

type Fields = Readonly<Record<string, unknown>>;

const first: Fields = { id: 5, title: 'Talk', state: 1, summary: 'Short', updated: '1' };

function version(fields: Fields, address = 'https://videos.example.org'): RecordVersion {
  const record = readableRecord(JSON.stringify(fields));
  return { record, serviceAddress: address, foundAt: address };
}

const textOf = (fields: Fields) => formatRecord(JSON.stringify(fields));
const recordOf = (fields: Fields) => parseRecord(textOf(fields));

/** A document that VS Code opened and shows. */
function opened(fields = first): RecordDocument {
  const document = new RecordDocument({ service: 'desk', id: 5 }, 'videorecord://desk/5.video.json');
  document.offer(version(fields));
  document.takeOffered();
  assert.equal(document.settled(textOf(fields)), undefined);
  return document;
}

/** What the document says that a text changes. */
function changed(document: RecordDocument, fields: Fields): readonly string[] {
  return document.edits(textOf(fields)).changes.map(({ field }) => field);
}

function reverts(document: RecordDocument, fields: Fields): readonly string[] {
  return document.edits(textOf(fields)).reverts;
}

/** Saves a text; `answer` is what the service has then, `onScreen` what was typed meanwhile. */
function save(
  document: RecordDocument,
  text: Fields,
  answer: Fields,
  sent: string[],
  theirs: string[] = [],
  onScreen = text,
) {
  document.edited();
  document.saveStarted();
  const mine = sent.filter((field) => !theirs.includes(field)).map((field) => ({ field, kind: 'changed' as const }));
  document.saved({ version: version(answer), mine }, recordOf(text), textOf(onScreen));
}

suite('phases', () => {
  test('go from clean to dirty and back', () => {
    const document = opened();
    assert.equal(document.phase, 'clean');
    document.edited();
    assert.equal(document.phase, 'dirty');
    document.settled(textOf(first));
    assert.equal(document.phase, 'clean');
  });

  test('a save ends clean on the service’s answer, which VS Code then has to show', () => {
    const document = opened();
    const [mine, answer] = [
      { ...first, title: 'Mine' },
      { ...first, title: 'Mine', updated: '2' },
    ];
    save(document, mine, answer, ['title']);
    assert.equal(document.phase, 'clean');
    assert.equal(document.base?.record.text, textOf(answer));
    assert.equal(document.settled(textOf(mine))?.record.text, textOf(answer));
  });

  test('the size changes only with a save, or VS Code would read a version twice', () => {
    const document = opened();
    const longer = { ...first, title: 'A longer title' };
    document.offer(version(longer));
    const size = document.size;
    document.takeOffered();
    document.settled(textOf(longer));
    assert.equal(document.size, size);
    save(document, longer, longer, ['title']);
    assert.equal(document.size, Buffer.byteLength(textOf(longer)));
  });

  test('a save ends dirty if someone typed meanwhile', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    save(document, mine, { ...mine, updated: '2' }, ['title'], [], { ...mine, summary: 'Typed' });
    assert.equal(document.phase, 'dirty');
  });

  test('a failed save ends dirty, a conflict stays one until the next save, reload or revert', () => {
    const document = opened();
    document.edited();
    document.saveStarted();
    document.saveFailed();
    assert.equal(document.phase, 'dirty');
    document.saveStarted();
    document.conflicted({ theirs: version(first), conflicts: [{ field: 'title' }] });
    document.saveFailed();
    assert.equal(document.phase, 'conflict');
    document.edited();
    assert.equal(document.phase, 'conflict');
    document.reloaded(version(first), recordOf(first), []);
    assert.deepEqual([document.phase, document.conflict], ['dirty', undefined], 'a reload that could merge ends it');
    document.settled(textOf(first));
    assert.deepEqual([document.phase, document.conflict], ['clean', undefined]);
  });

  test('a newer version is shown by a clean document and only remembered by a dirty one', () => {
    const document = opened();
    const newer = version({ ...first, state: 2 });
    assert.equal(document.newerSeen(newer), newer);
    document.edited();
    assert.equal(document.newerSeen(newer), undefined);
    assert.equal(document.base?.record.text, textOf(first));
    assert.equal(document.settled(textOf(first)), newer, 'what was remembered is shown once the changes are gone');
  });

  test('what is offered is read once, and not by a document with unsaved changes', () => {
    const document = opened();
    document.offer(version({ ...first, state: 2 }));
    assert.ok(document.takeOffered());
    assert.equal(document.takeOffered(), undefined);
    document.offer(version({ ...first, state: 3 }));
    document.edited();
    assert.equal(document.takeOffered(), undefined);
  });

  test('an undo to the text that was first read does not bring its version back as the base', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    save(document, mine, { ...mine, updated: '2' }, ['title']);
    document.settled(textOf(first));
    assert.equal(document.base?.record.fields.get('title')?.raw, '"Mine"');
    assert.deepEqual(changed(document, first), ['title']);
  });

  test('what else is read of the file does not move the base', () => {
    const document = opened();
    document.edited();
    document.handOut(version({ ...first, state: 2 }));
    assert.equal(document.base?.record.text, textOf(first));
  });

  test('its time moves with the record alone', () => {
    const document = opened();
    const { mtime } = document;
    document.edited();
    document.settled(textOf(first));
    assert.equal(document.mtime, mtime);
    document.offer(version({ ...first, state: 2 }));
    assert.ok(document.mtime > mtime);
  });
});

suite('changes', () => {
  test('are those between the base and the text, by value', () => {
    const document = opened();
    assert.deepEqual(changed(document, { ...first, title: 'Mine' }), ['title']);
    assert.deepEqual(document.edits(JSON.stringify(first)).changes, []);
  });

  test('after a save count from the answer, also while the screen shows the saved text', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    save(document, mine, { ...mine, state: 2, updated: '2' }, ['title'], ['state']);
    assert.deepEqual(changed(document, mine), []);
    assert.deepEqual(changed(document, { ...mine, summary: 'Typed' }), ['summary']);
  });

  test('typed during a save in a field that the service stored differently count from its value', () => {
    const document = opened();
    const mine = { ...first, title: 'Hello ' };
    const typed = { ...first, title: 'Hello world' };
    save(document, mine, { ...first, title: 'Hello', updated: '2' }, ['title'], [], typed);
    const { base, changes } = document.edits(textOf(typed));
    assert.deepEqual([base?.fields.get('title')?.raw, changes.length], ['"Hello"', 1]);
  });

  test('typed during a save in a field that someone else changed count from the earlier value', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    const typed = { ...mine, state: 3 };
    save(document, mine, { ...mine, state: 2, updated: '2' }, ['title'], ['state'], typed);
    assert.equal(
      document.edits(textOf(typed)).base?.fields.get('state')?.raw,
      '1',
      'so the next save finds the conflict',
    );
  });

  test('typed during a save in a field that was sent with someone else’s change count from the saved value', () => {
    const document = opened({ ...first, summary: 'a\nb\nc' });
    const mine = { ...first, summary: 'A\nb\nc' };
    const typed = { ...first, summary: 'A\nb\ncX' };
    save(document, mine, { ...mine, summary: 'A\nb\nC', updated: '2' }, ['summary'], ['summary'], typed);
    assert.equal(
      document.edits(textOf(typed)).base?.fields.get('summary')?.raw,
      JSON.stringify(mine.summary),
      'so the next save finds the conflict',
    );
  });

  test('typed during a save are found again after a restart, and nothing else', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    const typed = { ...mine, state: 3 };
    save(document, mine, { ...mine, summary: 'Theirs', updated: '2' }, ['title'], ['summary'], typed);
    const { keptBase } = document;
    assert.ok(keptBase);
    const restarted = new RecordDocument(document.name, document.uri);
    restarted.recovered(keptBase);
    assert.deepEqual(changed(restarted, typed), ['state']);
  });

  test('are not known without a base', () => {
    const document = new RecordDocument({ service: 'desk', id: 5 }, 'videorecord://desk/5.video.json');
    assert.deepEqual(document.edits(textOf(first)).base, undefined);
    document.recovered({ record: recordOf(first), serviceAddress: 'https://videos.example.org' });
    assert.deepEqual(changed(document, { ...first, title: 'Mine' }), ['title']);
  });
});

suite('reverting someone else’s change', () => {
  /** My title was saved, and their state came in with it. */
  const merged = () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    const answer = { ...mine, state: 2, updated: '2' };
    save(document, mine, answer, ['title'], ['state']);
    document.offer(version(answer));
    document.takeOffered();
    document.settled(textOf(answer));
    return { document, answer };
  };

  test('is noticed in a field that goes back to the value before it', () => {
    const { document, answer } = merged();
    assert.deepEqual(reverts(document, { ...answer, state: 1 }), ['state']);
    assert.deepEqual(reverts(document, { ...answer, state: 3 }), []);
    assert.deepEqual(reverts(document, { ...answer, title: 'Talk' }), [], 'my own change is mine to undo');
  });

  test('is noticed whatever else was edited or undone since', () => {
    const { document, answer } = merged();
    document.edited();
    document.settled(textOf(answer));
    document.edited();
    assert.deepEqual(reverts(document, { ...answer, title: 'Other', state: 1 }), ['state']);
  });

  test('is over once I have saved a value of my own', () => {
    const { document, answer } = merged();
    const mine = { ...answer, state: 1, updated: '3' };
    save(document, { ...answer, state: 1 }, mine, ['state']);
    assert.deepEqual(reverts(document, { ...mine, state: 1 }), []);
    save(document, { ...mine, state: 7 }, { ...mine, state: 7 }, ['state']);
    assert.deepEqual(reverts(document, { ...mine, state: 1 }), []);
  });

  test('is noticed for lines that were merged into mine', () => {
    const document = opened();
    const mine = { ...first, summary: 'Mine' };
    save(document, mine, { ...first, summary: 'Mine and theirs', updated: '2' }, ['summary'], ['summary']);
    document.offer(version({ ...first, summary: 'Mine and theirs', updated: '2' }));
    document.takeOffered();
    document.settled(textOf({ ...first, summary: 'Mine and theirs', updated: '2' }));
    assert.deepEqual(reverts(document, mine), ['summary']);
    assert.deepEqual(reverts(document, first), ['summary'], 'a second undo');
  });

  test('is noticed however often I saved the field before', () => {
    const document = opened();
    const store = (mine: string, stored: string, updated: number, theirs: string[] = []) => {
      const answer = { ...first, summary: stored, updated: `${updated}` };
      save(document, { ...answer, summary: mine, updated: `${updated - 1}` }, answer, ['summary'], theirs);
      document.settled(textOf(answer));
      return answer;
    };
    for (let time = 2; time < 100; time += 1) store(`Mine ${time}`, `Mine ${time}`, time);
    const merged = store('Mine', 'Mine and theirs', 100, ['summary']);
    assert.deepEqual(reverts(document, { ...first, updated: '100' }), ['summary']);
    assert.deepEqual(changed(document, { ...merged, updated: first.updated }), [], 'an old time is not sent');
  });

  test('is noticed after a reload, but never for what I changed myself', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    document.edited();
    document.reloaded(version({ ...first, state: 2, updated: '2' }), recordOf(mine), ['state', 'updated']);
    assert.deepEqual(reverts(document, { ...mine, state: 2, updated: '2' }), []);
    assert.deepEqual(reverts(document, mine), ['state']);
  });

  test('is noticed after a crash that brought back the text from before a reload', () => {
    const crashed = opened();
    crashed.edited();
    const mine = { ...first, title: 'Mine' };
    crashed.reloaded(version({ ...first, state: 2 }), recordOf(mine), ['state']);
    const document = new RecordDocument(crashed.name, crashed.uri);
    const kept = crashed.keptBase ?? assert.fail();
    document.recovered(kept, kept.replaced);
    assert.deepEqual(reverts(document, mine), ['state']);
  });

  suite('after the user saved the record past its editor', () => {
    const [talk, mine, theirs] = [first, { ...first, title: 'Mine' }, { ...first, title: 'Theirs' }];
    const titleFrom = (before: string, after = 'Mine') =>
      [{ field: 'title', kind: 'changed', before: `"${before}"`, after: `"${after}"` }] as const;
    const show = (document: RecordDocument, fields: Fields) => {
      document.handOut(version(fields));
      document.settled(textOf(fields));
    };

    test('is not meant by taking that save back', () => {
      const document = opened();
      document.savedElsewhere({ version: version(mine), mine: titleFrom('Talk') });
      show(document, mine);
      assert.deepEqual(reverts(document, talk), []);
    });

    test('is not meant either once unsaved changes were saved on top', () => {
      const document = opened();
      document.edited();
      document.savedElsewhere({ version: version(mine), mine: titleFrom('Talk') });
      const answer = { ...mine, summary: 'New' };
      save(document, { ...first, summary: 'New' }, answer, ['summary'], ['title']);
      show(document, answer);
      assert.deepEqual(reverts(document, { ...first, summary: 'New' }), []);
    });

    test('is noticed if someone else changed the field before, which the editor had not shown', () => {
      const document = opened();
      document.savedElsewhere({ version: version(mine), mine: titleFrom('Theirs') });
      show(document, mine);
      assert.deepEqual(reverts(document, talk), ['title']);
    });

    test("is noticed if someone else's change was merged into what was saved", () => {
      const document = opened();
      show(document, theirs);
      const write = { method: 'PATCH', address: '', body: '', changes: titleFrom('Theirs') } as const;
      const saved = {
        kind: 'saved',
        version: version(mine),
        write,
        theirs: ['title'],
        ignored: [],
        rewritten: [],
      } as const;
      document.savedElsewhere(savedVersion(saved));
      show(document, mine);
      assert.deepEqual(reverts(document, talk), ['title']);
    });

    test('is noticed if that was at another address', () => {
      const document = opened();
      const elsewhere = { ...version(mine), serviceAddress: 'https://other.example.org/' };
      document.savedElsewhere({ version: elsewhere, mine: titleFrom('Talk') });
      show(document, mine);
      assert.deepEqual(reverts(document, talk), ['title']);
    });

    test('is noticed if someone else changed the field before the answer, or after it', () => {
      for (const answer of [theirs, mine]) {
        const document = opened();
        document.savedElsewhere({ version: version(answer), mine: titleFrom('Talk') });
        show(document, theirs);
        assert.deepEqual(reverts(document, talk), ['title']);
      }
    });
  });

  test('is noticed for all values from before it, my own saves included', () => {
    const document = opened();
    const [second, third] = [
      { ...first, title: 'Second' },
      { ...first, title: 'Theirs' },
    ];
    save(document, second, second, ['title']);
    assert.deepEqual(reverts(document, first), []);
    document.handOut(version(third));
    document.settled(textOf(third));
    assert.deepEqual(reverts(document, second), ['title']);
    assert.deepEqual(reverts(document, first), ['title']);
  });

  test('counts no change of others where the service name has come to mean another address', () => {
    const document = opened();
    const elsewhere = { ...first, title: 'Another talk', state: 2 };
    document.offer(version(elsewhere, 'https://other.example.org'));
    document.takeOffered();
    document.settled(textOf(elsewhere));
    assert.deepEqual(reverts(document, { ...elsewhere, state: 1 }), []);
  });

  test('never concerns the service’s own clock', () => {
    const { document, answer } = merged();
    assert.deepEqual(changed(document, { ...answer, updated: '1' }), []);
    assert.deepEqual(changed(document, { ...answer, updated: 'typed' }), ['updated']);
  });
});
