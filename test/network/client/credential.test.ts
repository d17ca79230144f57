import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordError } from '../../../src/service/recordError.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { answer, json } from '../../support/behaviours.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';

test('the credential is sent with every request of a call', async (t) => {
  const credential = { header: 'X-Api-Key', value: 'k1' };
  const { client, server } = await setUpClient(t, [answer({ status: 503 }), json({})], { credential });
  await client.read(12);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['x-api-key']),
    ['k1', 'k1'],
  );
});

test('no credential, no header', async (t) => {
  const { client, server } = await setUpClient(t, [json({})], { credential: undefined });
  await client.read(12);
  assert.equal('authorization' in (server.requests[0]?.headers ?? {}), false);
});

const REFUSED: readonly [string, string][] = [
  ['Authorization', 'Token x\r\nX-Evil: 1'],
  ['Authorization', 'Token x\n'],
  ['Authorization', 'Token \u0000x'],
  ['Authorization', 'Token ☃'],
  ['Authorization', ''],
  ['X-Evil\r\nAuthorization', 'x'],
  ['X Y', 'x'],
  ['', 'x'],
  ['Host', 'elsewhere.example'],
  ['Content-Length', '0'],
  ['Proxy-Authorization', 'Basic eDp5'],
  ['X-HTTP-Method-Override', 'DELETE'],
];
for (const [header, value] of REFUSED) {
  test(`a credential of ${JSON.stringify([header, value])} is refused and not shown`, async (t) => {
    const { client, server } = await setUpClient(t, [json({})], { credential: { header, value } });
    const error = await failure(client.read(12), 'unauthorized');
    assert.match(messageOf(error), /Set the credential again\.$/);
    assert.equal(messageOf(error).includes('Evil'), false);
    assert.equal(server.connections, 0);
  });
}

const long = 's3cret'.repeat(150);
const REPEATED: readonly [string, string, string, string][] = [
  ['escaped slashes', 'Token ab/cd+ef==', '{"detail":"Invalid token ab\\/cd+ef=="}', 'ab/cd'],
  ['escaped signs', 'Token ab/cd+ef==', '{"title":["ab/cd\\u002Bef== is no token"]}', 'ab/cd'],
  ['a page', 'Token a&b&c&d', '<title>No access with a&amp;b&amp;c&amp;d</title>', 'a&b'],
  ['a page, a long one', `Token ${long}`, `<title>Invalid token ${long}</title>`, long.slice(0, 100)],
  ['a nested key', 'Token s3cret-token', '{"errors":{"s3cret-token":["is invalid"]}}', 's3cret'],
  ['a field that is there twice', 'Token s3cret-token', '{"s3cret-token":1,"s3cret-token":2}', 's3cret'],
  ['a blank nobody sees', 'Token s3cret-token', '{"detail":"Invalid s3cret\u200b-token"}', 's3cret'],
  ['a page, far behind', `Token ${long}`, `${' '.repeat(99_900)}<title>Invalid ${long}</title>`, 's3cret'],
  ['a number', `Basic ${btoa('ann:12345678')}`, '{"detail":12345678}', '12345678'],
  ['the password alone', `Basic ${btoa('ann:hush/hush')}`, '{"detail":"hush/hush is wrong"}', 'hush'],
];
for (const [name, value, body, secret] of REPEATED) {
  test(`a secret that the service repeats is not shown: ${name}`, async (t) => {
    for (const status of [401, 200]) {
      const { client } = await setUpClient(t, [answer({ status, body })], {
        credential: { header: 'Authorization', value },
      });
      const error = await client.read(12).then(
        () => undefined,
        (failure: unknown) => failure as RecordError,
      );
      if (status === 401) assert.match(messageOf(error), /…/);
      assert.ok(!JSON.stringify([messageOf(error), error?.fields]).includes(secret));
    }
  });
}
