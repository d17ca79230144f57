import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTransport, type Route } from '../../../src/service/transport.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { json, reset, silence } from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';
import { type ForwardProxyOptions, startForwardProxy, through } from '../../support/forwardProxy.ts';
import { startMisbehavingServer } from '../../support/misbehavingServer.ts';

const certificates = createCertificates();
const extraCertificates = async () => [certificates.authority];
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
      const settings = { routeTo: through(proxy.address), extraCertificates };
      const { client } = await setUpClient(t, [json({ id: 12 })], { server, settings, credential });
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
    });
  }
}

for (const secure of [false, true]) {
  const scheme = secure ? 'https' : 'http';

  test(`${scheme}: a proxy that asks for authentication gets it, and the service does not`, async (t) => {
    const proxy = await setUpProxy(t, { authorization: 'Basic dTpwQHNz' });
    const server = await startServer(secure);
    const inAddress = proxy.address.replace('//', '//u:p%40ss@');
    for (const settings of [
      { routeTo: through(proxy.address), proxyAuthorization: 'Basic dTpwQHNz' },
      { routeTo: through(inAddress) },
    ]) {
      const transport = createTransport({ connectTimeout: 1000, extraCertificates, ...settings });
      t.after(() => transport.close());
      const { client } = await setUpClient(t, [json({ id: 12 })], { server, transport });
      await client.read(12);
    }
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['proxy-authorization']),
      [undefined, undefined],
    );
  });

  test(`${scheme}: a proxy that asks for authentication in vain`, async (t) => {
    const proxy = await setUpProxy(t, { authorization: 'Basic dTpwQHNz' });
    const server = await startServer(secure);
    const settings = { routeTo: through(proxy.address), proxyAuthorization: 'Basic s3cret', extraCertificates };
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
    const { client } = await setUpClient(t, [json({})], { server, settings: { routeTo: through(proxy.address) } });
    assert.match(messageOf(await failure(client.read(12), 'proxy')), /could not be reached/);
    await failure(client.write('PATCH', 12, '{}'), 'proxy');
  });

  test(`${scheme}: a write lost behind the proxy has an unknown outcome`, async (t) => {
    const proxy = await setUpProxy(t);
    const server = await startServer(secure);
    const settings = { routeTo: through(proxy.address), extraCertificates };
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

  test(`${scheme}: a proxy that asks for Kerberos is named, with what to do`, async (t) => {
    for (const challenge of ['Negotiate', 'NTLM, Kerberos']) {
      const proxy = await setUpProxy(t, { authorization: 'Negotiate ticket', challenge });
      const server = await startServer(secure);
      const settings = { routeTo: through(proxy.address), extraCertificates };
      const { client } = await setUpClient(t, [json({})], { server, settings });
      const message = messageOf(await failure(client.read(12), 'proxy'));
      assert.ok(message.startsWith(`The proxy ${proxy.address} requires Kerberos or Windows authentication,`), message);
      assert.match(message, /Set http\.proxy to a proxy that signs in for you/);
    }
  });

  test(`${scheme}: each origin goes its own way, and a change counts for the next request`, async (t) => {
    const [one, other] = [await setUpProxy(t), await setUpProxy(t)];
    const [near, far] = [await startServer(secure), await startServer(secure)];
    const routes = new Map<string, Route>([[far.origin, { via: 'proxy', address: one.address }]]);
    const transport = createTransport({
      connectTimeout: 1000,
      extraCertificates,
      routeTo: async (origin) => routes.get(origin) ?? { via: 'direct' },
    });
    t.after(() => transport.close());
    const toNear = await setUpClient(t, [json({ id: 12 })], { server: near, transport });
    const toFar = await setUpClient(t, [json({ id: 12 })], { server: far, transport });
    const passed = () => [one, other].map(({ tunnels, forwarded }) => tunnels.length + forwarded.length);
    await toNear.client.read(12);
    assert.deepEqual(passed(), [0, 0]);
    await toFar.client.read(12);
    assert.deepEqual(passed(), [1, 0]);
    routes.set(far.origin, { via: 'proxy', address: other.address });
    await toFar.client.read(12);
    assert.deepEqual(passed(), [1, 1]);
    routes.clear();
    await toFar.client.read(12);
    assert.deepEqual(passed(), [1, 1]);
    assert.equal(far.requests.length, 3);
  });

  test(`${scheme}: where the way is not known, the setting decides, else the environment`, async (t) => {
    const [one, other] = [await setUpProxy(t), await setUpProxy(t)];
    const server = await startServer(secure);
    const variable = `${scheme}_proxy`;
    process.env[variable] = other.address;
    t.after(() => delete process.env[variable]);
    const read = async (proxy: string, noProxy: string) => {
      const routeTo = async (): Promise<Route> => ({ via: 'environment', proxy, noProxy });
      const { client } = await setUpClient(t, [json({ id: 12 })], { server, settings: { routeTo, extraCertificates } });
      await client.read(12);
      return [one.tunnels.length, other.tunnels.length];
    };
    assert.deepEqual(await read(one.address, ''), [1, 0]);
    assert.deepEqual(await read('', ''), [1, 1]);
    assert.deepEqual(await read(one.address, `a.example,127.0.0.1:${server.port}`), [1, 1]);
    const refusing = await setUpProxy(t, { refuseWith: 403 });
    await assert.rejects(read(refusing.address, ''), (error) => messageOf(error).includes(refusing.address));
    await assert.rejects(read('not a proxy', ''), (error) => /address of the proxy/.test(messageOf(error)));
  });
}

test('a tunnel that the proxy refuses', async (t) => {
  const proxy = await setUpProxy(t, { refuseWith: 403 });
  const server = await startServer(true);
  const { client } = await setUpClient(t, [json({})], { server, settings: { routeTo: through(proxy.address) } });
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
  const { client } = await setUpClient(t, [json({})], {
    server,
    settings: { routeTo: through(mute.origin), connectTimeout: 100 },
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
        settings: { routeTo: through(proxy.address), extraCertificates },
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
    settings: { routeTo: through(proxy.address), extraCertificates },
  });
  await failure(client.read(12), 'tls');
  const settings = { routeTo: through(proxy.address), strictSSL: false };
  const careless = await setUpClient(t, [json({ id: 12 })], { server, settings });
  await careless.client.read(12);
});

const UNUSABLE = [
  [
    'socks://127.0.0.1:1080',
    /^The proxy socks:\/\/127\.0\.0\.1:1080 is a SOCKS proxy, .* Set http\.proxy to an HTTP proxy/,
  ],
  ['socks4a://me:s3cret@127.0.0.1', /^The proxy socks4a:\/\/127\.0\.0\.1 is a SOCKS proxy,/],
  ['http://', /^The address of the proxy .* is not valid\.$/],
  ['ftp://127.0.0.1', /^The address of the proxy .* is not valid\.$/],
  ['http://u%:p@127.0.0.1', /^The address of the proxy in the settings or the environment is not valid\.$/],
] as const;
for (const [proxy, message] of UNUSABLE) {
  test(`the proxy "${proxy}" is refused when it is needed`, async (t) => {
    const { client, server } = await setUpClient(t, [json({})], { settings: { routeTo: through(proxy) } });
    assert.match(messageOf(await failure(client.read(12), 'proxy')), message);
    await failure(client.write('PATCH', 12, '{}'), 'proxy');
    assert.equal(server.connections, 0);
  });
}

test('a way that is not found in time ends the call, and nothing is sent', async (t) => {
  const settings = { routeTo: () => new Promise<Route>(() => {}) };
  const { client, server } = await setUpClient(t, [json({})], { settings, timeout: 100 });
  await failure(client.read(12), 'timeout');
  await failure(client.write('PATCH', 12, '{}'), 'timeout');
  await failure(client.read(12, { signal: AbortSignal.abort() }), 'cancelled');
  assert.equal(server.connections, 0);
});
