/** What a service sends is text in every message of a save: never a link, and one bounded line. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { NotStored, Saved, SaveOutcome } from '../../../src/document/outcome.ts';
import {
  failureText,
  fileMessage,
  notSaved,
  outcomeMessage,
  savedMessage,
} from '../../../src/document/outcomeWords.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { RecordError, type RecordErrorKind } from '../../../src/service/recordError.ts';
import { UserError } from '../../../src/workbench/commands.ts';
import { plainText } from '../../../src/workbench/plainText.ts';
import { assertOneLine, hostileText } from '../hostileText.ts';

const uri = 'videorecord://desk/5-a-talk.video.json';
const name = { service: 'desk', id: 5 };
const version = { record: parseRecord('{"id":5}'), serviceAddress: '', foundAt: '', order: 0 };
const saved: Saved = { kind: 'saved', version, mine: [], theirs: [], ignored: [], rewritten: [], isWhole: false };
const conflictIn = (fields: readonly string[], isBaseLost = false) =>
  ({ kind: 'conflict', conflicts: fields.map((field) => ({ field })), theirs: version, isBaseLost }) as const;

const fields = fc.array(hostileText, { minLength: 1, maxLength: 15 });
const raw = fc.option(
  hostileText.map((text) => JSON.stringify(text)),
  { nil: undefined },
);
const kinds: readonly RecordErrorKind[] = [
  'invalid',
  'unauthorized',
  'forbidden',
  'unavailable',
  'network',
  'badAnswer',
];
const failure = fc
  .tuple(fc.constantFrom(...kinds), hostileText, hostileText, fc.boolean())
  .map(([kind, said, field, known]) => {
    const details = { id: 5, method: 'PUT', said: [said], fields: { [field]: [said] }, subject: said };
    return new RecordError(kind, { ...details, ...(known && { service: 'desk', allow: ['GET', 'PATCH'] }) });
  });

/** As VS Code finds links in the text of a notification. */
const links = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

/** Checks a message for a notification: one bounded line whose links are these and no others. */
function assertMessage(text: string, ...labels: readonly string[]): void {
  const found = [...text.matchAll(links)];
  assert.deepEqual(
    found.map(([, label]) => label),
    labels,
  );
  for (const [, , target] of found) assert.match(target ?? '', /^command:videoRecords\.\w+\?%5B[\w%.~-]+%5D$/);
  assertOneLine(text, 1500);
}

/** The link that a failed request gets, if any. */
function linkOf({ kind, allow }: RecordError): string[] {
  if (kind === 'forbidden' && allow) return ['Save with PATCH'];
  if (kind === 'unauthorized' || kind === 'forbidden') return ['Set Credential'];
  return kind === 'invalid' ? [] : ['Test Connection'];
}

/** Checks the words for an editor, with these links, and for a row or a program, which have none. */
function assertOutcome(outcome: SaveOutcome, ...labels: readonly string[]): void {
  assertMessage(outcomeMessage(name, outcome, uri) ?? '', ...labels);
  assertMessage(outcomeMessage(name, outcome) ?? '');
}

suite('hostile text in a save', () => {
  test('has only our links in the message of a conflict', () => {
    fc.assert(
      fc.property(fields, fc.boolean(), (names, isBaseLost) => {
        assertOutcome(conflictIn(names, isBaseLost), 'Compare', 'Keep Mine', 'Take Theirs');
      }),
    );
  });

  test('has only our links in the message of a failed request', () => {
    fc.assert(
      fc.property(failure, (error) => {
        assertOutcome({ kind: 'failed', failure: error });
        assertMessage(fileMessage(name, uri, error, 'read'), ...linkOf(error));
        assertMessage(fileMessage(name, uri, error, 'save'), ...linkOf(error), 'Save a Copy');
      }),
    );
    fc.assert(fc.property(hostileText, (text) => assertOutcome({ kind: 'failed', failure: new Error(text) })));
  });

  test('has only our links in the message of a write that was not stored', () => {
    const reasons: readonly NotStored['reason'][] = ['noEffect', 'lost', 'otherValues', 'unknown'];
    fc.assert(
      fc.property(fc.constantFrom(...reasons), fields, failure, (reason, names, error) => {
        const expected = { noEffect: [], lost: linkOf(error), otherValues: ['Compare'], unknown: linkOf(error) };
        assertOutcome({ kind: 'notStored', reason, fields: names, failure: error }, ...expected[reason]);
      }),
    );
  });

  test('has only our link in the message of a refused, invalid or read-only text', () => {
    fc.assert(
      fc.property(hostileText, raw, (field, id) => {
        const refusal = { kind: 'refused', field, ...(id !== undefined && { id }) } as const;
        assertOutcome({ ...refusal, code: 'idChanged' });
        assertOutcome({ ...refusal, code: 'otherRecord' });
        assertOutcome({ ...refusal, code: 'fieldRemoved' }, 'Save with PUT');
        const problem = { field, severity: 'error', code: 'type', offset: 0, length: 1 } as const;
        assertOutcome({ kind: 'invalid', problems: [problem, problem] });
        assertOutcome({ kind: 'readOnly', reason: field });
      }),
    );
  });

  test('is no link in the message of a save', () => {
    fc.assert(
      fc.property(fields, fields, fields, (theirs, ignored, rewritten) => {
        const message = savedMessage(name, { ...saved, theirs, ignored, rewritten }) ?? '';
        assertMessage(message);
        // As it is shown.
        assertMessage(plainText(message));
      }),
    );
  });
});

suite('the words for a save', () => {
  test('blame no one for a conflict without a known base', () => {
    assert.equal(outcomeMessage(name, conflictIn(['title'])), 'Someone else also changed "title" of record 5.');
    assert.equal(
      outcomeMessage(name, conflictIn(['title'], true)),
      'The version of record 5 that you started from is not known, and the service has other values for "title".',
    );
  });

  test('are none if the service stored just what was sent, or only its own clock moved too', () => {
    assert.equal(savedMessage(name, saved), undefined);
    assert.equal(savedMessage(name, { ...saved, theirs: ['updated'] }), undefined);
    assert.equal(outcomeMessage(name, saved), undefined);
    assert.equal(notSaved(name, { kind: 'unchanged' }), undefined);
  });

  test('name what differs from a plain save', () => {
    assert.equal(
      savedMessage(name, {
        ...saved,
        theirs: ['state', 'tags'],
        ignored: ['slug'],
        rewritten: ['title'],
        isWhole: true,
      }),
      'Saved record 5. Changes to "state" and "tags" on the service were merged. The service did not change "slug". ' +
        'The service stored a different value for "title". ' +
        'The service does not allow PATCH, so the whole record was sent with PUT.',
    );
  });

  test('give the cause of a write without an answer, whose outcome is known by now', () => {
    const cause = new RecordError('network', { id: 5 });
    const failure = new RecordError('unknownOutcome', { id: 5, reason: 'writeUnanswered', cause });
    const words = outcomeMessage(name, { kind: 'notStored', reason: 'lost', fields: ['title'], failure }) ?? '';
    const alone = outcomeMessage(name, { kind: 'notStored', reason: 'lost', fields: ['title'], failure: cause });
    assert.equal(words, alone);
  });

  test('are an error with a kind for a program; a failed request stays what it is', () => {
    const failure = new RecordError('timeout');
    assert.equal(notSaved(name, { kind: 'failed', failure }), failure);
    const error = notSaved(name, { kind: 'notStored', reason: 'lost', fields: ['title'], failure });
    assert.ok(error instanceof UserError);
    assert.deepEqual([error.kind, error.cause], ['notStored', failure]);
    const kindOf = (outcome: SaveOutcome) => (notSaved(name, outcome) as UserError).kind;
    assert.equal(kindOf({ kind: 'declined', why: 'user' }), 'declined');
    assert.equal(kindOf({ kind: 'openElsewhere' }), 'declined');
    assert.equal(kindOf(conflictIn(['title'])), 'conflict');
  });

  test('are given once, with their links, however VS Code asks for them', () => {
    const error = notSaved(name, conflictIn(['title']), uri) as UserError;
    assert.equal(fileMessage(name, uri, error, 'read'), error.message);
    assert.equal(failureText(error, 'save'), error.message);
    assert.match(fileMessage(name, uri, error, 'save'), /^Someone else .* \[Save a Copy\]\(\S+\)$/);
    const declined = notSaved(name, { kind: 'declined', why: 'user' }, uri);
    assert.equal(fileMessage(name, uri, declined, 'save'), 'Record 5 was not saved.');
    const cancelled = fileMessage(name, uri, new RecordError('cancelled', { service: 'desk' }), 'save');
    assert.equal(cancelled, 'The save was cancelled. Nothing was saved; your text is still here.');
    const lost = new RecordError('network', { reason: 'connectionLost', service: 'desk' });
    const says = /^The connection to "desk" was lost\. Nothing was saved; your text is still here\. \[Test Connection/;
    assert.match(fileMessage(name, uri, lost, 'save'), says);
    assert.match(fileMessage(name, uri, lost, 'read'), /^The connection to "desk" was lost\. \[Test Connection/);
  });
});
