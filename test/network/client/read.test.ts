import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { answer, gzipBomb, gzipped, html, huge, json, raw } from '../../support/behaviours.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';
import { formatRecord } from '../../support/formatRecord.ts';

const RECORD = { id: 12, title: 'A talk' };
const TEXT = JSON.stringify(RECORD);

test('a read asks for JSON and hands over the record in readable form', async (t) => {
  const body = '{"id": 12, "n": 1.0,\n "title": "\\u00e9"}';
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    allow: 'get, PUT,patch',
    etag: '"v1"',
  };
  const { client, server } = await setUpClient(t, [answer({ headers, body })]);
  const { record, order, ...rest } = await client.read(12);
  assert.ok(order > 0 && order < performance.now());
  assert.equal(record.text, '{\n  "id": 12,\n  "n": 1.0,\n  "title": "é"\n}\n');
  assert.deepEqual(rest, {
    serviceAddress: server.origin,
    foundAt: `${server.origin}/api/v2/video/12`,
    allow: ['GET', 'PUT', 'PATCH'],
    etag: '"v1"',
  });
  const [request] = server.requests;
  assert.equal(request?.method, 'GET');
  assert.equal(request?.target, '/api/v2/video/12');
  assert.equal(request?.headers.accept, 'application/json');
});

test('reads share one kept-alive connection', async (t) => {
  const { client, server } = await setUpClient(t, [json(RECORD)]);
  await client.read(12);
  await client.read(12);
  assert.equal(server.connections, 1);
});

test('a weak ETag is not offered: If-Match would never match it', async (t) => {
  const { client } = await setUpClient(t, [answer({ headers: { etag: 'W/"v1"' }, body: TEXT })]);
  assert.equal('etag' in (await client.read(12)), false);
});

test('a conditional read gets a record only if it has changed', async (t) => {
  const { client, server } = await setUpClient(t, [
    answer({ status: 304 }),
    answer({ headers: { etag: 'W/"v2"' }, body: TEXT }),
  ]);
  assert.equal(await client.readIfChanged(12, 'W/"v1"'), undefined);
  assert.equal((await client.readIfChanged(12, 'W/"v1"'))?.weakEtag, 'W/"v2"');
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['if-none-match']),
    ['W/"v1"', 'W/"v1"'],
  );
});

test('an unrequested 304 is not a record', async (t) => {
  const { client } = await setUpClient(t, [answer({ status: 304 })]);
  await failure(client.read(12), 'badAnswer');
});

const ENCODINGS: readonly [string, Buffer][] = [
  ['gzip', gzipSync(TEXT)],
  ['X-GZIP', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['identity', Buffer.from(TEXT)],
];
for (const [encoding, body] of ENCODINGS) {
  test(`content encoding ${encoding} (${body.length} bytes)`, async (t) => {
    const { client } = await setUpClient(t, [answer({ headers: { 'content-encoding': encoding }, body })]);
    assert.equal((await client.read(12)).record.text, formatRecord(TEXT));
  });
}

const UNREADABLE: readonly [string, Record<string, string>, Buffer][] = [
  ['an unknown content encoding', { 'content-encoding': 'zstd' }, Buffer.from(TEXT)],
  ['a content encoding named like an object member', { 'content-encoding': 'constructor' }, Buffer.from(TEXT)],
  ['a compressed body that is cut', { 'content-encoding': 'gzip' }, gzipSync(TEXT).subarray(0, -12)],
  ['a body that is not compressed as declared', { 'content-encoding': 'br' }, Buffer.from(TEXT)],
  ['two layers of compression', { 'content-encoding': 'gzip, br' }, brotliCompressSync(gzipSync(TEXT))],
  ['bytes that are not UTF-8', {}, Buffer.from('{"title":"\xe9"}', 'latin1')],
  [
    'another charset than UTF-8',
    { 'content-type': 'a/b; charset=iso-8859-1' },
    Buffer.from('{"title":"\xe9"}', 'latin1'),
  ],
  ['UTF-16', { 'content-type': 'a/b; charset=utf-16le' }, Buffer.from('{"a":1}', 'utf16le')],
  ['no body', {}, Buffer.alloc(0)],
  ['an array', {}, Buffer.from('[1]')],
  ['a doubled key', {}, Buffer.from('{"a":1,"a":2}')],
  ['cut JSON', {}, Buffer.from('{"a":')],
];
for (const [name, headers, body] of UNREADABLE) {
  test(`${name} is a bad answer and not asked for again`, async (t) => {
    const { client, server, reports } = await setUpClient(t, [answer({ headers, body })]);
    const error = await failure(client.read(12), 'badAnswer');
    assert.match(messageOf(error), /^"127\.0\.0\.1:\d+" sent .*record 12.*\.$/);
    assert.equal(server.requests.length, 1);
    assert.equal(reports[0]?.failure, 'badAnswer');
  });
}

for (const charset of ['iso-8859-1', 'utf-16le', 'klingon', 'UTF8']) {
  test(`UTF-8 is read whatever the answer declares: ${charset}`, async (t) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const { client } = await setUpClient(t, [answer({ headers, body: Buffer.from('\ufeff{"title":"é"}') })]);
    assert.equal((await client.read(12)).record.text, formatRecord('{"title":"é"}'));
  });
}

for (const [name, bytes] of [
  ['another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  ['a chunk of no size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'],
] as const) {
  test(`${name} is no HTTP answer, and not asked for again`, async (t) => {
    const { client, server } = await setUpClient(t, [raw(bytes)]);
    const error = await failure(client.read(12), 'badAnswer');
    assert.match(messageOf(error), /did not send a valid HTTP response\.$/);
    assert.equal(server.requests.length, 1);
  });
}

test('a web page in place of a record is named by its title alone', async (t) => {
  const { client } = await setUpClient(t, [html(200, 'Sign in &amp; continue')]);
  const error = await failure(client.read(12), 'badAnswer');
  assert.match(messageOf(error), /sent the web page "Sign in & continue" instead of record 12\.$/);
  assert.doesNotMatch(messageOf(error), /secret trace/);
});

for (const declared of [true, false]) {
  test(`100 MB ${declared ? 'with' : 'without'} a declared length are refused at the limit`, async (t) => {
    const { client, server, reports } = await setUpClient(t, [huge(100 * 2 ** 20, declared)]);
    const error = await failure(client.read(12), 'tooLarge');
    assert.match(messageOf(error), /larger than the limit of 1 MiB/);
    await server.allClosed();
    assert.equal(server.requests.length, 1);
    assert.ok((reports[0]?.bytes ?? Number.NaN) < 2 * 2 ** 20, 'It went on reading after the limit.');
  });
}

test('an answer in chunks of one byte takes as much memory as any other', async (t) => {
  const bytes = 2 * 2 ** 20;
  const body = `{"id":12,"title":"${'x'.repeat(bytes)}"}`;
  const chunks = body.replace(/./g, '1\r\n$&\r\n');
  const { client } = await setUpClient(
    t,
    [raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)],
    { maxBytes: 2 * bytes, timeout: 60_000 },
  );
  const before = process.memoryUsage().rss;
  assert.ok((await client.read(12)).record.text.length > bytes);
  const taken = process.memoryUsage().rss - before;
  assert.ok(taken < 60 * bytes, `${taken} bytes of memory for ${bytes}`);
});

test('a gzip bomb is refused at the limit', async (t) => {
  const { client } = await setUpClient(t, [gzipBomb(64 * 2 ** 20)]);
  await failure(client.read(12), 'tooLarge');
});

test('a small answer with a million fields is refused', async (t) => {
  const fields = Array.from({ length: 1_000_000 }, (_, at) => `"${at}":0`).join();
  const body = gzipSync(`{${fields}}`);
  assert.ok(body.length < 3 * 2 ** 20);
  const behaviour = answer({ headers: { 'content-encoding': 'gzip' }, body });
  const { client } = await setUpClient(t, [behaviour], { maxBytes: 20 * 2 ** 20, name: 'desk' });
  const error = await failure(client.read(12), 'tooLarge');
  assert.equal(
    messageOf(error),
    'Record 12 from "desk" is too large. The record has more than 20,000 fields, nested ones included.',
  );
});

test('an informational answer before the real one is no answer', async (t) => {
  const early = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
  const { client } = await setUpClient(t, [
    raw(`${early}HTTP/1.1 200 OK\r\ncontent-length: ${TEXT.length}\r\n\r\n${TEXT}`),
  ]);
  assert.equal((await client.read(12)).record.text, formatRecord(TEXT));
});

test('an answer that ends with its connection is whole', async (t) => {
  const { client } = await setUpClient(t, [raw(`HTTP/1.0 200 OK\r\n\r\n${TEXT}`, 'end')]);
  assert.equal((await client.read(12)).record.text, formatRecord(TEXT));
});

test('HEAD returns Allow and ETag', async (t) => {
  const headers = { allow: 'GET, HEAD', etag: '"v1"', 'content-length': '99999999' };
  const { client, server } = await setUpClient(t, [answer({ headers })]);
  assert.deepEqual(await client.head(12), { allow: ['GET', 'HEAD'], etag: '"v1"' });
  assert.equal(server.requests[0]?.method, 'HEAD');
});

test('OPTIONS says whether the service describes what may be written', async (t) => {
  const described = { name: 'x', actions: { PUT: { title: { required: true } } } };
  const { client } = await setUpClient(t, [
    answer({ headers: { allow: 'GET, PUT' }, body: JSON.stringify(described) }),
  ]);
  assert.deepEqual(await client.options(12), { allow: ['GET', 'PUT'], describesWriting: true });
});

test('a description that takes long to parse is not looked at', async (t) => {
  const described = { actions: { PUT: {} }, more: Array(400_000).fill({}) };
  const { client } = await setUpClient(t, [gzipped(described)], { maxBytes: 20 * 2 ** 20 });
  assert.equal((await client.options(12)).describesWriting, false);
});

for (const behaviour of [
  html(200, 'Options'),
  answer({ status: 204 }),
  json([1]),
  json({ actions: null }),
  answer({ headers: { 'content-encoding': 'gzip' }, body: '{}' }),
]) {
  test('OPTIONS accepts any body', async (t) => {
    const { client } = await setUpClient(t, [behaviour]);
    assert.equal((await client.options(12)).describesWriting, false);
  });
}

test('each request is reported without secrets', async (t) => {
  const { client, reports, server } = await setUpClient(t, [json(RECORD)], {
    credential: { header: 'Authorization', value: 'Token s3cret' },
  });
  await client.read(12);
  const [report] = reports;
  assert.deepEqual(
    { ...report, milliseconds: 0 },
    {
      method: 'GET',
      address: `${server.origin}/api/v2/video/12`,
      attempt: 1,
      status: 200,
      milliseconds: 0,
      bytes: TEXT.length,
    },
  );
  assert.doesNotMatch(JSON.stringify(reports), /s3cret/);
});
