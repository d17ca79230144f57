import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type SaveRequest, saveRecord } from '../../../src/editor/saveRecord.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { createClient } from '../../../src/service/client.ts';
import { createTransport } from '../../../src/service/transport.ts';
import { type RecordService, reply, startRecordService } from '../../support/recordService.ts';

/** Behind this proxy, if one is given. */
async function setUp(t: TestContext, through?: (origin: string) => Promise<TestServer>) {
  const service = await startRecordService([5]);
  const front = await through?.(service.baseUrl);
  const transport = createTransport({ connectTimeout: 1000 });
  t.after(async () => {
    await transport.close();
    await front?.close();
    await service.close();
  });
  const client = createClient({
    address: parseServiceAddress(front?.baseUrl ?? service.baseUrl),
    transport,
    timeout: 5000,
    maxBytes: 1e6,
  });
  const base = JSON.stringify(service.record(5));
  const request = (fields: object, more: Partial<SaveRequest> = {}): SaveRequest => ({
    id: 5,
    base,
    edited: JSON.stringify({ ...service.record(5), ...fields }),
    method: 'auto',
    client,
    ...more,
  });
  return { service, request };
}

interface TestServer {
  readonly baseUrl: string;
  close(): Promise<unknown>;
}

/** Keeps what it has read once, as long as nobody asks for better. */
async function startCache(origin: string): Promise<TestServer> {
  const kept = new Map<string, string>();
  const server = createServer(async ({ method = '', url = '', headers }, response) => {
    const known = headers['cache-control'] === 'no-cache' ? undefined : kept.get(url);
    const text = known ?? (await (await fetch(origin + url, { method })).text());
    if (method === 'GET') kept.set(url, text);
    response.end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, close: () => once(server.close(), 'close') };
}

/** Longer than a save takes for a yes that nobody had to think about. */
const thinkingMs = 350;

test('what changed while the user was asked is found before anything is sent', async (t) => {
  const { service, request } = await setUp(t);
  let asked = 0;
  const confirm = async () => {
    asked++;
    service.change(5, { title: 'Changed meanwhile' });
    await setTimeout(thinkingMs);
    return true;
  };
  const outcome = await saveRecord(request({ title: 'Mine' }, { confirm }));
  assert.equal(outcome.kind, 'conflict');
  assert.equal(asked, 1);
  assert.equal(service.record(5).title, 'Changed meanwhile');
});

test('a cache on the way does not hide what somebody else changed', async (t) => {
  const { service, request } = await setUp(t, startCache);
  const mine = request({ title: 'Mine' });
  await mine.client.read(5);
  service.change(5, { title: 'Theirs' });
  assert.equal((await saveRecord(mine)).kind, 'conflict');
  assert.equal(service.record(5).title, 'Theirs');
});

test('with a lost base a wrong type still stops the save', async (t) => {
  const { service, request } = await setUp(t);
  const wrong = request({ speakers: 'Ann' }, { base: undefined });
  const first = await saveRecord(wrong);
  assert.equal(first.kind, 'conflict');
  const conflicts = first.kind === 'conflict' ? first.conflicts : [];
  const second = await saveRecord({ ...wrong, resolution: { side: 'mine', conflicts } });
  assert.equal(second.kind, 'invalid');
  assert.deepEqual(service.record(5).speakers, ['Ada Example', 'Bo Sample']);
});

test('both replacing one speaker is a conflict, not two speakers', async (t) => {
  const { service, request } = await setUp(t);
  const mine = request({ speakers: ['Ada Example', 'Bo Samples'] });
  service.change(5, { speakers: ['Ada Example', 'Bob Sample'] });
  assert.equal((await saveRecord(mine)).kind, 'conflict');
});

test('after an unclear write even an unchanged text is held against the service', async (t) => {
  const { service, request } = await setUp(t);
  const unchanged = request({});
  service.change(5, { title: 'It landed after all' });
  assert.equal((await saveRecord(unchanged)).kind, 'unchanged');
  const outcome = await saveRecord({ ...unchanged, uncertain: true });
  assert.equal(outcome.kind === 'saved' && JSON.parse(outcome.answer.text).title, 'It landed after all');
});

/** As servers behind compression do: the ETag they give is never the one they know. */
function refuseEveryMatch(service: RecordService): void {
  for (let count = 0; count < 5; count += 1) {
    service.intercept('PATCH', ({ headers }, response, answer) =>
      reply(response, headers['if-match'] === undefined ? answer() : { status: 412 }),
    );
  }
}

test('a service that never takes its own ETag back is saved to without it, and is not trusted with one', async (t) => {
  const { service, request } = await setUp(t);
  service.etags = true;
  refuseEveryMatch(service);
  const outcome = await saveRecord(request({ title: 'Mine' }));
  assert.equal(outcome.kind, 'saved');
  assert.equal(outcome.kind === 'saved' && outcome.honoursIfMatch, false);
  assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5', 'PATCH 5']);
  assert.equal(service.record(5).title, 'Mine');
});

test('where an ETag was refused because the record moved on, the change is found', async (t) => {
  const { service, request } = await setUp(t);
  service.etags = true;
  service.intercept('PATCH', (_, response, answer) => {
    service.change(5, { summary: 'Theirs' });
    reply(response, answer());
  });
  const outcome = await saveRecord(request({ title: 'Mine' }));
  assert.deepEqual(outcome.kind === 'saved' && [outcome.honoursIfMatch, outcome.theirs.includes('summary')], [
    true,
    true,
  ]);
  assert.deepEqual([service.record(5).title, service.record(5).summary], ['Mine', 'Theirs']);
});
