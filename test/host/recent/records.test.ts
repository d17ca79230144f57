import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { configuredServices } from '../../../src/connections/configuredServices.ts';
import { recordsAreNamed, recordUri, targetRecords } from '../../../src/document/recordUri.ts';
import { type RecentRecords, recentRecords } from '../../../src/recent/records.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { RecordName, ServiceRequests, Services } from '../../../src/service/services.ts';
import { closeAll, configure, edit, openRecord, startDesk, until } from '../../support/host/records.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import type { RecordService } from '../../support/recordService.ts';
import { aSecret, holdsSecret } from '../../support/secret.ts';
import { sharedMemory } from '../../unit/recent/memory.ts';

const services = { all: () => [], find: () => undefined, default: () => undefined } as unknown as Services;
/** Services of one credential, or of a keyring that can't be read. */
const signedIn = (secrets: () => Promise<readonly string[]>) =>
  ({ ...services, find: () => ({ address: { origin: 'http://127.0.0.1' } }), secrets }) as unknown as Services;

/** What VS Code keeps of a view that nobody can look into. */
function aView() {
  const set: string[] = [];
  const view = {
    selection: [],
    onDidChangeVisibility: () => new vscode.Disposable(() => {}),
    get message() {
      return set.at(-1);
    },
    set message(text) {
      set.push(text ?? '');
    },
  };
  return { view: view as unknown as vscode.TreeView<never>, set };
}

/** The tree shows many changes at once, with a timer of no length. Timers of one length fire in their order. */
const shown = () => setTimeout(0);

suite('Recent records', () => {
  let service: RecordService;
  let records: RecentRecords;
  let message: () => string;
  let messages: readonly string[];
  const logged: string[] = [];
  const written = new vscode.EventEmitter<string>();
  /** What is stored, once it has all of these texts. */
  const storedWith = (...texts: readonly string[]) =>
    new Promise<string>((resolve) => {
      const listener = written.event((stored) => {
        if (!texts.every((text) => stored.includes(text))) return;
        listener.dispose();
        resolve(stored);
      });
    });
  const [five, six] = [5, 6].map((id) => ({ service: 'desk', id })) as [RecordName, RecordName];

  const start = (known: Services, view = aView().view) => {
    const log = { error: (line: string) => logged.push(line) } as unknown as vscode.LogOutputChannel;
    const memory = sharedMemory();
    const update = async (key: string, value: unknown) => {
      await memory.update(key, value);
      written.fire(JSON.stringify(value));
    };
    const kept = { ...memory, update, keys: () => [] } as unknown as vscode.Memento;
    records = recentRecords({ memory: kept, services: known, log }, view, () => {});
  };
  const run = async (command: 'pin' | 'removeRecent' | 'filterRecent' | 'clearRecent', argument?: unknown) => {
    await records.handlers[command]?.(argument);
    await shown();
  };
  const opened = async (name: RecordName, title: string) => {
    const record = parseRecord(JSON.stringify({ title }));
    const version = { record, serviceAddress: '', address: '', foundAt: '', order: 0, status: 200 };
    await records.note({ kind: 'opened', name, version });
    await shown();
  };
  const labels = () => {
    const rows = records.tree.getChildren().flatMap((group) => records.tree.getChildren(group));
    return rows.map((row) => records.tree.getTreeItem(row).label);
  };

  suiteSetup(async () => {
    service = await startDesk([5, 6]);
  });
  setup(() => {
    const { view, set } = aView();
    messages = set;
    message = () => set.at(-1) ?? '';
    start(services, view);
  });
  teardown(async () => {
    await run('filterRecent', '');
    records.dispose();
    assert.deepEqual(logged, []);
    await closeAll();
  });
  suiteTeardown(async () => {
    await configure({});
    await service.close();
  });

  test('a command acts on the rows it was run on, without the groups among them', () => {
    const group = { kind: 'group', id: 'pinned', label: 'Pinned' };
    const rows = [group, { kind: 'record', ...five }, { kind: 'record', ...six }];
    assert.deepEqual(targetRecords(rows[1], rows), [five, six]);
    assert.deepEqual(targetRecords(rows[2]), [six]);
    assert.deepEqual(targetRecords(group), []);
    assert.deepEqual(targetRecords(rows), [five, six]);
    // A record with two speakers is in two groups of the catalogue.
    assert.deepEqual(targetRecords(rows[1], [...rows, rows[1]]), [five, six]);
    assert.ok(!recordsAreNamed('12', undefined));
    assert.ok(recordsAreNamed('videorecord://staging/1.video.json', undefined));
  });

  test('Undo puts a removed pin back in its place', async () => {
    await opened(five, 'Harbours');
    await opened(six, 'Lanterns');
    await run('pin', five);
    await run('pin', six);
    const undo = async (...[, action]: unknown[]) => action;
    await withStandIn('showInformationMessage', undo, () => run('removeRecent', five));
    assert.deepEqual(labels(), ['5 Harbours', '6 Lanterns']);
  });

  test('the filter message disappears with the last match, so that the welcome view is seen', async () => {
    await opened(five, 'Harbours');
    await opened(six, 'Lanterns');
    await run('filterRecent', 'harbour');
    assert.equal(message(), 'Filter: harbour');
    await run('removeRecent', five);
    assert.equal(message(), '');
  });

  test('the filter message appears with the first match', async () => {
    await run('filterRecent', 'harbour');
    assert.equal(message(), '');
    await opened(six, 'Lanterns');
    assert.equal(message(), '');
    await opened(five, 'Harbours');
    assert.equal(message(), 'Filter: harbour');
    await run('filterRecent', '');
    assert.equal(message(), '');
  });

  test('the filter message is set only if it differs', async () => {
    await opened(five, 'Harbours');
    await run('filterRecent', 'harbour');
    await opened(five, 'Harbours at night');
    await opened(six, 'Lanterns');
    assert.deepEqual(messages, ['Filter: harbour']);
  });

  test('a record removed from the list while open has its title when it is pinned', async () => {
    await openRecord('desk', 6);
    await run('removeRecent', six);
    await run('pin', six);
    assert.deepEqual(labels(), ['6 Talk 6']);
  });

  test('a record that is opened again keeps its row until the rows are sorted', async () => {
    await opened(five, 'Harbours');
    await opened(six, 'Lanterns');
    assert.deepEqual(labels(), ['6 Lanterns', '5 Harbours']);
    await opened(five, 'Harbours');
    assert.deepEqual(labels(), ['6 Lanterns', '5 Harbours']);
    records.tree.sort();
    assert.deepEqual(labels(), ['5 Harbours', '6 Lanterns']);
  });

  test('a refresh asks the service for each record that is listed', async () => {
    await vscode.commands.executeCommand('videoRecords.clearRecent');
    await openRecord('desk', 5);
    await openRecord('desk', 6);
    service.taken();
    await vscode.commands.executeCommand('videoRecords.refreshRecent');
    assert.deepEqual(service.taken().toSorted(), ['HEAD 5', 'HEAD 6']);
  });

  test('a record is listed that VS Code opens by its URI, as at its start, or that is saved in its editor', async () => {
    const listed = async () => {
      service.taken();
      await vscode.commands.executeCommand('videoRecords.refreshRecent');
      return service.taken();
    };
    const open = async () => {
      await vscode.commands.executeCommand('videoRecords.clearRecent');
      await vscode.commands.executeCommand('vscode.open', recordUri(five));
      await until('it is shown', () => vscode.window.activeTextEditor?.document.uri.path === '/5.video.json');
    };
    await open();
    assert.deepEqual(await listed(), ['HEAD 5'], 'opened');
    // VS Code may keep the document for this program.
    await vscode.workspace.openTextDocument(recordUri(five));
    await closeAll();
    await open();
    assert.deepEqual(await listed(), ['HEAD 5'], 'opened again');

    await vscode.commands.executeCommand('videoRecords.clearRecent');
    assert.deepEqual(await listed(), []);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.ok(document);
    await edit(document, 'title', '"Harbours"');
    await document.save();
    assert.deepEqual(await listed(), ['HEAD 5'], 'saved');
  });

  test('a record without a known title is listed by its number', async () => {
    await run('pin', { service: 'desk', id: 7 });
    assert.deepEqual(labels(), ['7']);
  });

  test('a service that is in no setting has a row of its own kind, so that menus offer what works', async () => {
    const memory = { ...sharedMemory(), keys: () => [] } as unknown as vscode.Memento;
    const requests = { secrets: async () => [] } as unknown as ServiceRequests;
    const known = configuredServices(async () => requests, memory);
    const address = parseServiceAddress(service.baseUrl);
    known.addTemporary({ name: 'sample', address, saveMethod: 'auto', access: 'readWrite' });
    records.dispose();
    start(known);
    await run('pin', five);
    const rows = records.tree.getChildren().map((row) => records.tree.getTreeItem(row));
    assert.deepEqual(
      rows.map(({ label, contextValue }) => [label, contextValue]),
      [
        ['Pinned', 'pinnedGroup'],
        ['sample', 'service temporary'],
        ['desk', 'service'],
      ],
    );
    known.dispose();
  });

  test('a credential that the service repeats is not stored, nor a part of it where a title is cut', async () => {
    const secret = aSecret();
    records.dispose();
    start(signedIn(async () => [secret]));
    const stored = storedWith('long …', 'You sent …');
    await opened(five, `${'long '.repeat(57)}${secret}`);
    const document = await openRecord('desk', 6);
    await edit(document, 'title', JSON.stringify(`You sent ${secret}`));
    await run('removeRecent', six);
    await run('pin', six);
    assert.ok(!holdsSecret(await stored));
  });

  test('while the keyring can’t be read, records are stored with nothing of what they contain', async () => {
    let isLocked = true;
    records.dispose();
    start(signedIn(async () => (isLocked ? Promise.reject(new Error('The keyring is locked.')) : [])));
    const first = storedWith('"id":5');
    await opened(five, 'Harbours');
    assert.match(logged.splice(0).join(), /The keyring is locked\./);
    assert.doesNotMatch(await first, /Harbours/);
    isLocked = false;
    const both = storedWith('"id":5', 'Lanterns');
    await opened(six, 'Lanterns');
    assert.deepEqual(labels(), ['6 Lanterns', '5']);
    await both;
  });
});
