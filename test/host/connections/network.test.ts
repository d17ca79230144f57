import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ConnectionTest } from '../../../src/connections/testConnection.ts';
import { json } from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { type ForwardProxy, type ForwardProxyOptions, startForwardProxy } from '../../support/forwardProxy.ts';
import { logFile } from '../../support/host/logFile.ts';
import { replaceResolver } from '../../support/host/proxyResolver.ts';
import { closeAll, command, configure, openRecord } from '../../support/host/records.ts';
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
  const replaced: (() => void)[] = [];

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
    for (const restore of replaced.splice(0)) restore();
    for (const key of changed) await http().update(key, undefined, vscode.ConfigurationTarget.Global);
    changed.clear();
    for (const running of [...proxies.splice(0), ...servers.splice(0)]) await running.close();
  });

  /** Another machine, which only proxies know. */
  const far = 'http://records.invalid';
  const notFound = /Could not find|could not be found/;

  test('a change of http.proxy, http.noProxy and http.proxySupport counts from the next request on', async () => {
    const server = await serve(false);
    const options = { everythingIs: server.origin };
    const [one, other] = [await proxyWith(options), await proxyWith(options)];
    const passed = () => [one.forwarded.length, other.forwarded.length];
    await configure({ desk: { baseUrl: far } });
    await set('proxy', one.address);
    await open();
    assert.deepEqual(one.forwarded, [`${far}/api/v2/video/5`]);
    await set('proxy', other.address);
    await open();
    assert.deepEqual(passed(), [1, 1]);
    await set('noProxy', ['records.invalid']);
    await assert.rejects(open, notFound);
    await set('noProxy', undefined);
    await set('proxySupport', 'off');
    await assert.rejects(open, notFound);
    assert.deepEqual(passed(), [1, 1]);
    await set('proxySupport', undefined);
    await configure({ desk: { baseUrl: server.origin } });
    await open();
    assert.deepEqual(passed(), [1, 1], 'this machine is reached without a proxy');
  });

  test('each origin goes where a PAC script would send it', async () => {
    const [one, other] = [await proxyWith(), await proxyWith()];
    const near = await serve(false);
    const [archive, vault] = [await serve(false), await serve(false)];
    await configure({
      desk: { baseUrl: near.origin },
      archive: { baseUrl: archive.origin },
      vault: { baseUrl: vault.origin },
    });
    const ways = new Map([
      [`${archive.origin}/`, one.address],
      [`${vault.origin}/`, other.address],
    ]);
    replaced.push(replaceResolver(async (url: string) => ways.get(url)));
    for (const service of ['desk', 'archive', 'vault']) await openRecord(service, 5);
    assert.deepEqual(one.forwarded, [`${archive.origin}/api/v2/video/5`]);
    assert.deepEqual(other.forwarded, [`${vault.origin}/api/v2/video/5`]);
    const { steps } = await command<ConnectionTest>('testConnection', { service: 'archive', id: 5 });
    const text = steps.find(({ step }) => step === 'proxy')?.text;
    assert.equal(text, one.address);
  });

  test('http.proxyAuthorization goes to the proxy and not to the service', async () => {
    const authorization = 'Basic bWU6Zm9yIHRoZSBwcm94eQ==';
    const server = await serve(false);
    const proxy = await proxyWith({ authorization, everythingIs: server.origin });
    await configure({ desk: { baseUrl: far } });
    await set('proxy', proxy.address);
    await set('proxyAuthorization', authorization);
    await open();
    assert.deepEqual(proxy.authorizations, [authorization]);
    assert.equal(server.requests[0]?.headers['proxy-authorization'], undefined);
  });

  test('without VS Code’s resolver, http.proxy or the environment decides, and the log says so once', async () => {
    const server = await serve(false);
    await open();
    const log = logFile();
    const options = { everythingIs: server.origin };
    const [one, other] = [await proxyWith(options), await proxyWith(options)];
    await configure({ desk: { baseUrl: far } });
    replaced.push(replaceResolver(undefined));
    process.env.HTTP_PROXY = other.address;
    try {
      await set('proxy', one.address);
      await open();
      assert.deepEqual([one.tunnels.length, other.tunnels.length], [1, 0]);
      replaceResolver(async () => Promise.reject(new Error('No.')));
      await set('proxy', undefined);
      await open();
      assert.deepEqual([one.tunnels.length, other.tunnels.length], [1, 1]);
      await set('noProxy', ['*']);
      await assert.rejects(open, notFound);
    } finally {
      delete process.env.HTTP_PROXY;
    }
    const warnings = log().filter((line) => line.includes("VS Code's proxy resolver can't be used (it is missing)"));
    assert.equal(warnings.length, 1);
    assert.equal(log().filter((line) => line.includes('proxy resolver')).length, 1);
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
    const server = await serve(true);
    const proxy = await proxyWith({ everythingIs: server.origin });
    await configure({ desk: { baseUrl: 'https://records.invalid' } });
    await set('proxy', proxy.address);
    await set('proxyStrictSSL', false);
    await open();
    assert.deepEqual(proxy.tunnels, ['records.invalid:443']);
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
