import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConnectionTest } from '../../../src/connections/connectionTest.ts';
import { closeAll, command, configure, openRecord } from '../../support/host/records.ts';
import { type RecordService, startRecordService } from '../../support/recordService.ts';

const setting = (key: string) => vscode.workspace.getConfiguration('videoRecords').get(key);
const setServices = async (value: unknown) =>
  vscode.workspace.getConfiguration('videoRecords').update('services', value, vscode.ConfigurationTarget.Global);

suite('Services', () => {
  let service: RecordService;

  suiteSetup(async () => {
    service = await startRecordService([1, 5]);
  });
  setup(() => configure({ desk: { baseUrl: service.baseUrl } }));
  suiteTeardown(async () => {
    await closeAll();
    await service.close();
  });

  test('Add Service with arguments asks nothing and keeps the others', async () => {
    const baseUrl = 'https://staging.videos.example.org/api/v2/video/5';
    assert.equal(await command('addService', { baseUrl, access: 'confirm' }), 'staging');
    assert.deepEqual(setting('services'), {
      desk: { baseUrl: service.baseUrl },
      staging: { baseUrl: 'https://staging.videos.example.org', access: 'confirm' },
    });
    assert.equal(await command('addService', { name: 'mine', baseUrl, saveMethod: 'put' }), 'mine');
    assert.deepEqual(Object.keys(setting('services') as object), ['desk', 'staging', 'mine']);
  });

  test('Add Service lets nobody write to what looks like production without being asked', async () => {
    assert.equal(await command('addService', { baseUrl: 'https://videos.example.org' }), 'videos');
    assert.deepEqual((setting('services') as Record<string, unknown>).videos, {
      baseUrl: 'https://videos.example.org',
      access: 'confirm',
    });
  });

  test('Add Service asks from the view’s title, where VS Code hands it the focused row', async () => {
    let closed = false;
    const adding = command('addService', { kind: 'record', service: 'desk', id: 5 }).finally(() => {
      closed = true;
    });
    while (!closed) await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await adding, undefined);
  });

  for (const [what, argument] of Object.entries({
    'a taken name': { name: 'desk', baseUrl: 'https://example.org' },
    'a name that cannot be used': { name: 'Not A Name', baseUrl: 'https://example.org' },
    'no web address': { baseUrl: 'example' },
    'no address': { name: 'nowhere' },
    'a number': 42,
    'an access that does not exist': { baseUrl: 'https://example.org', access: 'readwrite' },
  })) {
    test(`Add Service refuses ${what} and leaves the settings alone`, async () => {
      const before = setting('services');
      await assert.rejects(async () => command('addService', argument));
      assert.deepEqual(setting('services'), before);
    });
  }

  test('Add Service does not write over an entry that cannot be used', async () => {
    const baseUrl = 'https://staging.videos.example.org';
    const broken = { baseUrl: 'https://old.example.org', access: 'readonly' };
    await configure({ desk: { baseUrl: service.baseUrl }, staging: broken });
    await assert.rejects(async () => command('addService', { name: 'staging', baseUrl }), /already is a service named/);
    assert.equal(await command('addService', { baseUrl }), 'staging-2');
    assert.deepEqual((setting('services') as Record<string, unknown>).staging, broken);
  });

  for (const value of ['https://example.org', ['desk'], 5]) {
    test(`Add Service leaves the setting alone where it holds ${JSON.stringify(value)}`, async () => {
      await setServices(value);
      await assert.rejects(
        async () => command('addService', { baseUrl: 'https://example.org' }),
        /videoRecords\.services in the user settings is not an object/,
      );
      assert.deepEqual(setting('services'), value);
    });
  }

  test('Select Default Service sets it, and knows only services that exist', async () => {
    await configure({ desk: { baseUrl: service.baseUrl }, other: { baseUrl: 'https://example.org' } });
    assert.equal(await command('selectService', 'other'), 'other');
    assert.equal(setting('defaultService'), 'other');
    await assert.rejects(async () => command('selectService', 'nowhere'), /There is no service named "nowhere"/);
  });

  test('one bad entry does not take the others with it', async () => {
    await configure(
      { Bad: { baseUrl: 'x' }, worse: 5, desk: { baseUrl: service.baseUrl } },
      { defaultService: 'desk' },
    );
    assert.equal((await openRecord('desk', 5)).uri.authority, 'desk');
    await assert.rejects(async () => command('open', { service: 'worse', id: 5 }));
  });

  test('Test Connection tells each step and shows a report', async () => {
    const test = await command<ConnectionTest>('testConnection', { service: 'desk', id: 5 });
    assert.ok(test.ok, JSON.stringify(test));
    assert.deepEqual(
      test.steps.map(({ step }) => step),
      ['address', 'name', 'connection', 'tls', 'answer', 'record', 'writing'],
    );
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'videorecordconnection');
    assert.equal(document?.languageId, 'markdown');
    assert.match(document?.getText() ?? '', /^# Connection to desk\n.*\nThe connection works\.\n/s);
    assert.match(document?.getText() ?? '', /Talk 5/);
  });

  test('Test Connection takes the name alone, and shows anew what has changed', async () => {
    const first = await command<ConnectionTest>('testConnection', 'desk');
    assert.equal(first.id, 1);
    service.intercept('GET', (_request, response) => response.writeHead(401).end('{"detail":"Who are you?"}'));
    const second = await command<ConnectionTest>('testConnection', 'desk');
    assert.equal(second.ok, false);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /It stopped here: .*Who are you\?/);
  });

  for (const row of [
    { kind: 'group', id: 'pinned', label: 'Pinned' },
    { kind: 'group', id: 'service:desk', label: 'desk', service: 'desk' },
  ]) {
    test(`Test Connection from the view’s title, with the focus on the group ${row.id}`, async () => {
      const { ok, id } = await command<ConnectionTest>('testConnection', row);
      assert.deepEqual({ ok, id }, { ok: true, id: 1 });
    });
  }

  test('Test Connection refuses an id that is none', async () => {
    for (const id of ['5', 'pinned', 0, -1, 1.5, null]) {
      await assert.rejects(async () => command('testConnection', { service: 'desk', id }), /whole number above zero/);
    }
    const row = { kind: 'record', service: 'desk', id: -5 };
    await assert.rejects(async () => command('testConnection', row), /whole number above zero/);
  });

  test('Test Connection of a service that does not exist says so', async () => {
    await assert.rejects(async () => command('testConnection', 'nowhere'), /There is no service named "nowhere"/);
  });
});
