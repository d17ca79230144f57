import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import {
  closeAll,
  closeDesk,
  configure,
  edit,
  openRecord,
  replaceAll,
  reported,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { withSettings } from '../../support/host/settings.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { aRecord, type RecordService, reply, startRecordService } from '../../support/recordService.ts';

suite('The document', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([5, 6, 7, 71]);
  });
  teardown(() => closeDesk(service));

  test('one editor per record, whatever the words in its URI', async () => {
    const document = await openRecord('desk', 5);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse('videorecord://desk/5.video.json'));
    await until('one tab is left', () => {
      const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
      const [input] = inputs;
      return (
        inputs.length === 1 && input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString()
      );
    });
    const again = await openRecord('desk', 5);
    assert.equal(again.uri.toString(), document.uri.toString());
  });

  test('a file that is only named like a record is plain JSON, with VS Code’s own care for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'files-'));
    try {
      const file = vscode.Uri.file(join(folder, '5-talk-5.video.json'));
      await writeFile(file.fsPath, '{}');
      const document = await vscode.workspace.openTextDocument(file);
      assert.equal(document.languageId, 'json');
      const careFor = (scope: vscode.ConfigurationScope) =>
        vscode.workspace.getConfiguration('files', scope).get('saveConflictResolution');
      assert.equal(careFor(document), 'askUser');
      assert.equal(careFor(await openRecord('desk', 5)), 'overwriteFileOnDisk');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a tab that shows no more than a failure does not count as an open record', async () => {
    const uri = vscode.Uri.parse('videorecord://desk/41.video.json');
    await vscode.commands.executeCommand('vscode.open', uri);
    await until('there is a tab', () => vscode.window.tabGroups.activeTabGroup.tabs.length === 1);
    assert.match(await reported('videoRecords.open', { service: 'desk', id: 41 }), /Record 41/);
    service.raw(41, JSON.stringify(aRecord(41)));
    const document = await openRecord('desk', 41);
    assert.equal(document.uri.toString(), uri.toString());
    assert.equal(value(document, 'title'), 'Talk 41');
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, 1);
  });

  test('a read that no editor and no command asked for sends no request', async () => {
    await openRecord('desk', 5);
    service.taken();
    const uri = vscode.Uri.parse('videorecord://desk/6.video.json');
    await assert.rejects(async () => vscode.workspace.openTextDocument(uri), /Record 6 is not open/);
    await assert.rejects(async () => vscode.workspace.fs.readFile(uri), /Record 6 is not open/);
    const side = uri.with({ scheme: 'videorecordservice' });
    await assert.rejects(async () => vscode.workspace.openTextDocument(side), /Record 6 is not open/);
    assert.deepEqual(service.taken(), []);
    await vscode.commands.executeCommand('vscode.open', uri);
    await until('it is loaded', () => vscode.window.activeTextEditor?.document.uri.toString() === uri.toString());
    assert.deepEqual(service.taken(), ['GET 6']);
  });

  test('a URI whose words could be markup names no record', async () => {
    const markup = '[a](command:b)';
    const parts = [
      { authority: 'desk', path: `/4-${markup}.video.json` },
      { authority: `$(bug)${markup}`, path: '/4.video.json' },
    ];
    for (const part of parts) {
      const uri = vscode.Uri.from({ scheme: 'videorecord', ...part });
      await assert.rejects(async () => vscode.workspace.fs.stat(uri), /NotFound/);
      await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, Buffer.from('{}')));
    }
    assert.deepEqual(service.taken(), []);
  });

  test('stat asks nothing of the service, and its time moves only with the record', async () => {
    const document = await openRecord('desk', 5);
    service.taken();
    const before = await vscode.workspace.fs.stat(document.uri);
    const again = await vscode.workspace.fs.stat(document.uri);
    assert.equal(again.mtime, before.mtime);
    assert.equal(before.size, 0, 'VS Code would refuse a save if size and time differed');
    await edit(document, 'title', '"Moved"');
    assert.ok(await document.save());
    const after = await vscode.workspace.fs.stat(document.uri);
    assert.ok(after.mtime > before.mtime);
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
  });

  test('what a record can’t do is refused by the right error, and nothing is sent', async () => {
    const document = await openRecord('desk', 5);
    service.taken();
    const refused = (code: string) => (error: unknown) =>
      error instanceof vscode.FileSystemError && error.code === code;
    const other = vscode.Uri.parse('videorecord://desk/99.video.json');
    const folder = vscode.Uri.parse('videorecord://desk/folder');
    await assert.rejects(async () => vscode.workspace.fs.readDirectory(document.uri), refused('FileNotADirectory'));
    await assert.rejects(async () => vscode.workspace.fs.delete(document.uri), refused('NoPermissions'));
    await assert.rejects(
      async () => vscode.workspace.fs.rename(document.uri, other, { overwrite: true }),
      refused('NoPermissions'),
    );
    await assert.rejects(async () => vscode.workspace.fs.readFile(folder), refused('FileNotFound'));
    await assert.rejects(
      async () => vscode.workspace.fs.stat(vscode.Uri.parse('videorecord://desk/05.video.json')),
      refused('FileNotFound'),
    );
    assert.deepEqual(service.taken(), []);
  });

  test('numbers, order, unknown fields and odd characters are shown as they were sent', async () => {
    service.raw(
      6,
      '{"id":6,"big":12345678901234567890,"rate":1.0,"far":1e400,"zz":{"b":1,"a":2},"title":"Caf\\u00e9 \\ud800 \\u2028 \\u0000"}',
    );
    const document = await openRecord('desk', 6);
    const text = document.getText();
    for (const part of ['12345678901234567890', '1.0,', '1e400', '"Café \\ud800 \\u2028 \\u0000"'])
      assert.ok(text.includes(part), part);
    service.taken();
    await edit(document, 'title', '"Größe"');
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"title":"Gr\\u00f6\\u00dfe"}');
  });

  test('another encoding in the user’s settings does not garble a record', async () => {
    await withSettings('files', { encoding: 'windows1252' }, async () => {
      service.change(7, { title: 'Größe 速い' });
      const document = await openRecord('desk', 7);
      assert.equal(value(document, 'title'), 'Größe 速い');
      await edit(document, 'title', '"Größer 速い"');
      assert.ok(await document.save());
      assert.equal(service.record(7).title, 'Größer 速い');
    });
  });

  for (const [what, answer, sentence, actions] of [
    [
      'is gone',
      { status: 404 },
      /Record 5 does not exist on "desk", or is not visible to you/,
      ['Set Credential', 'Remove from Recent', 'Retry'],
    ],
    ['wants a credential', { status: 401 }, /No credential is set for "desk"/, ['Set Credential', 'Retry']],
    ['is forbidden', { status: 403 }, /You are not allowed to read record 5/, ['Set Credential', 'Retry']],
    ['is no record', { status: 200, body: '<p>' }, /sent a web page instead of record 5/, ['Retry', 'Test Connection']],
    ['is refused otherwise', { status: 418 }, /rejected the request for record 5/, ['Retry']],
  ] as const) {
    test(`a record that ${what} gives one clear sentence with what can be done, and no editor`, async () => {
      // Only a record in the list can be removed from it.
      await openRecord('desk', 5);
      await closeAll();
      const before = shownMessages().length;
      service.intercept('GET', (_request, response) => reply(response, answer));
      assert.equal(await vscode.commands.executeCommand('videoRecords.open', { service: 'desk', id: 5 }), undefined);
      const [message = '', ...more] = shownMessages().slice(before);
      const [text, ...buttons] = JSON.parse(message);
      assert.match(text, sentence);
      assert.deepEqual(buttons, actions);
      assert.deepEqual(more, []);
      assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0);
    });
  }

  test('an answer with another record is not shown as the one asked for', async () => {
    service.intercept('GET', (_request, response) =>
      reply(response, { status: 200, body: JSON.stringify(aRecord(8)) }),
    );
    assert.match(await reported('videoRecords.open', { service: 'desk', id: 5 }), /record 8/);
  });

  test('a service marked read-only locks the document and sends nothing', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    const document = await openRecord('desk', 5);
    service.taken();
    assert.equal((await vscode.workspace.fs.stat(document.uri)).permissions, vscode.FilePermission.Readonly);
    await edit(document, 'title', '"No"');
    assert.equal(await document.save(), false);
    assert.deepEqual(service.taken(), []);
  });

  test('an open record follows the access of its service, and nothing is read for it', async () => {
    const document = await openRecord('desk', 5);
    await vscode.window.showTextDocument(document);
    service.taken();
    /** Whether the editor takes what is typed. */
    const isWritable = async () => {
      const { version } = document;
      await vscode.commands.executeCommand('type', { text: ' ' });
      if (document.version === version) return false;
      await vscode.commands.executeCommand('undo');
      await until('nothing is unsaved', () => !isUnsaved(document));
      return true;
    };
    /** VS Code then asks for the file's new facts. It would not while there is something unsaved, so nobody types yet. */
    const noticed = async (settings: () => Promise<void>) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(document.uri, '**'));
      const changed = new Promise((resolve) => watcher.onDidChange(resolve));
      await settings();
      await changed;
      watcher.dispose();
      // Its questions are answered in turn, so before these.
      for (let count = 0; count < 3; count += 1) await vscode.workspace.fs.stat(document.uri);
    };
    await noticed(() => configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } }));
    assert.equal(await isWritable(), false);
    await noticed(() => configure({ desk: { baseUrl: service.baseUrl } }));
    assert.equal(await isWritable(), true);
    assert.deepEqual(service.taken(), []);
  });

  test('Allow without PATCH and PUT locks the document', async () => {
    service.allow = 'GET, HEAD, OPTIONS';
    const document = await openRecord('desk', 5);
    assert.equal((await vscode.workspace.fs.stat(document.uri)).permissions, vscode.FilePermission.Readonly);
    const direct = vscode.Uri.parse('videorecord://desk/6.video.json');
    await vscode.commands.executeCommand('vscode.open', direct);
    await until('it is loaded', () => vscode.window.activeTextEditor?.document.uri.toString() === direct.toString());
    assert.equal((await vscode.workspace.fs.stat(direct)).permissions, vscode.FilePermission.Readonly);
    assert.deepEqual(service.taken(), ['GET 5', 'GET 6']);
  });

  test('reload shows the service’s version in a clean document', async () => {
    const document = await openRecord('desk', 5);
    service.change(5, { title: 'Their title' });
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    assert.equal(value(document, 'title'), 'Their title');
    assert.equal(document.isDirty, false);
  });

  test('reload keeps unsaved changes, and brings in those of others', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"My title"');
    service.change(5, { summary: 'Their summary' });
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    assert.equal(value(document, 'title'), 'My title');
    assert.equal(value(document, 'summary'), 'Their summary');
    assert.match(
      shownMessages().at(-1) ?? '',
      /Reloaded record 5\. A change to .*summary.* on the service was merged\. Your unsaved changes are kept\./,
    );
    assert.equal(document.isDirty, true);
    service.taken();
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"title":"My title"}');
    assert.equal(service.record(5).summary, 'Their summary');
  });

  test('what was offered to a changed document is shown once its changes are undone', async () => {
    const document = await openRecord('desk', 71);
    await edit(document, 'title', '"Mine"');
    service.change(71, { summary: 'Theirs' });
    service.taken();
    await vscode.commands.executeCommand('videoRecords.compare', document.uri);
    assert.deepEqual(service.taken(), ['GET 71']);
    await vscode.window.showTextDocument(document);
    assert.deepEqual([document.isDirty, value(document, 'title')], [true, 'Mine']);
    await vscode.commands.executeCommand('undo');
    await until('theirs is shown', () => value(document, 'summary') === 'Theirs');
    assert.equal(document.isDirty, false);
  });

  test('reload of a changed document keeps characters whole', async () => {
    service.change(5, { title: 'Talk \u{1f600}!' });
    const document = await openRecord('desk', 5);
    await edit(document, 'summary', '"Mine"');
    service.change(5, { title: 'Talk \u{1f601}!' });
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    assert.equal(value(document, 'title'), 'Talk \u{1f601}!');
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"summary":"Mine"}');
  });

  test('reload of a real conflict leaves the text alone', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"My title"');
    service.change(5, { title: 'Their title' });
    const text = document.getText();
    assert.match(await reported('videoRecords.reload', document.uri), /title.*Compare or save to decide\.","Compare"/);
    assert.equal(document.getText(), text);
    assert.equal(await document.save(), false);
    assert.equal(service.record(5).title, 'Their title');
  });

  test('reload of a text that is no record leaves it alone and says so', async () => {
    const document = await openRecord('desk', 5);
    await replaceAll(document, '{"id": 5,');
    assert.match(await reported('videoRecords.reload', document.uri), /Record 5 was not reloaded/);
    assert.equal(document.getText(), '{"id": 5,');
  });

  test("reverting drops the edits and makes the service's version the base", async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"My title"');
    service.change(5, { title: 'Their title', summary: 'Their summary' });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until('their title is shown', () => value(document, 'title') === 'Their title' && !document.isDirty);
    service.taken();
    await edit(document, 'tags', '["one"]');
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"tags":["one"]}');
  });

  test('a read of the file does not move the base of a dirty document', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"My title"');
    service.change(5, { summary: 'Their summary' });
    await vscode.workspace.fs.readFile(document.uri);
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"title":"My title"}');
    assert.equal(service.record(5).summary, 'Their summary');
  });

  test('compare opens VS Code’s diff of the service’s version, read-only, against the editor', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"My title"');
    service.change(5, { title: 'Their title' });
    await vscode.commands.executeCommand('videoRecords.compare', document.uri);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input as vscode.TabInputTextDiff;
    assert.equal(input.modified.toString(), document.uri.toString());
    const theirs = await vscode.workspace.openTextDocument(input.original);
    assert.equal(value(theirs, 'title'), 'Their title');
    const stat = vscode.workspace.fs.isWritableFileSystem(input.original.scheme);
    assert.notEqual(stat, true);
  });

  test('the text of another record is refused', async () => {
    const five = await openRecord('desk', 5);
    const six = await openRecord('desk', 6);
    service.taken();
    await replaceAll(six, five.getText());
    assert.equal(await six.save(), false);
    assert.deepEqual(service.taken(), []);
  });

  test('what was read elsewhere, while a name meant another address, never leads a save there', async () => {
    service.etags = true;
    const other = await startRecordService([5]);
    other.etags = true;
    try {
      const document = await openRecord('desk', 5);
      await edit(document, 'title', '"First"');
      service.intercept('PATCH', (_request, response, answer) => {
        service.change(5, { summary: 'Moved on' });
        reply(response, answer());
      });
      assert.ok(await document.save());
      await until('the summary is shown', () => value(document, 'summary') === 'Moved on');
      await edit(document, 'title', '"Second"');
      await configure({ desk: { baseUrl: other.baseUrl } });
      assert.match(await reported('videoRecords.reload', document.uri), /but the address of .* is now/);
      await vscode.workspace.fs.readFile(document.uri);
      other.taken();
      await configure({ desk: { baseUrl: service.baseUrl } });
      assert.ok(await document.save());
      assert.deepEqual(other.taken(), []);
      assert.equal(service.record(5).title, 'Second');
    } finally {
      await other.close();
    }
  });

  test('a record that is opened again from another address with the same text belongs to that address', async () => {
    await openRecord('desk', 5);
    const other = await startRecordService([5]);
    try {
      await configure({ desk: { baseUrl: other.baseUrl } });
      const document = await openRecord('desk', 5);
      await vscode.commands.executeCommand('videoRecords.reload', document.uri);
      await edit(document, 'title', '"There"');
      assert.ok(await document.save());
      assert.equal(other.record(5).title, 'There');
      assert.equal(service.record(5).title, 'Talk 5');
    } finally {
      await other.close();
    }
  });

  test('a service whose name has come to mean another address gets no save', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"My title"');
    const other = await startRecordService([5]);
    try {
      await configure({ desk: { baseUrl: other.baseUrl } });
      assert.equal(await document.save(), false);
      assert.equal(document.isDirty, true);
      assert.deepEqual(other.taken(), []);
      await configure({ desk: { baseUrl: service.baseUrl } });
      assert.equal(await document.save(), true);
      assert.equal(service.record(5).title, 'My title');
    } finally {
      await other.close();
    }
  });
});
