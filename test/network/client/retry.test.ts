import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { parseRetryAfter, pauseBeforeRetry } from '../../../src/service/followUp.ts';
import { RecordError } from '../../../src/service/recordError.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import {
  answer,
  type Behaviour,
  halfBody,
  halfHeader,
  hangUp,
  json,
  raw,
  reset,
  wrongLength,
} from '../../support/behaviours.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';
import { formatRecord } from '../../support/formatRecord.ts';
import { startMisbehavingServer } from '../../support/misbehavingServer.ts';

const RECORD = { id: 12, title: 'A talk' };
const TEXT = JSON.stringify(RECORD);

const PASSING: readonly [string, Behaviour][] = [
  ['a reset', reset],
  ['a hang-up', hangUp],
  ['half a header', halfHeader()],
  ['half a body', halfBody(TEXT)],
  ['half a chunked body', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n', 'end')],
  ['half a body and a reset', halfBody(TEXT, 'reset')],
  ['a Content-Length that is too large', wrongLength(TEXT, TEXT.length + 5)],
  ...[408, 425, 429, 502, 503, 504].map((status): [string, Behaviour] => [`status ${status}`, answer({ status })]),
];
for (const [name, behaviour] of PASSING) {
  test(`a read is repeated after ${name}`, async (t) => {
    const { client, server, reports } = await setUpClient(t, [behaviour, json(RECORD)]);
    assert.equal((await client.read(12)).record.text, formatRecord(TEXT));
    assert.equal(server.requests.length, 2);
    assert.deepEqual(
      reports.map(({ attempt }) => attempt),
      [1, 2],
    );
  });
}

test('a read is repeated three times and no more', async (t) => {
  const { client, server } = await setUpClient(t, [reset]);
  const error = await failure(client.read(12), 'network');
  assert.match(messageOf(error), /was lost\.$/);
  assert.equal(server.requests.length, 4);
});

test('a paced read is not repeated where the service asks for a pause, only after what passes by itself', async (t) => {
  const pause = { status: 503, headers: { 'retry-after': '1' } };
  const { client, server } = await setUpClient(t, [reset, answer({ status: 429 }), answer(pause), json(RECORD)]);
  await failure(client.read(12, { paced: true }), 'rateLimited');
  assert.equal((await failure(client.read(12, { paced: true }), 'unavailable')).details.retryAfter, 1);
  assert.equal(server.requests.length, 3);
});

test('HEAD and OPTIONS are repeated as reads are', async (t) => {
  const { client } = await setUpClient(t, [answer({ status: 503 }), answer()]);
  assert.deepEqual(await client.head(12), {});
  const other = await setUpClient(t, [answer({ status: 503 }), answer()]);
  assert.deepEqual(await other.client.options(12), { describesWriting: false });
});

for (const status of [400, 401, 403, 404, 405, 500, 501]) {
  test(`status ${status} to a read is final`, async (t) => {
    const { client, server } = await setUpClient(t, [answer({ status })]);
    await assert.rejects(client.read(12), { status });
    assert.equal(server.requests.length, 1);
  });
}

test('a Content-Length that is too small cuts the record, which is noticed', async (t) => {
  const { client } = await setUpClient(t, [wrongLength(TEXT, TEXT.length - 5)]);
  await failure(client.read(12), 'badAnswer');
});

test('a server that comes back is found again', async (t) => {
  const first = await startMisbehavingServer();
  await first.close();
  const { client } = await setUpClient(t, [], { address: parseServiceAddress(first.origin) });
  const read = client.read(12);
  const second = await startMisbehavingServer({ port: first.port });
  t.after(() => second.close());
  second.script(json(RECORD));
  assert.equal((await read).record.text, formatRecord(TEXT));
});

test('Retry-After is waited for', async (t) => {
  const { client, server } = await setUpClient(t, [
    answer({ status: 503, headers: { 'retry-after': '1' } }),
    json(RECORD),
  ]);
  const start = performance.now();
  await client.read(12);
  assert.ok(performance.now() - start >= 990, 'It came back too early.');
  assert.equal(server.requests.length, 2);
});

test('a Retry-After past the time left, or past our patience, ends the call at once', async (t) => {
  for (const [retryAfter, timeout] of [
    ['5', 1000],
    ['3600', 4_000_000],
    ['99999999999', 4_000_000],
  ] as const) {
    const { client, server } = await setUpClient(t, [answer({ status: 503, headers: { 'retry-after': retryAfter } })], {
      timeout,
    });
    assert.equal((await failure(client.read(12), 'unavailable')).details.retryAfter, Number(retryAfter));
    assert.equal(server.requests.length, 1);
  }
});

test('cancelling while waiting for the next attempt ends the call', async (t) => {
  const { client, server } = await setUpClient(t, [answer({ status: 503, headers: { 'retry-after': '3' } })]);
  const controller = new AbortController();
  const read = client.read(12, { signal: controller.signal });
  await server.nextRequest();
  controller.abort();
  await failure(read, 'cancelled');
  assert.equal(server.requests.length, 1);
});

test('pauses grow, are jittered, and end', (t) => {
  const lost = new RecordError('network');
  const random = t.mock.method(Math, 'random');
  const range = (retries: number) =>
    [0, 1].map((jitter) => {
      random.mock.mockImplementation(() => jitter);
      return pauseBeforeRetry(lost, retries);
    });
  assert.deepEqual([0, 1, 2].map(range), [
    [50, 100],
    [100, 200],
    [200, 400],
  ]);
  assert.equal(pauseBeforeRetry(lost, 3), undefined);
  for (const kind of ['tls', 'proxy', 'badAnswer', 'cancelled', 'timeout'] as const) {
    assert.equal(pauseBeforeRetry(new RecordError(kind), 0), undefined);
  }
});

test('Retry-After is seconds or a date', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-15T00:00:00Z') });
  assert.equal(parseRetryAfter(undefined), undefined);
  assert.equal(parseRetryAfter(' 7 '), 7);
  assert.equal(parseRetryAfter('Sun, 15 Nov 2026 00:00:09 GMT'), 9);
  assert.equal(parseRetryAfter('Sat, 14 Nov 2026 00:00:00 GMT'), 0);
  assert.equal(parseRetryAfter('soon'), undefined);
});
