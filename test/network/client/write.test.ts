import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { isRecordError } from '../../../src/service/recordError.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import {
  answer,
  type Behaviour,
  drip,
  gzipBomb,
  halfBody,
  halfHeader,
  hangUp,
  html,
  huge,
  json,
  raw,
  reset,
  silence,
} from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';
import { formatRecord } from '../../support/formatRecord.ts';
import { startMisbehavingServer } from '../../support/misbehavingServer.ts';

const RECORD = { id: 12, title: 'A talk' };
const TEXT = JSON.stringify(RECORD);

for (const method of ['PATCH', 'PUT'] as const) {
  test(`${method} sends the body as given and hands over the record`, async (t) => {
    const { client, server } = await setUpClient(t, [json(RECORD, method === 'PUT' ? 201 : 200)]);
    const body = '{"title": "\\u00e9", "n": 1.0}';
    const stored = await client.write(method, 12, body, { ifMatch: '"v1"' });
    assert.equal(stored?.record.text, formatRecord(TEXT));
    const [request] = server.requests;
    assert.equal(request?.method, method);
    assert.equal(request?.body, body);
    assert.equal(request?.headers['content-type'], 'application/json');
    assert.equal(request?.headers['if-match'], '"v1"');
  });
}

const STORED_WITHOUT_RECORD: readonly [string, Behaviour][] = [
  ['204', answer({ status: 204 })],
  ['an empty 200', answer()],
  ['202 and HTML', html(202, 'Accepted')],
  ['200 and plain text', answer({ body: 'OK' })],
  ['200 and more than the limit', huge(4 * 2 ** 20, true)],
  ['200 and a gzip bomb', gzipBomb(4 * 2 ** 20)],
  ['200 in another charset than UTF-8', answer({ body: Buffer.from('{"title":"\xe9"}', 'latin1') })],
];
for (const [name, behaviour] of STORED_WITHOUT_RECORD) {
  test(`a write answered by ${name} is stored, without a record`, async (t) => {
    const { client, server } = await setUpClient(t, [behaviour]);
    assert.equal(await client.write('PATCH', 12, '{}'), undefined);
    assert.equal(server.requests.length, 1);
  });
}

const SLOW: readonly [string, Behaviour][] = [
  ['silence', silence],
  ['half a header and silence', halfHeader('stay')],
  ['half a body and silence', halfBody(TEXT, 'stay')],
  ['one byte now and then', drip(TEXT, 50)],
];
for (const [name, behaviour] of SLOW) {
  test(`a write answered by ${name} has an unknown outcome when its time is up, and frees its socket`, async (t) => {
    const { client, server } = await setUpClient(t, [behaviour], { timeout: 600 });
    const error = await failure(client.write('PATCH', 12, TEXT), 'unknownOutcome');
    assert.equal(isRecordError(error.cause) && error.cause.kind, 'timeout');
    await server.allClosed();
    assert.equal(server.requests.length, 1);
  });
}

const UNKNOWN: readonly [string, Behaviour][] = [
  ['a reset', reset],
  ['a hang-up', hangUp],
  ['half a header', halfHeader()],
  ['half a header and a reset', halfHeader('reset')],
  ['half a body', halfBody(TEXT)],
  ['half a body and a reset', halfBody(TEXT, 'reset')],
  ['something that is not HTTP', raw('SSH-2.0-OpenSSH_9.2\r\n', 'end')],
  ['502', answer({ status: 502 })],
  ['504', html(504, 'Gateway timeout')],
  ['"found"', answer({ status: 302, headers: { location: '/api/v2/video/12/' } })],
  ['"see other"', answer({ status: 303, headers: { location: '/api/v2/video/12/' } })],
];
for (const [name, behaviour] of UNKNOWN) {
  test(`a write answered by ${name} has an unknown outcome and is not repeated`, async (t) => {
    const { client, server } = await setUpClient(t, [behaviour]);
    const error = await failure(client.write('PATCH', 12, TEXT), 'unknownOutcome');
    assert.match(messageOf(error), /It is not known whether record 12 was saved\./);
    assert.ok(error.status === 502 || error.status === 504 || isRecordError(error.cause), 'The cause is told.');
    assert.equal(server.requests.length, 1);
  });
}

test('a write on a kept-alive connection that the server drops has an unknown outcome and is not repeated', async (t) => {
  const { client, server } = await setUpClient(t, [json(RECORD), reset]);
  await client.read(12);
  const error = await failure(client.write('PUT', 12, TEXT), 'unknownOutcome');
  assert.equal(isRecordError(error.cause) && error.cause.kind, 'network');
  assert.deepEqual(
    server.requests.map(({ method, connection }) => [method, connection]),
    [
      ['GET', 1],
      ['PUT', 1],
    ],
  );
});

test('a write cancelled after it was sent has an unknown outcome, and its socket is freed', async (t) => {
  const { client, server } = await setUpClient(t, [silence]);
  const controller = new AbortController();
  const write = client.write('PATCH', 12, TEXT, { signal: controller.signal });
  await server.nextRequest();
  controller.abort();
  const error = await failure(write, 'unknownOutcome');
  assert.equal(isRecordError(error.cause) && error.cause.kind, 'cancelled');
  await server.allClosed();
});

test('a write cancelled before it was sent is cancelled, and never sent', async (t) => {
  const { client, server } = await setUpClient(t, [json(RECORD)]);
  const controller = new AbortController();
  const write = client.write('PATCH', 12, TEXT, { signal: controller.signal });
  controller.abort();
  await failure(write, 'cancelled');
  await failure(client.write('PATCH', 12, TEXT, { signal: AbortSignal.abort() }), 'cancelled');
  await client.read(12);
  assert.deepEqual(
    server.requests.map(({ method }) => method),
    ['GET'],
  );
});

test('a write cancelled while it connects is never sent, even if the connection comes about', async (t) => {
  const server = await startMisbehavingServer({ certificate: createCertificates().valid });
  // Holds the client in its TLS handshake until the write has been cancelled, then lets it through.
  const gate = createServer({ pauseOnConnect: true });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  t.after(() => gate.close());
  const address = gate.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { client } = await setUpClient(t, [json(RECORD)], {
    server,
    address: parseServiceAddress(`https://127.0.0.1:${address.port}`),
    settings: { strictSSL: false, connectTimeout: 10_000 },
  });
  const controller = new AbortController();
  const connected = once(gate, 'connection');
  const write = client.write('PATCH', 12, TEXT, { signal: controller.signal });
  const [held] = await connected;
  controller.abort();
  await failure(write, 'cancelled');
  const onward = connect(server.port, '127.0.0.1');
  const over = once(held, 'close');
  held.pipe(onward).pipe(held);
  held.resume();
  await over;
  assert.ok(onward.bytesRead > 0, 'The server never got to shake hands.');
  assert.equal(server.requests.length, 0);
});

test('a write whose time is up while it connects has timed out, and never sent', async (t) => {
  const mute = createServer((socket) => t.after(() => socket.destroy()));
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  t.after(() => mute.close());
  const address = mute.address();
  assert.ok(typeof address === 'object' && address !== null);
  const base = parseServiceAddress(`https://127.0.0.1:${address.port}`);
  const whole = await setUpClient(t, [], { address: base, timeout: 100 });
  await failure(whole.client.write('PATCH', 12, TEXT), 'timeout');
  const early = await setUpClient(t, [], { address: base, settings: { connectTimeout: 100 } });
  const error = await failure(early.client.write('PATCH', 12, TEXT), 'timeout');
  assert.match(messageOf(error), /could not be reached in time\.$/);
});

test('a write to a closed port was surely not sent', async (t) => {
  const gone = await startMisbehavingServer();
  await gone.close();
  const { client } = await setUpClient(t, [], { address: parseServiceAddress(gone.origin) });
  const error = await failure(client.write('PATCH', 12, TEXT), 'network');
  assert.match(messageOf(error), /refused the connection/);
});

test('a write to a name that does not exist was surely not sent', async (t) => {
  const { client } = await setUpClient(t, [], { address: parseServiceAddress('http://nowhere.invalid') });
  const error = await failure(client.write('PATCH', 12, TEXT), 'network');
  assert.match(messageOf(error), /nowhere\.invalid/);
});

test('a refusal whose body is cut is still a refusal', async (t) => {
  const { client } = await setUpClient(t, [halfBody('{"title":["Too long."]}', 'reset', 400)]);
  assert.equal((await failure(client.write('PATCH', 12, TEXT), 'invalid')).status, 400);
});

for (const status of [429, 500, 503]) {
  test(`a write answered by ${status} is not repeated`, async (t) => {
    const { client, server } = await setUpClient(t, [answer({ status })]);
    await failure(client.write('PATCH', 12, TEXT), status === 429 ? 'rateLimited' : 'unavailable');
    assert.equal(server.requests.length, 1);
  });
}

test('a write never goes to another origin than that of its service', async (t) => {
  const { client, server } = await setUpClient(t, [json(RECORD)]);
  const at = `http://localhost:${server.port}/api/v2/video/12`;
  await failure(client.write('PATCH', 12, '{}', { at }), 'badAddress');
  assert.equal(server.requests.length, 0);
});
