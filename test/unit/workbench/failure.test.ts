import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordError } from '../../../src/service/recordError.ts';
import { failureLinks } from '../../../src/workbench/failure.ts';

const name = { service: 'staging', id: 5 };
const document = 'videorecord://staging/5-a-talk.video.json';

function linked(failure: unknown) {
  const match = /^\[([^\]]+)\]\(command:([\w.]+)\?([^)\s]+)\)$/.exec(failureLinks(failure, name, document) ?? '');
  assert.ok(match);
  return { label: match[1], command: match[2], argument: JSON.parse(decodeURIComponent(match[3] ?? '')) };
}

test('a refused credential can be set, and the save carried on', () => {
  assert.deepEqual(linked(new RecordError('unauthorized')), {
    label: 'Set Credential',
    command: 'videoRecords.setCredential',
    argument: [{ service: 'staging', retry: document }],
  });
});

test('a failed connection can be tested', () => {
  assert.deepEqual(linked(new RecordError('timeout')), {
    label: 'Test Connection',
    command: 'videoRecords.testConnection',
    argument: [name],
  });
});

test('after a refused PUT, PATCH is offered where the service allows it', () => {
  const refused = (allow: readonly string[], method = 'PUT') => new RecordError('forbidden', { method, allow });
  assert.deepEqual(linked(refused(['GET', 'PUT', 'PATCH'])), {
    label: 'Save with PATCH',
    command: 'videoRecords.saveWithPatch',
    argument: [document],
  });
  assert.equal(linked(refused(['GET', 'PUT'])).label, 'Set Credential');
  assert.equal(linked(refused(['GET', 'PATCH'], 'PATCH')).label, 'Set Credential');
});

test('other failures get no link', () => {
  assert.equal(failureLinks(new RecordError('invalid'), name, document), undefined);
  assert.equal(failureLinks(new Error('No.'), name, document), undefined);
});
