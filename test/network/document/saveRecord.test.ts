import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type SaveRequest, saveRecord } from '../../../src/document/saveRecord.ts';
import { WithoutEffect } from '../../../src/document/withoutEffect.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { createClient } from '../../../src/service/client.ts';
import type { RecordError } from '../../../src/service/recordError.ts';
import { createTransport } from '../../../src/service/transport.ts';
import { type RecordService, type Reply, reply, startRecordService } from '../../support/recordService.ts';

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

test('an ETag alone does not guard a record while the user is asked: services may ignore it', async (t) => {
  const { service, request } = await setUp(t);
  service.etags = true;
  service.intercept('PATCH', ({ headers }, response, answer) => {
    delete headers['if-match'];
    reply(response, answer());
  });
  const confirm = async () => {
    service.change(5, { title: 'Changed meanwhile' });
    await setTimeout(thinkingMs);
    return true;
  };
  assert.equal((await saveRecord(request({ title: 'Mine' }, { confirm }))).kind, 'conflict');
  assert.equal(service.record(5).title, 'Changed meanwhile');
});

for (const method of ['patch', 'put'] as const) {
  test(`what the user has agreed to is sent, though the record counts its readers (${method})`, async (t) => {
    const { service, request } = await setUp(t);
    for (let count = 0; count < 9; count += 1) {
      service.intercept('GET', (_, response, answer) => {
        service.change(5, { views: count });
        reply(response, answer());
      });
    }
    let asked = 0;
    const confirm = async () => {
      asked += 1;
      await setTimeout(thinkingMs);
      return true;
    };
    assert.equal((await saveRecord(request({ title: 'Mine' }, { confirm, method }))).kind, 'saved');
    assert.equal(asked, 1);
    assert.equal(service.record(5).title, 'Mine');
  });
}

test('a service that allows only PUT takes a removed field by PUT', async (t) => {
  const { service, request } = await setUp(t);
  service.allow = 'GET, PUT';
  const { summary, ...rest } = service.record(5);
  const mine = request({});
  const newest = await mine.client.read(5);
  const outcome = await saveRecord({ ...mine, edited: JSON.stringify(rest), newest });
  assert.equal(outcome.kind, 'saved');
  assert.ok(summary !== undefined && !('summary' in service.record(5)));
});

test('a write that was taken and does not show yet may still land', async (t) => {
  const { service, request } = await setUp(t);
  service.intercept('PATCH', (_, response) => reply(response, { status: 202, body: '{"status":"queued"}' }));
  await assert.rejects(
    saveRecord(request({ title: 'Mine' })),
    (failure: RecordError) => failure.kind === 'unknownOutcome' && failure.reason === 'writeWithoutEffect',
  );
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

test('after an unclear write a service is asked, also one that honours If-Match', async (t) => {
  const { service, request } = await setUp(t);
  service.etags = true;
  const unchanged = request({});
  const newest = await unchanged.client.read(5);
  service.change(5, { title: 'It landed after all' });
  const outcome = await saveRecord({ ...unchanged, uncertain: true, newest, honoursIfMatch: true });
  assert.equal(outcome.kind === 'saved' && JSON.parse(outcome.answer.text).title, 'It landed after all');
});

/** As servers that compress do: the ETag of a compressed answer is none that they know. */
function compressing(service: RecordService): void {
  service.etags = true;
  for (let count = 0; count < 5; count += 1) {
    service.intercept('GET', ({ headers }, response, answer) => {
      const { headers: given, ...rest } = answer();
      const suffix = headers['accept-encoding'] === 'identity' ? '"' : '-gzip"';
      reply(response, { ...rest, headers: { ...given, etag: String(given?.etag).replace(/"$/, suffix) } });
    });
  }
}

test('a service that knows only the ETag of a plain answer is asked for one', async (t) => {
  const { service, request } = await setUp(t);
  compressing(service);
  const outcome = await saveRecord(request({ title: 'Mine' }));
  assert.equal(outcome.kind, 'saved');
  assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5', 'PATCH 5']);
  assert.equal(service.record(5).title, 'Mine');
});

test('a service that refuses the ETag, and shows the record as it was, is not written to without one', async (t) => {
  const { service, request } = await setUp(t);
  service.etags = true;
  const mine = request({ title: 'Mine' });
  // As a replica does that is behind.
  let old: Reply | undefined;
  for (let count = 0; count < 5; count += 1) {
    service.intercept('GET', (_, response, answer) => {
      old ??= answer();
      service.change(5, { title: 'Theirs' });
      reply(response, old);
    });
  }
  await assert.rejects(saveRecord(mine), { kind: 'conflict' });
  assert.equal(service.record(5).title, 'Theirs');
  assert.ok(service.requests.every(({ method, headers }) => method === 'GET' || headers['if-match'] !== undefined));
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

test('what the service ignored and what it stored in its own way are two things', async (t) => {
  const { service, request } = await setUp(t);
  const { slug } = service.record(5);
  service.rewrite = (fields) => ({ ...fields, slug, tags: ['a', 'zebra'] });
  const outcome = await saveRecord(request({ title: 'Mine', slug: 'mine', tags: ['zebra', 'a'] }));
  assert.deepEqual(outcome.kind === 'saved' && [outcome.ignored, outcome.rewritten], [['slug'], ['tags']]);
});

test('a service that takes a write and keeps its value is believed the second time', async (t) => {
  const { service, request } = await setUp(t);
  const { slug } = service.record(5);
  const ignore = () => service.intercept('PATCH', (_, response) => reply(response, { status: 204, body: '' }));
  ignore();
  let withoutEffect: string | undefined;
  await assert.rejects(saveRecord(request({ slug: 'mine' }, { uncertain: true })), ({ kind, cause }: RecordError) => {
    withoutEffect = cause instanceof WithoutEffect ? cause.body : undefined;
    return kind === 'unknownOutcome';
  });
  assert.equal(withoutEffect, '{"slug":"mine"}');
  ignore();
  await assert.rejects(saveRecord(request({ title: 'Another' }, { withoutEffect })), { kind: 'unknownOutcome' });
  ignore();
  const outcome = await saveRecord(request({ slug: 'mine' }, { withoutEffect }));
  assert.deepEqual(outcome.kind === 'saved' && outcome.ignored, ['slug']);
  assert.equal(service.record(5).slug, slug);
});

test('the text of another record is refused before anything is asked', async (t) => {
  const { service, request } = await setUp(t);
  const outcome = await saveRecord(request({ id: 7, title: 'Another talk' }, { base: undefined }));
  assert.deepEqual(outcome.kind === 'refused' && outcome.field, 'id');
  assert.deepEqual(service.taken(), []);
});

test('a removed field goes to a service that only has PUT, although nothing was read of it yet', async (t) => {
  const { service, request } = await setUp(t);
  service.allow = 'GET, PUT';
  const newest = { text: '{}', address: '', foundAt: '', status: 200 };
  assert.equal((await saveRecord(request({ whiteboard: undefined }, { newest }))).kind, 'saved');
  const outcome = await saveRecord(request({ summary: undefined }));
  assert.deepEqual(outcome.kind === 'saved' && outcome.method, 'PUT');
  assert.ok(!('summary' in service.record(5)));
});
