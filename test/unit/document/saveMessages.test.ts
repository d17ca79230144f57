/** What a service sends is text in every message and dialog of a save: never a link, bounded, and one line where it should be. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { RecordDocument } from '../../../src/document/recordDocument.ts';
import {
  conflictMessage,
  invalidMessage,
  notStoredMessage,
  refusedMessage,
  requestFailedMessage,
  savedMessage,
} from '../../../src/document/saveMessages.ts';
import { describeConflicts, describeWrite } from '../../../src/document/savePrompts.ts';
import type { NotStored } from '../../../src/document/sendRecord.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { RecordError, type RecordErrorKind } from '../../../src/service/recordError.ts';
import { plainText } from '../../../src/workbench/plainText.ts';
import { assertOneLine, hostileText } from '../hostileText.ts';

const uri = 'videorecord://desk/5-a-talk.video.json';
const name = { service: 'desk', id: 5 };
const version = { record: parseRecord('{"id":5}'), serviceAddress: '', address: '', foundAt: '', status: 200 };
const withBase = new RecordDocument(name, uri);
withBase.recovered(version);
const withoutBase = new RecordDocument(name, uri);

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

suite('hostile text in a save', () => {
  test('has only our links in the message of a conflict', () => {
    fc.assert(
      fc.property(fields, fc.constantFrom(withBase, withoutBase), (names, document) => {
        const conflicts = names.map((field) => ({ field }));
        assertMessage(conflictMessage(document, conflicts), 'Compare', 'Keep Mine', 'Take Theirs');
      }),
    );
  });

  test('has only our link in the message of a failed request', () => {
    fc.assert(
      fc.property(failure, (error) => {
        assertMessage(requestFailedMessage(withBase, error), ...linkOf(error));
      }),
    );
    fc.assert(fc.property(hostileText, (text) => assertMessage(requestFailedMessage(withBase, new Error(text)))));
  });

  test('has only our links in the message of a write that was not stored', () => {
    const reasons: readonly NotStored['reason'][] = ['noEffect', 'lost', 'otherValues', 'unknown'];
    fc.assert(
      fc.property(fc.constantFrom(...reasons), fields, failure, (reason, names, error) => {
        const text = notStoredMessage(withBase, { kind: 'notStored', reason, fields: names, failure: error });
        const expected = { noEffect: [], lost: linkOf(error), otherValues: ['Compare'], unknown: linkOf(error) };
        assertMessage(text, ...expected[reason]);
      }),
    );
  });

  test('has only our link in the message of a refused or invalid text', () => {
    fc.assert(
      fc.property(hostileText, raw, (field, id) => {
        const refusal = { kind: 'refused', field, ...(id !== undefined && { id }) } as const;
        assertMessage(refusedMessage(withBase, { ...refusal, code: 'idChanged' }));
        assertMessage(refusedMessage(withBase, { ...refusal, code: 'otherRecord' }));
        assertMessage(refusedMessage(withBase, { ...refusal, code: 'fieldRemoved' }), 'Save with PUT');
        const problem = { field, severity: 'error', code: 'type', offset: 0, length: 1 } as const;
        assertMessage(invalidMessage(name, [problem, problem]));
      }),
    );
  });

  test('is no link in the message of a save', () => {
    fc.assert(
      fc.property(fields, fields, fields, (theirs, ignored, rewritten) => {
        const saved = { kind: 'saved', version, theirs, ignored, rewritten } as const;
        const message = savedMessage(name, saved) ?? '';
        assertMessage(message);
        // As it is shown.
        assertMessage(plainText(message));
      }),
    );
  });

  test('is one bounded line for each value in a dialog', () => {
    const changes = fc.array(fc.record({ field: hostileText, before: raw, after: raw }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(changes, hostileText, (values, path) => {
        const planned = values.map(({ field, before, after }) => ({
          field,
          kind: 'changed' as const,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
        }));
        const address = `https://videos.example.org/${path}`;
        const write = describeWrite({ method: 'PATCH', body: '{}', address, changes: planned }).split('\n\n');
        assert.equal(write.length, 1 + Math.min(planned.length, 13));
        for (const line of write) assertOneLine(line, 600);

        const conflicts = planned.map(({ field, before, after }) => ({
          field,
          ...(before !== undefined && { mine: before }),
          ...(after !== undefined && { theirs: after }),
        }));
        const shown = describeConflicts(conflicts).split('\n\n');
        assert.equal(shown.length, Math.min(conflicts.length, 6));
        for (const paragraph of shown.slice(0, 5)) assert.equal(paragraph.split('\n').length, 3);
        for (const line of shown.flatMap((paragraph) => paragraph.split('\n'))) assertOneLine(line, 300);
      }),
      { numRuns: 40 },
    );
  });
});

test('a dialog shows where long values differ, not their same beginnings', () => {
  const same = 'A long introduction. '.repeat(30);
  const [before, after] = [`"${same}old end"`, `"${same}new end"`];
  const write = {
    method: 'PATCH',
    body: '{}',
    address: 'https://videos.example.org',
    changes: [{ field: 'summary', kind: 'changed', before, after }],
  } as const;
  assert.match(describeWrite(write), /summary: ….*old end" → ….*new end"$/);
  assert.match(
    describeConflicts([{ field: 'summary', mine: before, theirs: after }]),
    /Mine: ….*old end"\n.*Theirs: ….*new end"$/,
  );
});
