import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Saved } from '../../../src/document/outcome.ts';
import { OwnWrites } from '../../../src/document/ownWrites.ts';
import { RecordDocument } from '../../../src/document/recordDocument.ts';
import type { Change } from '../../../src/record/changes.ts';
import { parseRecord, readableRecord } from '../../../src/record/text.ts';
import type { RecordVersion } from '../../../src/service/client.ts';
import { formatRecord } from '../../support/formatRecord.ts';

type Fields = Readonly<Record<string, unknown>>;

const first: Fields = { id: 5, title: 'Talk', state: 1, summary: 'Short', updated: '1' };

function version(fields: Fields, address = 'https://videos.example.org'): RecordVersion {
  const record = readableRecord(JSON.stringify(fields));
  return { record, serviceAddress: address, foundAt: address, order: performance.now() };
}

const textOf = (fields: Fields) => formatRecord(JSON.stringify(fields));
const recordOf = (fields: Fields) => parseRecord(textOf(fields));

/** A document that VS Code opened and shows. */
function opened(fields = first, ownWrites = new OwnWrites()): RecordDocument {
  const document = new RecordDocument({ service: 'desk', id: 5 }, ownWrites);
  show(document, fields);
  return document;
}

/** The service has this, and the screen shows it. */
function show(document: RecordDocument, fields: Fields, address?: string): void {
  const shown = version(fields, address);
  document.received(shown);
  document.onScreen(shown);
}

/** What the document says that a text changes. */
function changed(document: RecordDocument, fields: Fields): readonly string[] {
  return document.edits(textOf(fields)).changes.map(({ field }) => field);
}

function reverts(document: RecordDocument, fields: Fields): readonly string[] {
  return document.edits(textOf(fields)).reverts;
}

function savedAs(answer: RecordVersion, mine: readonly Change[]): Saved {
  return { kind: 'saved', version: answer, mine, theirs: [], ignored: [], rewritten: [], isWhole: false };
}

/** Saves a text; `answer` is what the service has then. Fields of `theirs` were sent with someone else's change. */
function save(document: RecordDocument, text: Fields, answer: Fields, sent: string[], theirs: string[] = []) {
  document.saving();
  const mine = sent.filter((field) => !theirs.includes(field)).map((field) => ({ field, kind: 'changed' as const }));
  document.saved(savedAs(version(answer), mine), recordOf(text));
}

suite('the base', () => {
  const newer = { ...first, state: 2 };

  test('is the answer after a save, which the screen does not show yet', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    save(document, mine, { ...mine, updated: '2' }, ['title']);
    assert.equal(document.base?.record.text, textOf({ ...mine, updated: '2' }));
    assert.equal(document.isOutdated(textOf(mine)), true);
  });

  test('has what someone else added to the text after the save was announced', () => {
    for (const state of [2, 3]) {
      const document = opened();
      const { basis } = document;
      const sent = { ...first, summary: 'Mine' };
      document.merged(version({ ...first, state: 2 }), recordOf(sent), ['state']);
      document.saving();
      const mine = [{ field: 'summary', kind: 'changed' as const }];
      document.saved(savedAs(version({ ...sent, state, updated: '2' }), mine), recordOf(sent), basis);
      const typed = { ...sent, state: 2, summary: 'Mine again' };
      assert.deepEqual(changed(document, typed), ['summary']);
      const later = new RecordDocument(document.name, new OwnWrites());
      later.recovered(document.keptBase ?? assert.fail());
      assert.deepEqual(changed(later, typed), ['summary']);
    }
  });

  test('stays the answer when an undo shows the text that was first read', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    save(document, mine, { ...mine, updated: '2' }, ['title']);
    document.onScreen(undefined);
    assert.deepEqual(changed(document, first), ['title']);
  });

  test('does not move with a version that is only seen', () => {
    const document = opened();
    document.received(version(newer));
    assert.equal(document.base?.record.text, textOf(first));
    assert.equal(document.newest?.record.text, textOf(newer));
  });

  test('that is known is not replaced by a recovered one', () => {
    const document = opened();
    document.recovered(version(newer));
    assert.equal(document.base?.record.text, textOf(first));
  });
});

test('a version that was asked for before another one does not count as newer', () => {
  const document = opened();
  const [early, late] = [version({ ...first, state: 2 }), version({ ...first, state: 3 })];
  document.received(late);
  document.received(early);
  assert.equal(document.newest, late);
});

test('what a text changes is fixed with its basis, whatever moves the base afterwards', () => {
  const document = opened();
  const { basis } = document;
  const mine = { ...first, title: 'Mine' };
  document.merged(version({ ...first, summary: 'Theirs' }), recordOf(mine), ['summary']);
  assert.deepEqual(changed(document, mine), ['title', 'summary'], 'against the new base');
  assert.deepEqual(
    basis.edits(textOf(mine)).changes.map(({ field }) => field),
    ['title'],
  );
  assert.deepEqual(basis.edits(textOf(mine)).reverts, []);
});

suite('a text without unsaved changes', () => {
  const newer = { ...first, state: 2 };

  test('is outdated if it has other values than the newest version', () => {
    const document = opened();
    assert.equal(document.isOutdated(textOf(first)), false);
    document.received(version(newer));
    assert.equal(document.isOutdated(textOf(first)), true);
    assert.equal(document.isOutdated(JSON.stringify(newer)), false, 'whatever its layout');
    assert.equal(document.isOutdated('{'), true);
  });

  test('is not outdated during a save, which ends in another version', () => {
    const document = opened();
    document.received(version(newer));
    document.saving();
    assert.equal(document.isOutdated(textOf(first)), false);
    document.saveEnded();
    assert.equal(document.isOutdated(textOf(first)), true);
  });
});

suite('a conflict', () => {
  const theirs = { ...version({ ...first, title: 'Theirs' }), order: Number.POSITIVE_INFINITY };
  const conflict = { kind: 'conflict', theirs, conflicts: [{ field: 'title' }], isBaseLost: false } as const;
  const mine = { ...first, title: 'Mine' };
  /** A save that ended in a conflict. */
  const conflicted = () => {
    const document = opened();
    document.saving();
    document.conflicted(conflict);
    document.onScreen(undefined);
    document.saveEnded();
    return document;
  };

  test('stays open after its save, and its version is the newest', () => {
    const document = conflicted();
    assert.deepEqual([document.conflict, document.newest], [conflict, theirs]);
    assert.equal(document.isOutdated(textOf(first)), true);
    assert.equal(document.base?.record.text, textOf(first));
  });

  test('ends with a save, a reload that could merge, or a revert', () => {
    const ends: readonly ((document: RecordDocument) => void)[] = [
      (document) => save(document, mine, mine, ['title']),
      (document) => document.merged(theirs, recordOf(mine), []),
      (document) => document.onScreen(undefined),
    ];
    for (const end of ends) {
      const document = conflicted();
      end(document);
      assert.equal(document.conflict, undefined);
    }
  });
});

test('whoever follows a document is told of every change that does not come from the text', () => {
  let count = 0;
  const document = new RecordDocument({ service: 'desk', id: 5 }, new OwnWrites(), () => {
    count += 1;
  });
  const [theirs, text] = [version(first), recordOf(first)];
  const changes = [
    () => document.recovered(theirs),
    () => document.onScreen(theirs),
    () => document.conflicted({ kind: 'conflict', theirs, conflicts: [], isBaseLost: false }),
    () => document.merged(theirs, text, []),
    () => document.saved(savedAs(theirs, []), text),
    () => document.saveEnded(),
  ];
  for (const [at, change] of changes.entries()) {
    change();
    assert.equal(count, at + 1);
  }
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
    save(document, mine, { ...first, title: 'Hello', updated: '2' }, ['title']);
    const { base, changes } = document.edits(textOf(typed));
    assert.deepEqual([base?.fields.get('title')?.raw, changes.length], ['"Hello"', 1]);
  });

  test('typed during a save in a field that someone else changed count from the earlier value', () => {
    const document = opened();
    const mine = { ...first, title: 'Mine' };
    const typed = { ...mine, state: 3 };
    save(document, mine, { ...mine, state: 2, updated: '2' }, ['title'], ['state']);
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
    save(document, mine, { ...mine, summary: 'A\nb\nC', updated: '2' }, ['summary'], ['summary']);
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
    save(document, mine, { ...mine, summary: 'Theirs', updated: '2' }, ['title'], ['summary']);
    const { keptBase } = document;
    assert.ok(keptBase);
    const restarted = new RecordDocument(document.name, new OwnWrites());
    restarted.recovered(keptBase);
    assert.deepEqual(changed(restarted, typed), ['state']);
  });

  test('are not known without a base', () => {
    const document = new RecordDocument({ service: 'desk', id: 5 }, new OwnWrites());
    assert.deepEqual(document.edits(textOf(first)).base, undefined);
    document.recovered({ record: recordOf(first), serviceAddress: 'https://videos.example.org', order: 0 });
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
    show(document, answer);
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
    document.onScreen(undefined);
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
    const answer = { ...first, summary: 'Mine and theirs', updated: '2' };
    save(document, mine, answer, ['summary'], ['summary']);
    show(document, answer);
    assert.deepEqual(reverts(document, mine), ['summary']);
    assert.deepEqual(reverts(document, first), ['summary'], 'a second undo');
  });

  test('is noticed however often I saved the field before', () => {
    const document = opened();
    const store = (mine: string, stored: string, updated: number, theirs: string[] = []) => {
      const answer = { ...first, summary: stored, updated: `${updated}` };
      save(document, { ...answer, summary: mine, updated: `${updated - 1}` }, answer, ['summary'], theirs);
      show(document, answer);
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
    document.merged(version({ ...first, state: 2, updated: '2' }), recordOf(mine), ['state', 'updated']);
    assert.deepEqual(reverts(document, { ...mine, state: 2, updated: '2' }), []);
    assert.deepEqual(reverts(document, mine), ['state']);
  });

  test('is noticed after a crash that brought back the text from before a reload', () => {
    const crashed = opened();
    const mine = { ...first, title: 'Mine' };
    crashed.merged(version({ ...first, state: 2 }), recordOf(mine), ['state']);
    const document = new RecordDocument(crashed.name, new OwnWrites());
    const kept = crashed.keptBase ?? assert.fail();
    document.recovered(kept);
    assert.deepEqual(reverts(document, mine), ['state']);
  });

  suite('after the user saved the record past its editor', () => {
    const [talk, mine, theirs] = [first, { ...first, title: 'Mine' }, { ...first, title: 'Theirs' }];
    const titleFrom = (before: string, after = 'Mine') =>
      [{ field: 'title', kind: 'changed', before: `"${before}"`, after: `"${after}"` }] as const;

    test('is not meant by taking that save back', () => {
      const ownWrites = new OwnWrites();
      const document = opened(first, ownWrites);
      ownWrites.note(5, savedAs(version(mine), titleFrom('Talk')));
      show(document, mine);
      assert.deepEqual(reverts(document, talk), []);
    });

    test('is not meant either once unsaved changes were saved on top', () => {
      const ownWrites = new OwnWrites();
      const document = opened(first, ownWrites);
      ownWrites.note(5, savedAs(version(mine), titleFrom('Talk')));
      const answer = { ...mine, summary: 'New' };
      save(document, { ...first, summary: 'New' }, answer, ['summary'], ['title']);
      show(document, answer);
      assert.deepEqual(reverts(document, { ...first, summary: 'New' }), []);
    });

    test('is not meant if the save is read before it has ended, nor after the one that follows it', () => {
      const ownWrites = new OwnWrites();
      const [document, other] = [opened(first, ownWrites), opened(first, ownWrites)];
      other.saving();
      other.sending(titleFrom('Talk'), version(talk));
      show(document, mine);
      assert.deepEqual(reverts(document, talk), [], 'while it runs');
      other.saved(savedAs(version(mine), titleFrom('Talk')), recordOf(mine));
      const next = { ...first, title: 'Next' };
      ownWrites.note(5, savedAs(version(next), titleFrom('Mine', 'Next')));
      show(document, next);
      assert.deepEqual([reverts(document, mine), reverts(document, talk)], [[], []]);
    });

    test('is noticed if someone else changed the field while a save of it ran, or if that save failed', () => {
      for (const fails of [false, true]) {
        const ownWrites = new OwnWrites();
        const [document, other] = [opened(first, ownWrites), opened(first, ownWrites)];
        other.sending(titleFrom('Talk'), version(talk));
        if (fails) other.saveEnded();
        show(document, fails ? mine : theirs);
        assert.deepEqual(reverts(document, talk), ['title']);
      }
    });

    test('is not meant by taking an item out of a list that the service sorted', () => {
      const ownWrites = new OwnWrites();
      const alone = { ...first, speakers: ['Zoe'] };
      const document = opened(alone, ownWrites);
      const sorted = { ...first, speakers: ['Ann', 'Zoe'] };
      const change = {
        field: 'speakers',
        kind: 'changed',
        before: '["Zoe"]',
        after: '["Zoe", "Ann ", "Zoe"]',
      } as const;
      ownWrites.note(5, savedAs(version(sorted), [change]));
      show(document, sorted);
      assert.deepEqual(reverts(document, alone), []);
    });

    test('is noticed if someone else changed the field before, which the editor had not shown', () => {
      const ownWrites = new OwnWrites();
      const document = opened(first, ownWrites);
      ownWrites.note(5, savedAs(version(mine), titleFrom('Theirs')));
      show(document, mine);
      assert.deepEqual(reverts(document, talk), ['title']);
    });

    test("is noticed if someone else's change was merged into what was saved", () => {
      const ownWrites = new OwnWrites();
      const document = opened(first, ownWrites);
      show(document, theirs);
      ownWrites.note(5, savedAs(version(mine), []));
      show(document, mine);
      assert.deepEqual(reverts(document, talk), ['title']);
    });

    test('is noticed if that was at another address', () => {
      const ownWrites = new OwnWrites();
      const document = opened(first, ownWrites);
      ownWrites.note(5, savedAs(version(mine, 'https://other.example.org'), titleFrom('Talk')));
      show(document, mine);
      assert.deepEqual(reverts(document, talk), ['title']);
    });

    test('is noticed if someone else changed the field before the answer, or after it', () => {
      for (const answer of [theirs, mine]) {
        const ownWrites = new OwnWrites();
        const document = opened(first, ownWrites);
        ownWrites.note(5, savedAs(version(answer), titleFrom('Talk')));
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
    show(document, third);
    assert.deepEqual(reverts(document, second), ['title']);
    assert.deepEqual(reverts(document, first), ['title']);
  });

  test('counts no change of others where the service name has come to mean another address', () => {
    const document = opened();
    const elsewhere = { ...first, title: 'Another talk', state: 2 };
    show(document, elsewhere, 'https://other.example.org');
    assert.deepEqual(reverts(document, { ...elsewhere, state: 1 }), []);
  });

  test('never concerns the service’s own clock', () => {
    const { document, answer } = merged();
    assert.deepEqual(changed(document, { ...answer, updated: '1' }), []);
    assert.deepEqual(changed(document, { ...answer, updated: 'typed' }), ['updated']);
  });
});
