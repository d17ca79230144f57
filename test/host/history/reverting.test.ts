import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../../../src/api.ts';
import { isUnsaved } from '../../../src/files/tabs.ts';
import type { ShownWrite } from '../../../src/history/commands.ts';
import type { Journal } from '../../../src/history/journal.ts';
import { historyTree } from '../../../src/history/tree.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Services } from '../../../src/service/services.ts';
import {
  answering,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  replaceAll,
  reported,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { type RecordService, startRecordService } from '../../support/recordService.ts';

suite('Reverting saves', () => {
  let service: RecordService;
  let api: VideoRecordsApi;
  const five = { service: 'desk', id: 5 };

  setup(async () => {
    service = await startDesk([5, 77]);
    const extension = vscode.extensions.getExtension<VideoRecordsApi>('video-records.video-records');
    assert.ok(extension);
    api = await extension.activate();
    await answering('Delete History', () => command('deleteHistory'));
  });
  teardown(() => closeDesk(service));

  const newest = async (record = five): Promise<ShownWrite> => {
    const [write] = await command<readonly ShownWrite[]>('showHistory', record);
    return write ?? assert.fail('Nothing was recorded.');
  };
  const revert = async (argument: unknown) => {
    const uri = await command<string>('revertWrite', argument);
    return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  };
  const writes = () => service.requests.filter(({ method }) => method !== 'GET').length;

  test('the record shows the old values as unsaved changes, and nothing is written before it is saved', async () => {
    await api.save(five, { title: '"After"', tags: '["one","two"]' });
    const before = writes();
    const document = await revert((await newest()).entry);
    assert.ok(isUnsaved(document));
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.deepEqual([value(document, 'title'), value(document, 'tags')], ['Talk 5', ['boats', 'maps']]);
    assert.equal(writes(), before);
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.method, 'PATCH');
    assert.deepEqual(Object.keys(JSON.parse(service.requests.at(-1)?.body ?? '')).sort(), ['tags', 'title']);
    assert.equal(service.record(5).title, 'Talk 5');
  });

  test('says so in the status bar until the earlier values are saved', async () => {
    await api.save(five, { title: '"After"' });
    const said: { readonly text: string; readonly until: Promise<void> }[] = [];
    const note = (text: string, until: Promise<void>) => said.push({ text, until });
    const { entry } = await newest();
    const document = await withStandIn('setStatusBarMessage', note, () => revert(entry));
    const [message] = said;
    assert.match(message?.text ?? '', /^The earlier values are now in record 5 as unsaved changes\./);
    let isOver = false;
    const over = message?.until.then(() => {
      isOver = true;
    });
    await edit(document, 'summary', '"Typed"');
    assert.equal(isOver, false);
    assert.ok(await document.save());
    await over;
  });

  test('a revert can be reverted', async () => {
    // No test before has opened it: in a document that VS Code still keeps, a new service would be someone else's change.
    const fresh = { service: 'desk', id: 77 };
    await openRecord('desk', 77);
    await api.save(fresh, { title: '"After"' });
    assert.ok(await (await revert(await newest(fresh))).save());
    assert.equal(service.record(77).title, 'Talk 77');
    assert.ok(await (await revert(await newest(fresh))).save());
    assert.equal(service.record(77).title, 'After');
    assert.deepEqual((await newest(fresh)).fields, [{ field: 'title', before: '"Talk 77"', after: '"After"' }]);
  });

  test('a field that was changed again keeps its value and is named, with its time if it is known', async () => {
    await api.save(five, { title: '"After"', state: '2', summary: '"New"' });
    const { entry } = await newest();
    await api.save(five, { state: '3' });
    service.change(5, { summary: 'Someone else’s' });
    const before = shownMessages().length;
    const document = await revert(entry);
    assert.deepEqual(
      [value(document, 'title'), value(document, 'state'), value(document, 'summary')],
      ['Talk 5', 3, 'Someone else’s'],
    );
    const said = shownMessages().slice(before).join('\n');
    assert.match(said, /\\"state\\" was changed again \([^.)]*20\d\d[^.)]*\) and keeps its value/);
    assert.match(said, /\\"summary\\" was changed again and keeps its value/);
  });

  test('if nothing is left to revert, it says why and changes nothing', async () => {
    await api.save(five, { title: '"After"' });
    const { entry } = await newest();
    await api.save(five, { title: '"Again"' });
    assert.match(
      await reported('videoRecords.revertWrite', entry),
      /Nothing was changed in record 5.*changed again \(/,
    );
    await api.save(five, { title: '"Talk 5"' });
    assert.match(await reported('videoRecords.revertWrite', entry), /\\"title\\" already has its earlier value/);
    assert.ok(vscode.workspace.textDocuments.every((document) => !isUnsaved(document)));
  });

  test('other unsaved changes stay, and those in a field of the save are not overwritten', async () => {
    await api.save(five, { title: '"After"', state: '2' });
    const { entry } = await newest();
    const document = await openRecord('desk', 5);
    await edit(document, 'summary', '"Unsaved"');
    await edit(document, 'state', '9');
    const before = shownMessages().length;
    assert.equal(await revert(entry), document);
    assert.deepEqual(
      [value(document, 'title'), value(document, 'state'), value(document, 'summary')],
      ['Talk 5', 9, 'Unsaved'],
    );
    assert.match(shownMessages().slice(before).join('\n'), /\\"state\\" has unsaved changes, which are kept/);
    await vscode.commands.executeCommand('undo');
    await until('one undo takes the values out', () => value(document, 'title') === 'After');
    assert.equal(value(document, 'summary'), 'Unsaved');
  });

  test('an editor that shows an older version is brought up to date first', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'summary', '"Unsaved"');
    await api.save(five, { title: '"After"' });
    assert.equal(value(document, 'title'), 'Talk 5', 'unsaved changes keep the editor on its version');
    await revert(await newest());
    assert.deepEqual([value(document, 'title'), value(document, 'summary')], ['Talk 5', 'Unsaved']);
    await vscode.commands.executeCommand('undo');
    await until('the service’s version is below', () => value(document, 'title') === 'After');
  });

  test('a field that the save added is removed, and one that it removed comes back', async () => {
    const document = await openRecord('desk', 5);
    const { whiteboard, ...rest } = JSON.parse(document.getText());
    await replaceAll(document, JSON.stringify({ ...rest, extra: true }, null, 2));
    await command('saveWithPut', document.uri);
    await revert(await newest());
    const { extra, ...reverted } = JSON.parse(document.getText());
    assert.deepEqual([extra, reverted.whiteboard], [undefined, whiteboard]);
    await command('saveWithPut', document.uri);
    assert.deepEqual(['extra' in service.record(5), service.record(5).whiteboard], [false, whiteboard]);
  });

  test('a service whose name means another address now gets nothing', async () => {
    await api.save(five, { title: '"After"' });
    const { entry } = await newest();
    const other = await startRecordService([5]);
    await configure({ desk: { baseUrl: other.baseUrl } });
    assert.match(await reported('videoRecords.revertWrite', entry), /went to .* now means/);
    assert.deepEqual(other.requests, []);
    await configure({ renamed: { baseUrl: service.baseUrl }, desk: { baseUrl: other.baseUrl } });
    const document = await revert(entry);
    assert.equal(document.uri.authority, 'renamed');
    const [renamed] = await command<readonly ShownWrite[]>('showHistory', { service: 'renamed', id: 5 });
    assert.equal(renamed?.entry, entry);
    await other.close();
  });

  test('a read-only service is not filled', async () => {
    await api.save(five, { title: '"After"' });
    const { entry } = await newest();
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    assert.match(await reported('videoRecords.revertWrite', entry), /read-only/);
    assert.ok(vscode.workspace.textDocuments.every((document) => !isUnsaved(document)));
  });

  test('a row opens its record', async () => {
    await api.save(five, { title: '"After"' });
    const row = { kind: 'write', ...(await newest()) };
    const [uri] = await command<string[]>('open', row, undefined);
    assert.match(uri ?? '', /^videorecord:\/\/desk\/5-/);
  });

  test('a row has the name of its service now, and opens nothing where a name means another address', async () => {
    const { href } = parseServiceAddress(service.baseUrl);
    const write = { entry: 'one', time: Date.now(), ...five, title: 'After', serviceAddress: href, fields: ['title'] };
    const rowWith = async (addresses: Readonly<Record<string, string>>, of = 'desk') => {
      const all = Object.entries(addresses).map(([name, href]) => ({ name, address: { href } }));
      const services = { all: () => all, find: (name: string) => all.find((one) => one.name === name) };
      const journal = { list: async () => [write] } as unknown as Journal;
      const tree = historyTree(
        journal,
        services as unknown as Services,
        () => {},
        () => {},
      );
      const [day] = await tree.getChildren();
      const [row] = await tree.getChildren(day);
      assert.ok(row?.kind === 'write');
      tree.filter = { words: '', record: { service: of, id: 5 } };
      return [row.service, tree.getTreeItem(row).contextValue, (await tree.writes()).length];
    };
    assert.deepEqual(await rowWith({ desk: href }), ['desk', 'write', 1]);
    assert.deepEqual(await rowWith({ table: href }), ['table', 'write', 0]);
    assert.deepEqual(await rowWith({ table: href, desk: 'http://other.example' }), ['table', 'write', 0]);
    assert.deepEqual(await rowWith({ desk: 'http://other.example' }), ['desk', 'write elsewhere', 0]);
    assert.deepEqual(await rowWith({}), ['desk', 'write', 1]);
    assert.deepEqual(await rowWith({ desk: href, twin: href }), ['desk', 'write', 1]);
    assert.deepEqual(await rowWith({ desk: href, twin: href }, 'twin'), ['desk', 'write', 1]);
  });

  test('a save that is not in the history is refused', async () => {
    for (const argument of ['nothing', { entry: 'nothing' }, { batch: 'nothing' }, {}, 5]) {
      assert.match(await reported('videoRecords.revertWrite', argument), /no longer in the history/);
    }
  });

  test('Show Changes opens a read-only diff of exactly the changed fields', async () => {
    await api.save(five, { title: '"After"', tags: '["one"]' });
    await command('showWrite', await newest());
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [left, right] = await Promise.all(
      [input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()),
    );
    assert.deepEqual(JSON.parse(left ?? ''), { tags: ['boats', 'maps'], title: 'Talk 5' });
    assert.deepEqual(JSON.parse(right ?? ''), { tags: ['one'], title: 'After' });
    assert.equal(vscode.workspace.fs.isWritableFileSystem(input.modified.scheme), undefined);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, '5 After (Before ↔ After)');
  });
});
