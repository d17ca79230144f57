import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { bypassesProxy, createTransport } from '../../../src/service/transport.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { json, reset, silence } from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';
import { type ForwardProxyOptions, startForwardProxy } from '../../support/forwardProxy.ts';
import { startMisbehavingServer } from '../../support/misbehavingServer.ts';

const certificates = createCertificates();
const extraCertificates = [certificates.authority];
const credential = { header: 'Authorization', value: 'Token s3cret' };

async function setUpProxy(t: TestContext, options: ForwardProxyOptions = {}) {
  const proxy = await startForwardProxy(options);
  t.after(() => proxy.close());
  return proxy;
}

const startServer = (secure: boolean) => startMisbehavingServer(secure ? { certificate: certificates.valid } : {});

for (const secureProxy of [false, true]) {
  for (const secure of [false, true]) {
    const name = `${secure ? 'https' : 'http'} through an ${secureProxy ? 'https' : 'http'} proxy`;

    test(`${name}: reads and writes, with the credential for the origin alone`, async (t) => {
      const proxy = await setUpProxy(t, secureProxy ? { certificate: certificates.valid } : {});
      const server = await startServer(secure);
      const settings = { proxy: proxy.address, extraCertificates };
      const { client, transport } = await setUpClient(t, [json({ id: 12 })], { server, settings, credential });
      await client.read(12);
      await client.write('PATCH', 12, '{"title":"x"}');
      assert.equal(server.requests[0]?.headers.authorization, 'Token s3cret');
      assert.equal(server.requests[1]?.body, '{"title":"x"}');
      if (secure) {
        assert.deepEqual(proxy.tunnels, [`127.0.0.1:${server.port}`]);
        assert.deepEqual(proxy.forwarded, []);
      } else {
        assert.deepEqual(proxy.tunnels, []);
        assert.deepEqual(proxy.forwarded, Array(2).fill(`${server.origin}/api/v2/video/12`));
      }
      assert.equal(transport.proxyFor(new URL(server.origin)), proxy.address);
    });
  }
}

for (const secure of [false, true]) {
  const scheme = secure ? 'https' : 'http';

  test(`${scheme}: a proxy that asks for authentication gets it, and the service does not`, async (t) => {
    const proxy = await setUpProxy(t, { authorization: 'Basic dTpwQHNz' });
    const server = await startServer(secure);
    const inAddress = proxy.address.replace('//', '//u:p%40ss@');
    for (const settings of [{ proxy: proxy.address, proxyAuthorization: 'Basic dTpwQHNz' }, { proxy: inAddress }]) {
      const transport = createTransport({ connectTimeout: 1000, extraCertificates, ...settings });
      t.after(() => transport.close());
      const { client } = await setUpClient(t, [json({ id: 12 })], { server, transport });
      await client.read(12);
      assert.equal(transport.proxyFor(new URL(server.origin)), proxy.address);
    }
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['proxy-authorization']),
      [undefined, undefined],
    );
  });

  test(`${scheme}: a proxy that asks for authentication in vain`, async (t) => {
    const proxy = await setUpProxy(t, { authorization: 'Basic dTpwQHNz' });
    const server = await startServer(secure);
    const settings = { proxy: proxy.address, proxyAuthorization: 'Basic s3cret', extraCertificates };
    const { client } = await setUpClient(t, [json({})], { server, settings });
    for (const ended of [client.read(12), client.write('PATCH', 12, '{}')]) {
      const error = await failure(ended, 'proxy');
      assert.match(messageOf(error), /requires authentication/);
      assert.ok(messageOf(error).includes(proxy.address));
      assert.doesNotMatch(messageOf(error), /s3cret/);
    }
    assert.equal(server.connections, 0);
    assert.equal(proxy.authorizations.length, 2);
  });

  test(`${scheme}: a proxy that is not there`, async (t) => {
    const proxy = await startForwardProxy();
    await proxy.close();
    const server = await startServer(secure);
    const { client } = await setUpClient(t, [json({})], { server, settings: { proxy: proxy.address } });
    assert.match(messageOf(await failure(client.read(12), 'proxy')), /could not be reached/);
    await failure(client.write('PATCH', 12, '{}'), 'proxy');
  });

  test(`${scheme}: a write lost behind the proxy has an unknown outcome`, async (t) => {
    const proxy = await setUpProxy(t);
    const server = await startServer(secure);
    const settings = { proxy: proxy.address, extraCertificates };
    const { client } = await setUpClient(t, [reset, silence], { server, settings });
    await failure(client.write('PATCH', 12, '{}'), 'unknownOutcome');
    const controller = new AbortController();
    const write = client.write('PATCH', 12, '{}', { signal: controller.signal });
    await server.nextRequest();
    controller.abort();
    await failure(write, 'unknownOutcome');
    await server.allClosed();
    assert.equal(server.requests.length, 2);
  });

  test(`${scheme}: noProxy goes direct`, async (t) => {
    const proxy = await setUpProxy(t, { refuseWith: 403 });
    const server = await startServer(secure);
    const settings = { proxy: proxy.address, noProxy: [`127.0.0.1:${server.port}`], extraCertificates };
    const { client, transport } = await setUpClient(t, [json({ id: 12 })], { server, settings });
    await client.read(12);
    assert.equal(transport.proxyFor(new URL(server.origin)), undefined);
    assert.equal(proxy.tunnels.length + proxy.forwarded.length, 0);
  });
}

test('a tunnel that the proxy refuses', async (t) => {
  const proxy = await setUpProxy(t, { refuseWith: 403 });
  const server = await startServer(true);
  const { client } = await setUpClient(t, [json({})], { server, settings: { proxy: proxy.address } });
  const error = await failure(client.write('PATCH', 12, '{}'), 'proxy');
  assert.match(messageOf(error), /refused the connection \(status 403\)/);
  assert.equal(error.status, 403);
  await failure(client.read(12), 'proxy');
  assert.equal(proxy.tunnels.length, 2);
});

test('a proxy that accepts and says nothing is left when the time is up', async (t) => {
  const mute = await startMisbehavingServer();
  t.after(() => mute.close());
  mute.script(silence);
  const server = await startServer(true);
  const proxy = mute.origin;
  const { client } = await setUpClient(t, [json({})], {
    server,
    settings: { proxy, connectTimeout: 100 },
    timeout: 300,
  });
  await failure(client.write('PATCH', 12, '{}'), 'timeout');
  await mute.allClosed();
});

for (const certificate of ['unknownAuthority', 'wrongName'] as const) {
  for (const secure of [false, true]) {
    test(`${secure ? 'https' : 'http'}: a proxy whose certificate is ${certificate} gets nothing`, async (t) => {
      const proxy = await setUpProxy(t, { certificate: certificates[certificate] });
      const server = await startServer(secure);
      const { client } = await setUpClient(t, [json({})], {
        server,
        settings: { proxy: proxy.address, extraCertificates },
      });
      await failure(client.write('PATCH', 12, '{}'), 'proxy');
      assert.equal(proxy.tunnels.length + proxy.forwarded.length, 0);
    });
  }
}

test('the certificate of the service is checked through a tunnel too', async (t) => {
  const proxy = await setUpProxy(t);
  const server = await startMisbehavingServer({ certificate: certificates.wrongName });
  const { client } = await setUpClient(t, [json({ id: 12 })], {
    server,
    settings: { proxy: proxy.address, extraCertificates },
  });
  await failure(client.read(12), 'tls');
  const settings = { proxy: proxy.address, strictSSL: false };
  const careless = await setUpClient(t, [json({ id: 12 })], { server, settings });
  await careless.client.read(12);
});

for (const proxy of ['socks5://127.0.0.1:1080', 'http://', 'http://u%:p@127.0.0.1', 'not a proxy']) {
  test(`the proxy setting "${proxy}" is refused when it is needed`, async (t) => {
    const { client } = await setUpClient(t, [json({})], { settings: { proxy } });
    assert.match(messageOf(await failure(client.read(12), 'proxy')), /^The .*proxy address.*\.$/);
  });
}

test('an empty proxy setting is none', async (t) => {
  const { client } = await setUpClient(t, [json({})], { settings: { proxy: ' ' } });
  await client.read(12);
});

const BYPASS: readonly [string, string, boolean][] = [
  ['http://host.example', 'host.example', true],
  ['http://HOST.example', ' Host.Example ', true],
  ['http://sub.host.example', 'host.example', true],
  ['http://sub.host.example', '.host.example', true],
  ['http://sub.host.example', '*.host.example', true],
  ['http://ghost.example', 'host.example', false],
  ['http://host.example.org', 'host.example', false],
  ['https://host.example', 'host.example:443', true],
  ['https://host.example:8443', 'host.example:443', false],
  ['http://anything', '*', true],
  ['http://10.0.0.1:8000', '10.0.0.1', true],
  ['http://10.0.0.1:8000', '10.0.0.1:8000', true],
  ['http://10.0.0.11', '10.0.0.1', false],
  ['http://[::1]:8000', '::1', true],
  ['http://[::1]:8000', '[::1]', true],
  ['http://[::1]:8000', '[::1]:8000', true],
  ['http://[::1]:8000', '[::1]:9000', false],
  ['http://host.example', '', false],
  ['http://host.example', '.', false],
];
test('a proxy elsewhere is not asked for services of this machine; a proxy on it is', () => {
  const proxyFor = (proxy: string, url: string) => createTransport({ proxy, connectTimeout: 1 }).proxyFor(new URL(url));
  for (const here of ['http://127.0.0.1', 'http://127.0.1.1:8000', 'https://localhost', 'http://[::1]:8000']) {
    assert.equal(proxyFor('proxy.example.org:3128', here), undefined, here);
  }
  assert.equal(proxyFor('proxy.example.org:3128', 'http://a.example'), 'http://proxy.example.org:3128');
  for (const own of ['http://127.0.0.1:8080', 'http://localhost:8080', 'localhost:8080', 'http://[::1]:8080']) {
    assert.ok(proxyFor(own, 'http://127.0.0.1'), own);
  }
});

test('noProxy entries', () => {
  for (const [url, entry, expected] of BYPASS) {
    assert.equal(bypassesProxy(new URL(url), ['other.example', entry]), expected, `${url} and ${entry}`);
  }
  assert.equal(bypassesProxy(new URL('http://host.example'), []), false);
});
