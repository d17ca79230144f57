import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { serviceClients } from '../../../src/connections/clients.ts';
import { parseServices } from '../../../src/connections/parseSettings.ts';
import type { ConnectionTest } from '../../../src/connections/testConnection.ts';
import { isRecordError } from '../../../src/service/recordError.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { startForwardProxy } from '../../support/forwardProxy.ts';
import { closeAll, command, configure, edit, openRecord } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { type RecordService, startRecordService } from '../../support/recordService.ts';
import { aSecret, holdsSecret } from '../../support/secret.ts';

/** What a command failed with, all that a program can see of it. */
async function failureOf(promise: Thenable<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return `${(error as Error).stack} ${JSON.stringify(error)}`;
  }
  return assert.fail('Expected a failure.');
}

suite('Credentials', () => {
  let service: RecordService;
  let other: RecordService;
  const sent = () => service.requests.at(-1)?.headers;

  suiteSetup(async () => {
    service = await startRecordService([5]);
    other = await startRecordService([5]);
  });
  setup(() => configure({ desk: { baseUrl: service.baseUrl }, other: { baseUrl: other.baseUrl } }));
  teardown(async () => {
    await configure({ desk: { baseUrl: service.baseUrl }, other: { baseUrl: other.baseUrl } });
    await command('clearCredential', 'desk');
    await closeAll();
  });
  suiteTeardown(async () => {
    await service.close();
    await other.close();
  });

  test('a credential goes to its origin alone, until it is cleared', async () => {
    const value = `Token ${aSecret()}`;
    await command('setCredential', { service: 'desk', value });
    await openRecord('desk', 5);
    assert.equal(sent()?.authorization, value);
    await openRecord('other', 5);
    assert.equal(other.requests.at(-1)?.headers.authorization, undefined);
    await closeAll();
    await command('clearCredential', 'desk');
    await openRecord('desk', 5);
    assert.equal(sent()?.authorization, undefined);
  });

  for (const password of [' with blanks ', '']) {
    test(`the password "${password}" is sent as it was typed`, async () => {
      const answers = ['curator', password];
      const pickBasic = async (items: readonly vscode.QuickPickItem[]) =>
        items.find(({ detail }) => detail === 'Authorization: Basic …');
      const type = async (options: vscode.InputBoxOptions) => {
        const answer = answers.shift() ?? '';
        assert.equal(await options.validateInput?.(answer), undefined);
        // It would be cut there.
        if (!options.password) assert.match(String(await options.validateInput?.('ann:smith')), /colon/);
        return answer;
      };
      const setCredential = () => command('setCredential', 'desk');
      await withStandIn('showQuickPick', pickBasic, () => withStandIn('showInputBox', type, setCredential));
      await openRecord('desk', 5);
      assert.equal(sent()?.authorization, `Basic ${Buffer.from(`curator:${password}`).toString('base64')}`);
    });
  }

  test('a header of one’s own', async () => {
    const value = aSecret();
    await command('setCredential', { service: 'desk', header: 'X-Api-Key', value });
    await openRecord('desk', 5);
    assert.equal(sent()?.['x-api-key'], value);
  });

  test('a changed address does not inherit the secret', async () => {
    await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
    await configure({ desk: { baseUrl: other.baseUrl } });
    await openRecord('desk', 5);
    assert.equal(other.requests.at(-1)?.headers.authorization, undefined);
  });

  test("refuses a credential that can't be sent, without repeating it", async () => {
    for (const bad of [{ header: 'Host' }, { header: 'a b' }, { value: `${aSecret()}\r\nX: y` }, { value: '' }]) {
      const failure = await failureOf(command('setCredential', { service: 'desk', value: aSecret(), ...bad }));
      assert.match(failure, /invalid header name|can't be sent/);
      assert.ok(!holdsSecret(failure));
    }
    await openRecord('desk', 5);
    assert.equal(sent()?.authorization, undefined);
  });

  test('a stored credential is tested at once', async () => {
    const before = shownMessages().length;
    service.taken();
    await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
    assert.deepEqual(service.taken(), ['HEAD 1']);
    assert.deepEqual(shownMessages().slice(before), []);
    service.intercept('HEAD', (_request, response) => response.writeHead(401).end());
    await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
    const [message = ''] = shownMessages().slice(before);
    assert.match(JSON.parse(message)[0], /^"desk" rejected the stored credential/);
    assert.equal(JSON.parse(message)[1], 'Set Credential');
  });

  test('a credential that the service accepts is confirmed in the status bar', async () => {
    const { window } = vscode;
    const { setStatusBarMessage } = window;
    const shown: string[] = [];
    Reflect.set(window, 'setStatusBarMessage', (text: string) => shown.push(text));
    try {
      // Record 1 does not exist.
      service.intercept('HEAD', (_request, response) => response.writeHead(404).end());
      await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
      assert.match(shown.at(-1) ?? '', /was stored, and the service did not reject it\.$/);
      const document = await openRecord('desk', 5);
      await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
      // Everyone may read this record: nobody looked at the credential.
      assert.match(shown.at(-1) ?? '', /did not reject it\.$/);
      shown.length = 0;
      await edit(document, 'title', '"Saved with the credential"');
      const retry = document.uri.toString();
      await command('setCredential', { service: 'desk', value: `Token ${aSecret()}`, retry });
      assert.equal(shown.at(-1), '"desk" accepted the credential.');
      shown.length = 0;
      service.intercept('HEAD', (_request, response) => response.writeHead(401).end());
      await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
      assert.ok(!shown.join().includes('accepted'), shown.join());
    } finally {
      Reflect.set(window, 'setStatusBarMessage', setStatusBarMessage);
    }
  });

  test('Set Credential saves no document but a record of that service', async () => {
    const document = await openRecord('other', 5);
    await edit(document, 'title', '"Unsaved"');
    const file = vscode.Uri.file(join(await mkdtemp(join(tmpdir(), 'vr-retry-')), 'mine.txt'));
    await vscode.workspace.fs.writeFile(file, Buffer.from('mine'));
    const text = await vscode.workspace.openTextDocument(file);
    const change = new vscode.WorkspaceEdit();
    change.insert(file, new vscode.Position(0, 0), 'Not ');
    assert.ok(await vscode.workspace.applyEdit(change));
    for (const { uri } of [document, text]) {
      await command('setCredential', { service: 'desk', value: `Token ${aSecret()}`, retry: uri.toString() });
    }
    assert.deepEqual([document.isDirty, text.isDirty], [true, true]);
    assert.equal(other.record(5).title, 'Talk 5');
    await rm(dirname(file.fsPath), { recursive: true });
  });

  test('after a refused save, Set Credential carries on with it', async () => {
    const secret = aSecret();
    service.intercept('PATCH', (_request, response) => response.writeHead(401).end('{"detail":"Not you."}'));
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"After the credential"');
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    await command('setCredential', { service: 'desk', value: `Token ${secret}`, retry: document.uri.toString() });
    assert.equal(document.isDirty, false);
    assert.equal(service.record(5).title, 'After the credential');
    assert.equal(sent()?.authorization, `Token ${secret}`);
  });

  test('a service that repeats the secret does not get it shown', async () => {
    const secret = aSecret();
    await command('setCredential', { service: 'desk', value: `Token ${secret}` });
    service.intercept('GET', (_request, response) => response.writeHead(403).end(`{"detail":"No: ${secret}"}`));
    const failure = await failureOf(command('open', { service: 'desk', id: 5 }));
    assert.match(failure, /You are not allowed to read record 5/);
    assert.ok(!holdsSecret(failure), failure);
    // The run as a whole looks for secrets in every message: so this one must be among them.
    assert.match(shownMessages().at(-1) ?? '', /You are not allowed to read record 5/);
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Refused"');
    service.intercept('PATCH', (_request, response) => response.writeHead(403).end(`{"detail":"No: ${secret}"}`));
    assert.equal(await document.save(), false);
    assert.match(shownMessages().at(-1) ?? '', /You are not allowed to change record 5/);
  });

  test('Show Request shows the very headers of the write, the secret hidden', async () => {
    await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Reviewed"');
    await command('showRequest', document.uri);
    const { document: request } = vscode.window.activeTextEditor ?? {};
    assert.equal(request?.uri.scheme, 'videorecordrequest');
    const review = request?.getText() ?? '';
    await document.save();
    const own = new Set(['host', 'connection', 'content-length']);
    for (const [name, value] of Object.entries(sent() ?? {})) {
      if (own.has(name)) continue;
      assert.ok(review.includes(`\n${name}: ${name === 'authorization' ? '(hidden)' : value}\n`), `${name}\n${review}`);
    }
    assert.ok(!holdsSecret(review));
    await vscode.window.showTextDocument(document);
  });

  test('a keyring that can’t be read is named as the reason, and nothing is sent', async () => {
    const nothing = () => assert.fail('This is not needed.');
    const clients = serviceClients(
      { get: () => Promise.reject(new Error('locked')) },
      { credentialRefusal: nothing, allowWrite: nothing, dispose: nothing },
      vscode.window.createOutputChannel('locked', { log: true }),
    );
    const [desk] = parseServices({ desk: { baseUrl: service.baseUrl } }).services;
    service.taken();
    const client = await clients.client(desk ?? assert.fail());
    await assert.rejects(client.read(5), (failure) => {
      assert.equal(messageOf(failure), 'The credential for "desk" could not be read.');
      return isRecordError(failure);
    });
    assert.deepEqual(service.taken(), []);
  });

  test('no credential goes over plain http to another machine unasked', async () => {
    const proxy = await startForwardProxy({ everythingIs: service.baseUrl });
    const http = vscode.workspace.getConfiguration('http');
    await http.update('proxy', proxy.address, vscode.ConfigurationTarget.Global);
    try {
      await configure({ far: { baseUrl: 'http://records.example' } });
      service.taken();
      await command('setCredential', { service: 'far', value: `Token ${aSecret()}` });
      const failure = await failureOf(command('open', { service: 'far', id: 5 }));
      assert.match(
        failure,
        /The credential was not sent to http:\/\/records\.example: the connection is not encrypted/,
      );
      assert.deepEqual(proxy.forwarded, []);
      const { ok, steps } = await command<ConnectionTest>('testConnection', { service: 'far', id: 5 });
      assert.equal(ok, false);
      const failed = steps.find(({ state }) => state === 'failed');
      assert.equal(failed?.step, 'credential');
      assert.match(failed.text, /you did not agree to that/);
      assert.deepEqual(service.taken(), ['GET 5', 'OPTIONS 5']);
      assert.ok(service.requests.slice(-2).every(({ headers }) => headers.authorization === undefined));
      await command('clearCredential', 'far');
      await openRecord('far', 5);
      assert.deepEqual(service.taken(), ['GET 5']);
    } finally {
      await http.update('proxy', undefined, vscode.ConfigurationTarget.Global);
      await proxy.close();
    }
  });
});
