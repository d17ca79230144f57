import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startForwardProxy } from '../../support/forwardProxy.ts';
import { logFile } from '../../support/host/logFile.ts';
import { replaceResolver } from '../../support/host/proxyResolver.ts';
import { closeAll, command, configure, edit, openRecord, startDesk } from '../../support/host/records.ts';
import type { Interception, RecordService } from '../../support/recordService.ts';
import { aSecret, holdsSecret } from '../../support/secret.ts';

/** A line without what differs from run to run. */
const plain = (line: string) =>
  line
    .replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} /, '')
    .replace(/ \d+ ms /, ' … ms ')
    .replace(/http:\/\/127\.0\.0\.1:\d+/, '');

suite('Log', () => {
  let service: RecordService;
  const size = () => Buffer.byteLength(JSON.stringify(service.record(5)));
  const answering =
    (status: number, headers: Record<string, string> = {}): Interception =>
    (_request, response) =>
      response.writeHead(status, headers).end('{"detail":"Said by the service."}');
  const detail = Buffer.byteLength('{"detail":"Said by the service."}');

  suiteSetup(async () => {
    service = await startDesk([5]);
    // The log begins with the extension.
    await openRecord('desk', 5);
  });
  setup(closeAll);
  teardown(async () => {
    service.calm();
    await configure({ desk: { baseUrl: service.baseUrl } });
  });
  suiteTeardown(async () => {
    await closeAll();
    await service.close();
  });

  test('each request is one line: method, address, status, time, bytes, attempt', async () => {
    const log = logFile();
    const document = await openRecord('desk', 5);
    const before = size();
    await edit(document, 'title', '"A title that is nobody’s business"');
    await document.save();
    assert.deepEqual(log().map(plain), [
      `[info] GET /api/v2/video/5 200 … ms ${before} bytes, attempt 1`,
      `[info] GET /api/v2/video/5 200 … ms ${before} bytes, attempt 1`,
      `[info] PATCH /api/v2/video/5 200 … ms ${size()} bytes, attempt 1`,
    ]);
  });

  test('a failed attempt is a warning, and the one that works after it is not', async () => {
    const log = logFile();
    service.intercept('GET', answering(503));
    service.intercept('GET', (_request, response) => response.destroy());
    await openRecord('desk', 5);
    assert.deepEqual(log().map(plain), [
      `[warning] GET /api/v2/video/5 503 (unavailable) … ms ${detail} bytes, attempt 1`,
      '[warning] GET /api/v2/video/5 no answer (network) … ms 0 bytes, attempt 2',
      `[info] GET /api/v2/video/5 200 … ms ${size()} bytes, attempt 3`,
    ]);
  });

  test('what failed in the end is an error, in English and with its code', async () => {
    const log = logFile();
    service.intercept('GET', answering(401));
    await assert.rejects(async () => openRecord('desk', 5));
    const [request, failure, ...rest] = log().map(plain);
    assert.equal(request, `[warning] GET /api/v2/video/5 401 (unauthorized) … ms ${detail} bytes, attempt 1`);
    assert.equal(failure, '[error] unauthorized (credentialMissing) GET /api/v2/video/5 401');
    assert.deepEqual(rest, []);
  });

  test('a record that is not there is an answer like any other', async () => {
    const log = logFile();
    await assert.rejects(async () => openRecord('desk', 6));
    assert.match(log().map(plain)[0] ?? '', /^\[info\] GET \/api\/v2\/video\/6 404 \(notFound\) /);
  });

  test('no secret: of a credential, of a query, of an address, of a proxy', async () => {
    const log = logFile();
    const [password, query] = ['zq-password', 'zq-query-token'];
    await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
    const http = vscode.workspace.getConfiguration('http');
    const proxy = await startForwardProxy({ authorization: `Basic ${btoa(`me:${password}`)}` });
    const withPassword = proxy.address.replace('//', `//me:${password}@`);
    const restore = replaceResolver(async () => withPassword);
    try {
      await http.update('proxy', withPassword, vscode.ConfigurationTarget.Global);
      const location = `${service.baseUrl}/api/v2/video/5/?token=${query}`;
      service.intercept('GET', answering(302, { location: location.replace('//', `//me:${password}@`) }));
      await openRecord('desk', 5);
      assert.ok(proxy.forwarded.includes(location), proxy.forwarded.join());
      await closeAll();
      service.intercept('GET', answering(302, { location: `http://me:${password}@elsewhere.example/?token=${query}` }));
      await assert.rejects(async () => openRecord('desk', 5));
      const address = `http://me:${password}@127.0.0.1/api/v2/video/5?token=${query}`;
      await assert.rejects(async () => command('open', address));
      await assert.rejects(async () => command('addService', { baseUrl: address }));
      await command('testConnection', 'desk');
    } finally {
      restore();
      await http.update('proxy', undefined, vscode.ConfigurationTarget.Global);
      await command('clearCredential', 'desk');
      await proxy.close();
    }
    const text = log().join('\n');
    assert.match(text, /GET \S+\/api\/v2\/video\/5\/ 200 /);
    assert.match(text, /redirect \(redirectElsewhere\) GET \S+\/api\/v2\/video\/5 302/);
    assert.doesNotMatch(text, /zq-password|zq-query-token|Said by the service|nobody’s business/);
    assert.ok(!holdsSecret(text));
    assert.ok(!text.includes(btoa(`me:${password}`)));
  });
});
