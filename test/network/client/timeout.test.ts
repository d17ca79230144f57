import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { answer, type Behaviour, drip, halfBody, halfHeader, json, silence } from '../../support/behaviours.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';

const TEXT = JSON.stringify({ id: 12, title: 'A talk with quite a long title' });

const SLOW: readonly [string, Behaviour, RegExp][] = [
  ['silence', silence, /did not answer within 0\.6 seconds\.$/],
  ['half a header', halfHeader('stay'), /did not answer within 0\.6 seconds\.$/],
  ['half a body', halfBody(TEXT, 'stay'), /did not answer within 0\.6 seconds\.$/],
  ['one byte now and then', drip(TEXT, 50), /did not answer within 0\.6 seconds\.$/],
];
for (const [name, behaviour, message] of SLOW) {
  test(`${name} ends in time and frees the socket`, async (t) => {
    const { client, server, reports } = await setUpClient(t, [behaviour], { timeout: 600 });
    assert.match(messageOf(await failure(client.read(12), 'timeout')), message);
    await server.allClosed();
    assert.equal(server.requests.length, 1);
    assert.equal(reports[0]?.failure, 'timeout');
  });
}

for (const [name, behaviour] of SLOW) {
  test(`a read cancelled at ${name} frees its socket, and the next one works`, async (t) => {
    const { client, server } = await setUpClient(t, [behaviour]);
    const controller = new AbortController();
    const read = client.read(12, { signal: controller.signal });
    await server.nextRequest();
    controller.abort();
    await failure(read, 'cancelled');
    await server.allClosed();
    server.script(json({ id: 12 }));
    await client.read(12);
  });
}

test('an answer may pause in its middle for as long as the call may take', async (t) => {
  const { client } = await setUpClient(t, [drip('{}', 700)], { timeout: 2000 });
  assert.equal((await client.read(12)).record.text, '{}\n');
});

test('the time is for the whole call with its retries', async (t) => {
  const { client } = await setUpClient(t, [answer({ status: 503 }), silence], { timeout: 1500 });
  await failure(client.read(12), 'timeout');
});

test('a call cancelled beforehand sends nothing', async (t) => {
  const { client, server } = await setUpClient(t, [json({})]);
  await failure(client.read(12, { signal: AbortSignal.abort() }), 'cancelled');
  assert.equal(server.connections, 0);
});

test('a signal outlives many calls without keeping anything of them', async (t) => {
  const { client } = await setUpClient(t, [json({})]);
  const { signal } = new AbortController();
  const added = t.mock.method(signal, 'addEventListener');
  const removed = t.mock.method(signal, 'removeEventListener');
  await client.read(12, { signal });
  assert.ok(added.mock.callCount() > 0);
  assert.equal(removed.mock.callCount(), added.mock.callCount());
});
