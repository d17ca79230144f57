import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testConnection } from '../../../src/connections/testConnection.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Credential } from '../../../src/service/call.ts';
import { RecordError } from '../../../src/service/recordError.ts';
import type { Route, TransportSettings } from '../../../src/service/transport.ts';
import { answer, type Behaviour, html, json } from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { startForwardProxy, through } from '../../support/forwardProxy.ts';
import { startMisbehavingServer } from '../../support/misbehavingServer.ts';
import { startSample } from '../../support/sampleService.ts';

const certificates = createCertificates();

interface Given {
  readonly id?: number;
  readonly network?: Partial<TransportSettings>;
  readonly access?: 'readWrite' | 'readOnly';
  readonly credential?: Credential;
  readonly refusal?: RecordError;
}

async function run(baseUrl: string, { id = 1, network, access = 'readWrite', credential, refusal }: Given = {}) {
  const address = parseServiceAddress(baseUrl);
  const result = await testConnection({
    service: { name: 'desk', address, access, saveMethod: 'auto' },
    id,
    network: { connectTimeout: 1000, ...network },
    client: { address, timeout: 5000, maxBytes: 2 ** 20, credential, ...(refusal ? { refusal } : {}) },
    signal: new AbortController().signal,
  });
  const states = Object.fromEntries(result.steps.map(({ step, state }) => [step, state]));
  const texts = Object.fromEntries(result.steps.map(({ step, text }) => [step, text]));
  return { result, states, texts };
}

async function serve(t: TestContext, behaviour: Behaviour, secure = false) {
  const server = await startMisbehavingServer(secure ? { certificate: certificates.valid } : {});
  t.after(() => server.close());
  server.script(behaviour);
  return server;
}

async function sample(t: TestContext) {
  const service = await startSample();
  t.after(() => service.close());
  return service;
}

test('a service that works', async (t) => {
  const { baseUrl } = await sample(t);
  const { result, states, texts } = await run(baseUrl.replace('127.0.0.1', 'localhost'));
  assert.ok(result.ok, JSON.stringify(result));
  assert.deepEqual(states, {
    address: 'ok',
    proxy: 'skipped',
    connection: 'ok',
    answer: 'ok',
    credential: 'skipped',
    record: 'ok',
    writing: 'ok',
  });
  assert.match(texts.connection ?? '', /^Connected to localhost:\d+\.$/);
  assert.match(texts.answer ?? '', /^The service answered in \d+ ms\.$/);
  assert.match(texts.credential ?? '', /^No credential is set for http:\/\/localhost:\d+\. .* without one\.$/);
  assert.match(texts.record ?? '', /^The record ".+" was read\.$/);
  assert.equal(texts.writing, 'You can save records. This test changed nothing.');
});

test('a record that does not exist is no fault of the connection', async (t) => {
  const { baseUrl } = await sample(t);
  const { result, states, texts } = await run(baseUrl, { id: 13 });
  assert.ok(result.ok);
  assert.equal(states.record, 'skipped');
  // Nothing was read, so nothing says so.
  assert.equal(texts.address, `The address of record 13 is ${baseUrl}/api/v2/video/13.`);
  assert.match(texts.record ?? '', /Open a record that exists, then test again\.$/);
});

test('a web server that only says "not found" may be anything', async (t) => {
  const server = await serve(t, html(404, 'Not Found'));
  const { result, states, texts } = await run(server.origin);
  assert.ok(!result.ok);
  assert.equal(states.record, 'failed');
  assert.match(texts.record ?? '', /Check the address of the service,/);
});

test('another record than the one asked for', async (t) => {
  const server = await serve(t, json({ id: 2, title: 'Another talk' }));
  const { result, texts } = await run(server.origin);
  assert.ok(!result.ok);
  assert.match(texts.record ?? '', /sent record 2 instead of record 1/);
});

test('a server that is not there', async () => {
  const { baseUrl, close } = await startSample();
  await close();
  const { result, states, texts } = await run(baseUrl);
  assert.ok(!result.ok);
  assert.equal(states.connection, 'failed');
  assert.equal(states.answer, 'skipped');
  assert.match(texts.connection ?? '', /refused the connection/);
});

test('a name that does not exist', async () => {
  const { states, texts } = await run('http://no-such-host.invalid');
  assert.equal(states.connection, 'failed');
  assert.match(texts.connection ?? '', /^The host name no-such-host\.invalid could not be found\./);
});

test('TLS with a private authority', async (t) => {
  const server = await serve(t, json({ id: 1, title: 'A talk' }), true);
  const trusted = await run(server.origin, { network: { extraCertificates: async () => [certificates.authority] } });
  assert.ok(trusted.result.ok, JSON.stringify(trusted.result));
  const unknown = await run(server.origin);
  assert.equal(unknown.states.connection, 'failed');
  assert.match(unknown.texts.connection ?? '', /install the certificate of its issuer\.$/);
  const unchecked = await run(server.origin, { network: { strictSSL: false } });
  assert.match(unchecked.texts.connection ?? '', /not verified, because http\.proxyStrictSSL is off/);
});

for (const secure of [false, true]) {
  test(`through a proxy (${secure ? 'https' : 'http'})`, async (t) => {
    const server = await serve(t, json({ id: 1 }), secure);
    const proxy = await startForwardProxy();
    t.after(() => proxy.close());
    const network = { routeTo: through(proxy.address), extraCertificates: async () => [certificates.authority] };
    const { result, texts } = await run(server.origin, { network });
    assert.ok(result.ok, JSON.stringify(result));
    assert.equal(texts.proxy, proxy.address);
    assert.ok(texts.connection?.endsWith(`through the proxy ${proxy.address}.`));
    assert.ok(proxy.tunnels.length + proxy.forwarded.length > 0);
  });
}

test('the report names the proxy without its password, or says that it is not known', async (t) => {
  const server = await serve(t, json({ id: 1 }));
  const proxy = await startForwardProxy();
  t.after(() => proxy.close());
  const textFor = async (route: Route) => (await run(server.origin, { network: { routeTo: async () => route } })).texts;
  const { address } = proxy;
  const known = await textFor({ via: 'proxy', address: address.replace('//', '//me:hunter2@') });
  assert.equal(known.proxy, address);
  const unknown = await textFor({ via: 'environment', proxy: address, noProxy: '' });
  assert.match(unknown.proxy ?? '', /could not be determined\. The setting http\.proxy or the environment decides\.$/);
  assert.equal((await run(server.origin)).texts.proxy, 'No proxy is used.');
});

test('a SOCKS proxy is named with what to do', async (t) => {
  const server = await serve(t, json({ id: 1 }));
  const { states, texts } = await run(server.origin, { network: { routeTo: through('socks://127.0.0.1:1080') } });
  assert.equal(states.connection, 'failed');
  assert.match(texts.connection ?? '', /^The proxy socks:\/\/127\.0\.0\.1:1080 is a SOCKS proxy/);
});

test('a proxy that refuses', async (t) => {
  const server = await serve(t, json({ id: 1 }), true);
  const proxy = await startForwardProxy({ authorization: 'Basic right' });
  t.after(() => proxy.close());
  const { states, texts } = await run(server.origin, {
    network: { routeTo: through(proxy.address.replace('//', '//me:hunter2@')) },
  });
  assert.equal(states.connection, 'failed');
  assert.match(texts.connection ?? '', /requires authentication/);
  assert.ok(!JSON.stringify(texts).includes('hunter2'));
});

test('something that answers, but not with records', async (t) => {
  const server = await serve(t, html(200, 'Welcome'));
  const { result, states, texts } = await run(server.origin);
  assert.ok(!result.ok);
  assert.equal(states.answer, 'ok');
  assert.equal(states.record, 'failed');
  assert.match(texts.record ?? '', /web page "Welcome"/);
});

test('a wrong credential fails at its step, with what to do, and nothing after it is called fine', async (t) => {
  const server = await serve(t, json({ detail: 'Invalid token s3cret-token.' }, 401));
  const credential = { header: 'Authorization', value: 'Token s3cret-token' };
  const { result, states, texts } = await run(server.origin, { credential });
  assert.equal(server.requests[0]?.headers.authorization, 'Token s3cret-token');
  assert.deepEqual(states, {
    address: 'ok',
    proxy: 'skipped',
    connection: 'ok',
    answer: 'ok',
    credential: 'failed',
    record: 'skipped',
    writing: 'skipped',
  });
  assert.match(texts.credential ?? '', /rejected the stored credential .* Run Set Credential to replace it\.$/);
  assert.ok(!JSON.stringify(result).includes('s3cret'));
});

for (const [status, advice] of [
  [401, /^No credential is set for .* Run Set Credential to add one\.$/],
  [403, /You are not allowed to read record 1 .* Run Set Credential to use another credential\.$/],
] as const) {
  test(`${status} without a credential says to set one`, async (t) => {
    const server = await serve(t, json({ detail: 'No.' }, status));
    assert.match((await run(server.origin)).texts.credential ?? '', advice);
  });
}

test('a service in trouble fails at its answer', async (t) => {
  const server = await serve(t, html(500, 'Oops'));
  const { states, texts } = await run(server.origin);
  assert.equal(states.answer, 'failed');
  assert.match(texts.answer ?? '', /could not process the request .* Try again later\. Oops\.$/);
});

test('what can only be read says so', async (t) => {
  const readable = answer({ headers: { allow: 'GET, HEAD' }, body: '{"id":1}' });
  const server = await serve(t, readable);
  assert.match((await run(server.origin)).texts.writing ?? '', /the service allows only GET, HEAD\.$/);
  assert.match((await run(server.origin, { access: 'readOnly' })).texts.writing ?? '', /make "desk" read-only/);
});

test('saving without a credential is not called fine', async (t) => {
  const server = await serve(t, answer({ headers: { allow: 'GET, PATCH' }, body: '{"id":1}' }));
  const { states, texts } = await run(server.origin);
  assert.equal(states.writing, 'skipped');
  assert.match(texts.writing ?? '', /run Set Credential\.$/);
});

test('a credential that is not sent without encryption fails at its step', async (t) => {
  const server = await serve(t, json({ id: 1, title: 'A talk' }));
  const refusal = new RecordError('tls', { reason: 'credentialUnencrypted', subject: server.origin });
  const { result, states, texts } = await run(server.origin, { refusal });
  assert.ok(!result.ok);
  assert.equal(states.connection, 'ok');
  assert.equal(states.credential, 'failed');
  assert.match(
    texts.credential ?? '',
    /^The credential was not sent to .* not encrypted, and you did not agree .* https address, or clear or replace/,
  );
  assert.ok(server.requests.every(({ headers }) => headers.authorization === undefined));
});
