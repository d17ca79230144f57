import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { json, raw, redirect } from '../../support/behaviours.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';
import { startMisbehavingServer } from '../../support/misbehavingServer.ts';

const RECORD = { id: 12 };
const credential = { header: 'Authorization', value: 'Token s3cret' };

for (const status of [301, 302, 303, 307, 308]) {
  test(`a read follows ${status} within the origin, with its credential`, async (t) => {
    const { client, server } = await setUpClient(t, [redirect(status, '/api/v2/video/12/?x=1#y'), json(RECORD)], {
      credential,
    });
    const { foundAt } = await client.read(12);
    assert.equal(foundAt, `${server.origin}/api/v2/video/12/`);
    assert.equal(server.requests[1]?.target, '/api/v2/video/12/?x=1');
    assert.equal(server.requests[1]?.headers.authorization, 'Token s3cret');
  });
}

for (const status of [307, 308]) {
  test(`a write follows ${status} within the origin, with its body`, async (t) => {
    const { client, server } = await setUpClient(t, [redirect(status, '12/'), json(RECORD)], { credential });
    await client.write('PATCH', 12, '{"title":"x"}');
    assert.deepEqual(
      server.requests.map(({ method, target, body }) => [method, target, body]),
      [
        ['PATCH', '/api/v2/video/12', '{"title":"x"}'],
        ['PATCH', '/api/v2/video/12/', '{"title":"x"}'],
      ],
    );
  });
}

for (const status of [300, 301, 305]) {
  test(`a write does not follow ${status}`, async (t) => {
    const { client, server } = await setUpClient(t, [redirect(status, '/elsewhere')]);
    const error = await failure(client.write('PATCH', 12, '{}'), 'redirect');
    assert.equal(error.status, status);
    assert.equal(server.requests.length, 1);
  });
}

test('three redirects are followed, a loop is not', async (t) => {
  const step = redirect(302, '/api/v2/video/12');
  const patient = await setUpClient(t, [step, step, step, json(RECORD)]);
  await patient.client.read(12);
  for (const call of ['read', 'write'] as const) {
    const { client, server } = await setUpClient(t, [redirect(307, '/api/v2/video/12')]);
    const ended = call === 'read' ? client.read(12) : client.write('PUT', 12, '{}');
    assert.match(messageOf(await failure(ended, 'redirect')), /redirect that is not followed/);
    assert.equal(server.requests.length, 4);
  }
});

for (const call of ['read', 'write'] as const) {
  test(`a ${call} never goes to another origin`, async (t) => {
    const other = await startMisbehavingServer();
    t.after(() => other.close());
    other.script(json(RECORD));
    const { client, server } = await setUpClient(t, [redirect(307, `${other.origin}/api/v2/video/12?key=s3cret`)], {
      credential,
    });
    const ended = call === 'read' ? client.read(12) : client.write('PATCH', 12, '{}');
    const error = await failure(ended, 'redirect');
    assert.ok(messageOf(error).includes(`redirected to ${other.origin}.`), messageOf(error));
    assert.doesNotMatch(messageOf(error), /s3cret/);
    assert.equal(other.connections, 0);
    assert.equal(server.requests.length, 1);
  });
}

const NOWHERE = ['', 'http://', 'https://127.0.0.1', 'javascript:alert(1)', 'file:///etc/passwd'];
for (const location of NOWHERE) {
  test(`a redirect to "${location}" is not followed`, async (t) => {
    const { client, server } = await setUpClient(t, [redirect(302, location)]);
    await failure(client.read(12), 'redirect');
    assert.ok(server.requests.length <= 4);
  });
}

test('user info in a redirect is not sent', async (t) => {
  const { client, server } = await setUpClient(t, [json(RECORD)]);
  server.script(redirect(302, `http://user:pass@127.0.0.1:${server.port}/there`), json(RECORD));
  await client.read(12);
  assert.equal(server.requests[1]?.target, '/there');
  assert.equal(server.requests[1]?.headers.authorization, undefined);
});

test('a redirect that repeats the secret in its host or path is refused, and the secret is shown nowhere', async (t) => {
  for (const target of ['/s3cret/video/12', '/%733cret/12', 'https://s3cret.example.org/12']) {
    const { client, server } = await setUpClient(t, [redirect(301, target)], { credential });
    const error = await failure(client.read(12), 'redirect');
    assert.equal(server.requests.length, 1, target);
    assert.ok(!/s3cret/i.test(JSON.stringify([messageOf(error), error.details])), target);
  }
  // A short password may be a word of the address.
  const video = { header: 'Authorization', value: `Basic ${btoa('ann:video')}` };
  const { client } = await setUpClient(t, [redirect(301, '/api/v2/video/12/'), json(RECORD)], { credential: video });
  await client.read(12);
});

test('an address that is sent twice is followed', async (t) => {
  const twice = 'HTTP/1.1 307 Moved\r\nlocation: /there\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n';
  const { client, server } = await setUpClient(t, [raw(twice), json(RECORD)]);
  await client.write('PATCH', 12, '{}');
  assert.deepEqual(
    server.requests.map(({ method, target }) => `${method} ${target}`),
    ['PATCH /api/v2/video/12', 'PATCH /there'],
  );
});

test('a redirect to an address that is not ASCII is followed there', async (t) => {
  const { client, server } = await setUpClient(t, [redirect(301, '/médias/12'), json(RECORD)]);
  await client.read(12);
  assert.equal(server.requests[1]?.target, encodeURI('/médias/12'));
});

test('a write goes where the record was found', async (t) => {
  const { client, server } = await setUpClient(t, [redirect(301, '/api/v2/video/12/'), json(RECORD), json(RECORD)]);
  const { foundAt } = await client.read(12);
  await client.write('PATCH', 12, '{}', { at: foundAt });
  assert.deepEqual(
    server.requests.map(({ method, target }) => `${method} ${target}`),
    ['GET /api/v2/video/12', 'GET /api/v2/video/12/', 'PATCH /api/v2/video/12/'],
  );
});
