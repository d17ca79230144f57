import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { configuredServices } from '../../../src/connections/configuredServices.ts';
import { statusBar } from '../../../src/connections/statusBar.ts';
import type { ConnectionTest } from '../../../src/connections/testConnection.ts';
import {
  answering,
  closeAll,
  command,
  configure,
  openRecord,
  startDesk,
  undoing,
  until,
} from '../../support/host/records.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { openSheet } from '../../support/host/worksheets.ts';
import type { RecordService } from '../../support/recordService.ts';
import { sharedMemory } from '../../unit/recent/memory.ts';

const setting = (key: string) => vscode.workspace.getConfiguration('videoRecords').get(key);
const setServices = async (value: unknown) =>
  vscode.workspace.getConfiguration('videoRecords').update('services', value, vscode.ConfigurationTarget.Global);

/** What the status bar shows for the active editor. */
async function inStatusBar(): Promise<string> {
  const { createStatusBarItem } = vscode.window;
  const memory = { ...sharedMemory(), keys: () => [] } as unknown as vscode.Memento;
  const services = configuredServices(() => assert.fail(), memory);
  const shown = new Promise<string>((resolve) => {
    const item = { text: '', show: () => resolve(item.text), hide: () => resolve(''), dispose: () => {} };
    Reflect.set(vscode.window, 'createStatusBarItem', () => item);
  });
  const bar = statusBar(services, { lockReason: () => undefined }, new vscode.EventEmitter<never>().event);
  Reflect.set(vscode.window, 'createStatusBarItem', createStatusBarItem);
  return shown.finally(() => vscode.Disposable.from(bar, services).dispose());
}

suite('Services', () => {
  let service: RecordService;

  suiteSetup(async () => {
    service = await startDesk([1, 5]);
  });
  setup(() => configure({ desk: { baseUrl: service.baseUrl } }));
  teardown(closeAll);
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

  test('Add Service proposes to ask before saving to a production service', async () => {
    assert.equal(await command('addService', { baseUrl: 'https://videos.example.org' }), 'videos');
    assert.deepEqual((setting('services') as Record<string, unknown>).videos, {
      baseUrl: 'https://videos.example.org',
      access: 'confirm',
    });
  });

  test('Add Service is as strict as the strictest service of the origin, and asks before it allows more', async () => {
    const live = { baseUrl: 'https://staging.example.org' };
    const entries = (access: string) => ({ live: { ...live, access }, open: { baseUrl: `${live.baseUrl}/open` } });
    const added = () => (setting('services') as Record<string, unknown>).added;
    const question = 'Allow more access to the service "added"?';
    const add = (access?: string, choice?: string) =>
      answering(choice, () => command('addService', { ...live, name: 'added', access }));
    for (const access of ['confirm', 'readOnly']) {
      await configure(entries(access));
      assert.deepEqual(await add('readWrite'), [question]);
      assert.equal(added(), undefined);
      assert.deepEqual(await add(), []);
      assert.deepEqual(added(), { ...live, access });
    }
    await configure(entries('confirm'));
    assert.deepEqual(await add('readOnly'), []);
    await configure(entries('readOnly'));
    assert.deepEqual(await add('confirm', 'Change Access'), [question]);
    assert.deepEqual(added(), { ...live, access: 'confirm' });
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
    await assert.rejects(async () => command('addService', { name: 'staging', baseUrl }), /already exists/);
    assert.equal(await command('addService', { baseUrl }), 'staging-2');
    assert.deepEqual((setting('services') as Record<string, unknown>).staging, broken);
  });

  for (const value of ['https://example.org', ['desk'], 5]) {
    test(`Add Service leaves the setting alone where it holds ${JSON.stringify(value)}`, async () => {
      await setServices(value);
      await assert.rejects(
        async () => command('addService', { baseUrl: 'https://example.org' }),
        /videoRecords\.services must be an object/,
      );
      assert.deepEqual(setting('services'), value);
    });
  }

  test('Select Default Service sets it, and knows only services that exist', async () => {
    await configure({ desk: { baseUrl: service.baseUrl }, other: { baseUrl: 'https://example.org' } });
    assert.equal(await command('selectService', 'desk'), 'desk');
    assert.equal(await command('selectService', 'other'), 'other');
    assert.equal(setting('defaultService'), 'other');
    await undoing(() => command('selectService', 'desk'));
    await until('it is as before', () => setting('defaultService') === 'other');
    const raw = () => vscode.workspace.getConfiguration('videoRecords').inspect('defaultService')?.globalValue;
    for (const before of ['nowhere', undefined]) {
      await configure({ desk: { baseUrl: service.baseUrl } }, { defaultService: before });
      assert.deepEqual(await undoing(() => command('selectService', 'desk')), ['The default service is now "desk".']);
      await until('it is as before', () => raw() === before);
    }
    await assert.rejects(async () => command('selectService', 'nowhere'), /There is no service named "nowhere"/);
  });

  test('an invalid entry leaves the others usable', async () => {
    await configure(
      { Bad: { baseUrl: 'x' }, worse: 5, desk: { baseUrl: service.baseUrl } },
      { defaultService: 'desk' },
    );
    assert.equal((await openRecord('desk', 5)).uri.authority, 'desk');
    await assert.rejects(async () => command('open', { service: 'worse', id: 5 }));
  });

  /** Resolves once the report of the service is rendered, and its text says this. */
  const rendered = async (name: string, text: RegExp) => {
    const label = `Preview Connection to ${name}.md`;
    const uri = vscode.Uri.from({
      scheme: 'videorecordconnection',
      authority: name,
      path: `/Connection to ${name}.md`,
    });
    const document = await vscode.workspace.openTextDocument(uri);
    await until(`a report that says ${text}`, () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      const isRendered = activeTab?.input instanceof vscode.TabInputWebview && activeTab.label === label;
      return isRendered && text.test(document.getText().replaceAll('\\', ''));
    });
  };

  test('Test Connection reports each step and renders a report', async () => {
    const test = await command<ConnectionTest>('testConnection', { service: 'desk', id: 5 });
    assert.ok(test.ok, JSON.stringify(test));
    assert.deepEqual(
      test.steps.map(({ step }) => step),
      ['address', 'proxy', 'connection', 'answer', 'credential', 'record', 'writing'],
    );
    await rendered('desk', /^# Connection to desk\n.*\n\*\*The connection works\.\*\*\n.*Talk 5/s);
  });

  test('Test Connection accepts a name, and updates its report', async () => {
    const first = await command<ConnectionTest>('testConnection', 'desk');
    assert.equal(first.id, 1);
    service.intercept('GET', (_request, response) => response.writeHead(401).end('{"detail":"Who are you?"}'));
    const second = await command<ConnectionTest>('testConnection', 'desk');
    assert.equal(second.ok, false);
    await rendered(
      'desk',
      /\n\*\*No credential is set for "desk" .* Who are you\? Run Set Credential to add one\.\*\*\n/,
    );
  });

  test('Change Access changes the service where it is defined', async () => {
    assert.equal(await command('changeAccess', { service: 'desk', access: 'readOnly' }), 'readOnly');
    assert.deepEqual(setting('services'), { desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    await answering('Change Access', () => command('changeAccess', { service: 'desk', access: 'readWrite' }));
    assert.deepEqual(setting('services'), { desk: { baseUrl: service.baseUrl } });
  });

  test('a program that allows more access asks the user; less access needs no question', async () => {
    const access = () => (setting('services') as { desk: { access?: string } }).desk.access;
    const question = 'Allow more access to the service "desk"?';
    const change = (to: string, choice?: string) =>
      answering(choice, () => command('changeAccess', { service: 'desk', access: to }));
    assert.deepEqual(await change('readOnly'), []);
    for (const weaker of ['confirm', 'readWrite']) {
      assert.deepEqual(await change(weaker), [question]);
      assert.equal(access(), 'readOnly');
    }
    assert.deepEqual(await change('confirm', 'Change Access'), [question]);
    assert.equal(access(), 'confirm');
    assert.deepEqual(await change('confirm'), []);
    await assert.rejects(change('anything'), /"access" must be one of/);
  });

  test('Rename Service keeps its entry, its place and its being the default', async () => {
    const other = { baseUrl: 'https://example.org' };
    await configure({ desk: { baseUrl: service.baseUrl, access: 'confirm' }, other }, { defaultService: 'desk' });
    assert.equal(await command('renameService', { service: 'desk', name: 'table' }), 'table');
    assert.deepEqual(Object.entries(setting('services') as object), [
      ['table', { baseUrl: service.baseUrl, access: 'confirm' }],
      ['other', other],
    ]);
    assert.equal(setting('defaultService'), 'table');
  });

  for (const [name, complaint] of [
    ['Not A Name', /Use lowercase letters/],
    ['other', /A service named "other" already exists/],
  ] as const) {
    test(`Rename Service refuses "${name}"`, async () => {
      const entries = { desk: { baseUrl: service.baseUrl }, other: { baseUrl: 'https://example.org' } };
      await configure(entries);
      await assert.rejects(async () => command('renameService', { service: 'desk', name }), complaint);
      assert.deepEqual(setting('services'), entries);
    });
  }

  test('Remove Service asks whoever calls it, removes the entry, and the credential no other service needs', async () => {
    await configure({ desk: { baseUrl: service.baseUrl }, twin: { baseUrl: `${service.baseUrl}/twin` } });
    await command('setCredential', { service: 'desk', value: 'Token abcd', test: false });
    const remove = (name: string) => command('removeService', name);
    assert.deepEqual(await answering(undefined, () => remove('twin')), ['Remove the service "twin"?']);
    assert.ok(Object.hasOwn(setting('services') as object, 'twin'));
    await answering('Remove', () => remove('twin'));
    await openRecord('desk', 5);
    assert.equal(service.requests.at(-1)?.headers.authorization, 'Token abcd');
    await closeAll();
    await answering('Remove', () => remove('desk'));
    assert.deepEqual(setting('services'), {});
    await configure({ desk: { baseUrl: service.baseUrl } });
    await openRecord('desk', 5);
    assert.equal(service.requests.at(-1)?.headers.authorization, undefined);
  });

  test('Remove Service deletes nothing where the settings can’t be written', async () => {
    await command('updateCatalogue', { service: 'desk', ids: '5' });
    await vscode.commands.executeCommand('workbench.action.openSettingsJson');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.ok(await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), '\n')));
    await answering('Remove', () => assert.rejects(async () => command('removeService', 'desk')));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeAll();
    assert.match(
      (await command<string>('openWorksheet', { service: 'desk', query: '', fields: ['title'] })) ?? '',
      /ids%3D5/,
    );
    await closeAll();
  });

  for (const name of ['renameService', 'removeService']) {
    test(`${name} refuses while a record or a worksheet of the service is open`, async () => {
      const argument = { service: 'desk', name: 'table' };
      const openers = [
        () => openRecord('desk', 5),
        () => command('openWorksheet', { service: 'desk', ids: [1, 5], fields: ['title'] }),
      ];
      for (const open of openers) {
        await open();
        await assert.rejects(async () => command(name, argument), /Records of "desk" are open\. Close them first\./);
        assert.deepEqual(setting('services'), { desk: { baseUrl: service.baseUrl } });
        await closeAll();
      }
    });
  }

  test('adding a service does not change the default; a bare number goes to the service used last', async () => {
    await configure({ desk: { baseUrl: service.baseUrl } }, { defaultService: undefined });
    const opened = async () => (await command<string[]>('open', 5))?.[0];
    await command('addService', { name: 'other', baseUrl: `${service.baseUrl}/other` });
    assert.match((await opened()) ?? '', /^videorecord:\/\/desk\//);
    await closeAll();
    await openRecord('other', 1);
    assert.match((await opened()) ?? '', /^videorecord:\/\/other\//);
    await command('selectService', 'desk');
    assert.match((await opened()) ?? '', /^videorecord:\/\/desk\//);
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

  test('Test Connection asks which of several services, unless an editor tells', async () => {
    const { baseUrl } = service;
    await configure({ desk: { baseUrl }, other: { baseUrl } }, { defaultService: 'desk' });
    const tested = async () => {
      let asked = 0;
      const chooseOther = async (items: readonly vscode.QuickPickItem[]) => {
        asked += 1;
        return items.find(({ label }) => label === 'other');
      };
      const test = await withStandIn('showQuickPick', chooseOther, () => command<ConnectionTest>('testConnection'));
      return { service: test.service, asked };
    };
    await closeAll();
    assert.deepEqual(await tested(), { service: 'other', asked: 1 });
    await openSheet('desk', [5], ['title']);
    assert.deepEqual(await tested(), { service: 'desk', asked: 0 });
    await openRecord('other', 5);
    assert.deepEqual(await tested(), { service: 'other', asked: 0 });
  });

  test('Service Actions and the status bar are for the service of the active editor, also of a field’s text', async () => {
    const { baseUrl } = service;
    await configure({ desk: { baseUrl }, other: { baseUrl } }, { defaultService: 'desk' });
    const title = async () => {
      const titles: unknown[] = [];
      const cancel = async (_: unknown, options: vscode.QuickPickOptions) => void titles.push(options.title);
      await withStandIn('showQuickPick', cancel, () => vscode.commands.executeCommand('videoRecords.serviceActions'));
      return String(titles);
    };
    await openSheet('other', [5], ['title']);
    assert.match(await title(), /^other /);
    const record = await openRecord('other', 5);
    assert.match(await title(), /^other /);
    await command('editFieldAsText', { uri: record.uri, field: 'summary' });
    assert.match(await title(), /^other /);
    assert.equal(await inStatusBar(), '$(database) other #5');
  });

  test('Test Connection refuses an id that is none', async () => {
    for (const id of ['5', 'pinned', 0, -1, 1.5, null]) {
      await assert.rejects(async () => command('testConnection', { service: 'desk', id }), /positive integer/);
    }
    const row = { kind: 'record', service: 'desk', id: -5 };
    await assert.rejects(async () => command('testConnection', row), /positive integer/);
  });

  test('Test Connection of a service that does not exist says so', async () => {
    await assert.rejects(async () => command('testConnection', 'nowhere'), /There is no service named "nowhere"/);
  });
});
