import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { json } from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { type ForwardProxy, type ForwardProxyOptions, startForwardProxy } from '../../support/forwardProxy.ts';
import { closeAll, configure, openRecord } from '../../support/host/records.ts';
import { type MisbehavingServer, startMisbehavingServer } from '../../support/misbehavingServer.ts';
import { aRecord } from '../../support/recordService.ts';

const certificates = createCertificates();
const dispatchers = () => [1, 2].map((slot) => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${slot}`)));

suite('Network', () => {
  const before = dispatchers();
  const http = () => vscode.workspace.getConfiguration('http');
  const changed = new Set<string>();
  const proxies: ForwardProxy[] = [];
  const servers: MisbehavingServer[] = [];

  /** Returns once the extension, too, has been told. */
  const set = async (key: string, value: unknown) => {
    changed.add(key);
    await http().update(key, value, vscode.ConfigurationTarget.Global);
  };
  const proxyWith = async (options?: ForwardProxyOptions) => {
    const proxy = await startForwardProxy(options);
    proxies.push(proxy);
    return proxy;
  };
  const serve = async (secure: boolean) => {
    const server = await startMisbehavingServer(secure ? { certificate: certificates.valid } : {});
    servers.push(server);
    server.script(json(aRecord(5)));
    await configure({ desk: { baseUrl: server.origin } });
    return server;
  };
  const open = async () => {
    await openRecord('desk', 5);
    await closeAll();
  };

  teardown(async () => {
    await closeAll();
    for (const key of changed) await http().update(key, undefined, vscode.ConfigurationTarget.Global);
    changed.clear();
    for (const running of [...proxies.splice(0), ...servers.splice(0)]) await running.close();
  });

  test('a change of http.proxy counts from the next request on', async () => {
    const [proxy, server] = [await proxyWith(), await serve(false)];
    await open();
    assert.deepEqual(proxy.forwarded, []);
    await set('proxy', proxy.address);
    await open();
    assert.deepEqual(proxy.forwarded, [`${server.origin}/api/v2/video/5`]);
    await set('noProxy', ['127.0.0.1']);
    await open();
    assert.equal(proxy.forwarded.length, 1);
    await set('noProxy', undefined);
    await set('proxySupport', 'off');
    await open();
    assert.equal(proxy.forwarded.length, 1);
    assert.equal(server.requests.length, 4);
  });

  test('http.proxyAuthorization goes to the proxy and not to the service', async () => {
    const authorization = 'Basic bWU6Zm9yIHRoZSBwcm94eQ==';
    const [proxy, server] = [await proxyWith({ authorization }), await serve(false)];
    await set('proxy', proxy.address);
    await set('proxyAuthorization', authorization);
    await open();
    assert.deepEqual(proxy.authorizations, [authorization]);
    assert.equal(server.requests[0]?.headers['proxy-authorization'], undefined);
  });

  test('a proxy of the environment is used, with its exceptions', async () => {
    const [proxy] = [await proxyWith(), await serve(false)];
    process.env.HTTP_PROXY = proxy.address;
    try {
      await set('proxyStrictSSL', false);
      await open();
      assert.equal(proxy.forwarded.length, 1);
      process.env.NO_PROXY = 'localhost,127.0.0.1';
      await set('proxyStrictSSL', true);
      await open();
      assert.equal(proxy.forwarded.length, 1);
    } finally {
      delete process.env.HTTP_PROXY;
      delete process.env.NO_PROXY;
    }
  });

  test('a certificate of an unknown authority is refused; NODE_EXTRA_CA_CERTS makes it known', async () => {
    const server = await serve(true);
    await assert.rejects(open, /certificate of "desk" is not known/);
    const folder = await mkdtemp(join(tmpdir(), 'video-records-ca-'));
    try {
      process.env.NODE_EXTRA_CA_CERTS = join(folder, 'authority.pem');
      await writeFile(process.env.NODE_EXTRA_CA_CERTS, certificates.authority);
      await set('systemCertificates', false);
      await open();
      assert.equal(server.requests.length, 1);
    } finally {
      delete process.env.NODE_EXTRA_CA_CERTS;
      await rm(folder, { recursive: true });
    }
  });

  test('accepts any certificate only if http.proxyStrictSSL is off', async () => {
    const server = await serve(true);
    await set('proxyStrictSSL', false);
    await open();
    await set('proxyStrictSSL', true);
    await assert.rejects(open, /certificate of "desk" is not known/);
    assert.equal(server.requests.length, 1);
  });

  test('TLS goes through the proxy as a tunnel', async () => {
    const [proxy, server] = [await proxyWith(), await serve(true)];
    await set('proxy', proxy.address);
    await set('proxyStrictSSL', false);
    await open();
    assert.deepEqual(proxy.tunnels, [`127.0.0.1:${server.port}`]);
  });

  test('one connection serves many requests', async () => {
    const server = await serve(false);
    for (let count = 0; count < 3; count++) await open();
    assert.equal(server.requests.length, 3);
    assert.equal(server.connections, 1);
  });

  test('the request handling of other extensions is left as it was', () => {
    assert.deepEqual(dispatchers(), before);
  });
});
