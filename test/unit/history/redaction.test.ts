import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseEntry } from '../../../src/history/entry.ts';
import { withoutCredential } from '../../../src/history/redaction.ts';
import { asCurl } from '../../../src/history/writeTexts.ts';
import { secretsOf } from '../../../src/service/call.ts';
import { aWrite } from '../../support/historyWrites.ts';
import { aSecret } from '../../support/secret.ts';

const secret = aSecret();
const secrets = secretsOf({ header: 'Authorization', value: `Token ${secret}` });
const escaped = [...secret].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const anEntry = (more: Parameters<typeof aWrite>[1]) => ({
  ...withoutCredential(aWrite(5, more), secrets),
  entry: 'e',
  time: '2026-11-15T12:00:00Z',
});

test('a credential that a record repeats is removed from every value, however it is written', () => {
  const fields = [
    { field: 'title', before: '"Plain"', after: '"Also plain"' },
    { field: 'summary', before: `"It is ${escaped}."`, after: '"New"' },
    { field: 'tags', after: `["a", {"b": "Token ${secret}"}]` },
    { field: 'state', before: '1', after: '2', stored: `"${secret}"` },
    { field: secret, before: '1', after: '2' },
  ];
  const entry = anEntry({ fields, title: `Talk ${secret}` });
  assert.equal(entry.title, 'Talk …');
  assert.deepEqual(entry.fields, [
    fields[0],
    { field: 'summary', before: '"It is …."', after: '"New"', redacted: true },
    { field: 'tags', after: '["a",{"b":"…"}]', redacted: true },
    { field: 'state', before: '1', after: '2', stored: '"…"', redacted: true },
    { field: '…', before: '1', after: '2', redacted: true },
  ]);
  assert.deepEqual(parseEntry(JSON.stringify(entry)), entry);
});

test('what a PUT sent is kept only without a credential, and a write with one is not copied', () => {
  const fields = [{ field: 'title', before: '"a"', after: '"b"' }];
  const body = '{"id":5,"title":"b"}';
  assert.equal(anEntry({ method: 'PUT', fields, body }).body, body);
  const withSecret = anEntry({ method: 'PUT', fields, body: `{"id":5,"title":"b","summary":"${escaped}"}` });
  assert.equal(withSecret.body, undefined);
  assert.throws(() => asCurl(withSecret), /contained a credential/);
  assert.throws(
    () => asCurl(anEntry({ fields: [{ field: 'title', after: `"${secret}"` }] })),
    /contained a credential/,
  );
});

test('values without the credential stay exactly as they were written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const fields = [{ field: 'x', before: '1.0', after: JSON.stringify(value, undefined, 2) }];
      assert.deepEqual(anEntry({ fields }).fields, fields);
    }),
  );
});
