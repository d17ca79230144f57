import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import {
  closeAll,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  replaceAll,
  resolveConflict,
  startDesk,
  until,
  value,
  whileReadOnly,
} from '../../support/host/records.ts';
import { withSettings } from '../../support/host/settings.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { polled } from '../../support/polled.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Edit Field as Text', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([5, ...Array.from({ length: 11 }, (_, index) => 19 + index)]);
  });
  teardown(() => closeDesk(service));

  const openField = async (record: vscode.TextDocument, field: string) => {
    const uri = await command<string>('editFieldAsText', { uri: record.uri, field });
    return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  };
  const saved = async (text: vscode.TextDocument, content: string) => {
    await replaceAll(text, content);
    return text.save();
  };

  test('opens the decoded text to the side, and saving it saves that field alone', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'description');
    assert.equal(text.getText(), 'First line.\nSecond line.\nThird line.\n');
    assert.equal(text.languageId, 'markdown');
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, '5 description.md');
    assert.equal(vscode.window.activeTextEditor?.document, text);
    await edit(record, 'title', '"Also unsaved"');
    service.taken();
    assert.ok(await saved(text, 'A "quote" and a\ttab\\.\n'), shownMessages().slice(-2).join(' '));
    assert.deepEqual([text.isDirty, isUnsaved(record), value(record, 'title')], [false, true, 'Also unsaved']);
    assert.ok(record.getText().includes('"description": "A \\"quote\\" and a\\ttab\\\\.\\n"'), record.getText());
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
    assert.deepEqual([service.record(5).description, service.record(5).title], ['A "quote" and a\ttab\\.\n', 'Talk 5']);
    assert.deepEqual(service.requests.at(-1)?.body, '{"description":"A \\"quote\\" and a\\ttab\\\\.\\n"}');
    assert.ok(await record.save());
    assert.equal(service.record(5).title, 'Also unsaved');
  });

  test('stays unsaved if the record was not saved, and can be saved again', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    service.intercept('PATCH', (_request, response) => response.writeHead(400).end('{"summary":["Too short."]}'));
    assert.equal(await saved(text, 'Mine.'), false);
    assert.deepEqual([text.isDirty, record.isDirty, value(record, 'summary')], [true, true, 'Mine.']);
    assert.ok(await text.save(), shownMessages().slice(-2).join(' '));
    assert.deepEqual([text.isDirty, isUnsaved(record), service.record(5).summary], [false, false, 'Mine.']);
  });

  test('Save All saves two fields of a record', async () => {
    const record = await openRecord('desk', 5);
    const [summary, description] = [await openField(record, 'summary'), await openField(record, 'description')];
    await replaceAll(summary, 'Mine.');
    await replaceAll(description, 'Mine too.');
    assert.ok(await vscode.workspace.saveAll(), shownMessages().slice(-2).join(' '));
    assert.deepEqual([service.record(5).summary, service.record(5).description], ['Mine.', 'Mine too.']);
  });

  test('is saved while the save of another record waits for its service', async () => {
    const waiting = await openField(await openRecord('desk', 19), 'summary');
    const other = await openField(await openRecord('desk', 5), 'summary');
    const held = new Promise<() => void>((resolve) => {
      service.intercept('PATCH', (_request, response) => resolve(() => response.writeHead(400).end('{}')));
    });
    const first = saved(waiting, 'Held up.');
    const release = await held;
    assert.ok(await saved(other, 'Mine.'));
    release();
    assert.deepEqual([await first, service.record(5).summary], [false, 'Mine.']);
  });

  test('shows what the save merged', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'description');
    service.change(5, { description: 'First line.\nSecond line.\nTheir third line.\n' });
    assert.ok(await saved(text, 'My first line.\nSecond line.\nThird line.\n'));
    const merged = 'My first line.\nSecond line.\nTheir third line.\n';
    assert.equal(service.record(5).description, merged);
    await until('the text is the merged one', () => text.getText() === merged && !text.isDirty);
  });

  test('blames nobody for what the service made of it, and shows that', async () => {
    const record = await openRecord('desk', 5);
    await edit(record, 'title', '"Also unsaved"');
    const text = await openField(record, 'summary');
    service.rewrite = ({ summary, ...rest }) => ({ ...rest, summary: String(summary).trim() });
    assert.ok(await saved(text, 'Ends with a line.\n'));
    await until('the record shows it', () => value(record, 'summary') === 'Ends with a line.');
    service.taken();
    assert.ok(await record.save());
    assert.equal(service.requests.at(-1)?.body, '{"title":"Also unsaved"}');
  });

  test('is refused, and not lost, while the editor of its record is read-only', async () => {
    const record = await openRecord('desk', 5);
    const text = await whileReadOnly(record, async () => {
      const text = await openField(record, 'summary');
      service.taken();
      const before = shownMessages().length;
      assert.equal(await saved(text, 'Mine.'), false);
      assert.match(shownMessages().slice(before).join(), /The editor of record 5 is read-only/);
      assert.deepEqual([text.getText(), isUnsaved(text), service.taken()], ['Mine.', true, []]);
      return text;
    });
    assert.ok(await text.save());
    assert.equal(service.record(5).summary, 'Mine.');
  });

  test('an automatic save of the text only changes the record’s document', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    service.taken();
    await withSettings('files', { autoSave: 'afterDelay', autoSaveDelay: 50 }, async () => {
      await replaceAll(text, 'Mine.');
      await until('the text is saved', () => !text.isDirty && value(record, 'summary') === 'Mine.');
      assert.deepEqual([record.isDirty, service.taken()], [true, []]);
    });
  });

  test('a save of the text that VS Code does not explain only changes the record’s document', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    service.taken();
    await replaceAll(text, 'Mine.');
    await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
    assert.deepEqual([value(record, 'summary'), text.isDirty, record.isDirty], ['Mine.', false, true]);
    assert.deepEqual(service.taken(), []);
  });

  test('refuses a text that its encoding can’t represent', async () => {
    const record = await openRecord('desk', 19);
    const { uri } = await openField(record, 'description');
    const text = await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' });
    assert.equal(text.encoding, 'windows1252');
    assert.equal(await saved(text, '日本'), false);
    assert.equal(text.isDirty, true);
    assert.equal(record.isDirty, false);
  });

  test('record content is not a link in the message of a failed save', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'description');
    const key = '"[Continue](command:workbench.action.quit)": 1';
    await replaceAll(record, record.getText().replace('{', `{ ${key}, ${key},`));
    const before = shownMessages().length;
    assert.equal(await saved(text, 'Other text.'), false);
    assert.match(shownMessages().slice(before).join(), /can't be read right now.*\[Continue\] \(command/);
  });

  test('the markup of the player opens as HTML', async () => {
    service.change(5, { embed: '<embed src="x">' });
    const text = await openField(await openRecord('desk', 5), 'embed');
    assert.equal(text.languageId, 'html');
    assert.equal(text.getText(), '<embed src="x">');
  });

  const everyKind = {
    'controls, scripts, marks, JSON and a long line': [
      '\u0001\b\f\u001f\u007f\u0085\t',
      'é ß 講演 עברית العربية हिन्दी \u{1f600}\u{1f468}\u200d\u{1f469}',
      'a\u200eb\u202ec\ufeff\u00a0d\u2066',
      '{"a": "\\u0041", "b": [1e400]}',
      'x'.repeat(100_000),
    ].join('\n'),
    'a byte order mark in front': '\ufeffText',
    'Windows line ends': 'a\r\nb\r\n\r\nc',
    'no text': '',
    'only breaks': '\n\n\n',
  };
  for (const [index, [kind, content]] of Object.entries(everyKind).entries()) {
    const id = 20 + index;
    test(`keeps every character: ${kind}`, async () => {
      service.change(id, { description: content });
      const record = await openRecord('desk', id);
      const text = await openField(record, 'description');
      const change = new vscode.WorkspaceEdit();
      change.insert(text.uri, new vscode.Position(0, 0), 'Start: ');
      assert.ok(await vscode.workspace.applyEdit(change));
      assert.ok(await text.save(), shownMessages().slice(-2).join(' '));
      const [mark, rest] = content.startsWith('\ufeff') ? ['\ufeff', content.slice(1)] : ['', content];
      assert.equal(value(record, 'description'), `${mark}Start: ${rest}`);
      await vscode.window.showTextDocument(text);
      await vscode.commands.executeCommand('undo');
      assert.ok(await text.save(), shownMessages().slice(-2).join(' '));
      assert.equal(value(record, 'description'), content);
      assert.equal(service.record(id).description, content);
    });
  }

  test('a text with several kinds of line ends is read-only, says why, and follows its record', async () => {
    service.change(5, { description: 'a\r\nb\nc\rd' });
    const record = await openRecord('desk', 5);
    const before = shownMessages().length;
    const text = await openField(record, 'description');
    const permissions = async () => (await vscode.workspace.fs.stat(text.uri)).permissions;
    assert.deepEqual([text.getText(), await permissions()], ['a\nb\nc\nd', vscode.FilePermission.Readonly]);
    const reason = /of record 5 mixes several kinds of line breaks, so its text is read-only\./;
    assert.match(shownMessages().slice(before).join(), reason);
    await replaceAll(text, 'Typed by a program');
    assert.equal(await text.save(), false);
    assert.deepEqual([record.isDirty, value(record, 'description')], [false, 'a\r\nb\nc\rd']);
    await vscode.window.showTextDocument(text);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(text.uri, '**'));
    const unlocked = new Promise((resolve) => watcher.onDidChange(resolve));
    await edit(record, 'description', JSON.stringify('a\nb\nc\nd'));
    await unlocked;
    watcher.dispose();
    assert.equal(await permissions(), undefined);
    assert.ok(await saved(text, 'Mine.'));
    assert.equal(service.record(5).description, 'Mine.');
  });

  test('refuses a text that an editor would damage, with the reason', async () => {
    service.raw(
      5,
      JSON.stringify({ ...service.record(5), description: 'a\u0000b', summary: 'half \ud83d', whiteboard: 'a\u2028b' }),
    );
    const record = await openRecord('desk', 5);
    await assert.rejects(openField(record, 'description'), /NUL/);
    await assert.rejects(openField(record, 'summary'), /half of a character/);
    await assert.rejects(openField(record, 'whiteboard'), /separator/);
    await assert.rejects(openField(record, 'tags'), /"tags" of record 5 is not a string/);
    await assert.rejects(openField(record, 'nowhere'), /has no field "nowhere"/);
  });

  test('acts on the field at the cursor', async () => {
    const record = await openRecord('desk', 5);
    const place = record.positionAt(record.getText().indexOf('"A short') + 3);
    await vscode.window.showTextDocument(record, { selection: new vscode.Range(place, place) });
    await vscode.commands.executeCommand('videoRecords.editFieldAsText');
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'A short summary.');
  });

  test('a text without changes follows its record', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    await edit(record, 'summary', '"Written in the record."');
    await until('the text follows', () => text.getText() === 'Written in the record.');
    assert.equal(text.isDirty, false);
    assert.ok(await saved(text, 'Written in the text.'));
    assert.equal(value(record, 'summary'), 'Written in the text.');
  });

  for (const [what, before, after] of [
    ['line ends', 'a\nb\nc', 'a\r\nb\r\nc'],
    ['a byte order mark', '\ufeffabc', 'abc'],
  ] as const) {
    test(`a text without changes follows its record, also in ${what} alone`, async () => {
      service.change(5, { description: before });
      const record = await openRecord('desk', 5);
      const text = await openField(record, 'description');
      const had = [text.eol, text.encoding];
      service.change(5, { description: after });
      await command('reload', record.uri);
      await polled('the text follows', () => `${[text.eol, text.encoding]}` !== `${had}` || undefined);
      assert.ok(await saved(text, text.getText().replace('a', 'Mine')));
      assert.equal(service.record(5).description, after.replace('a', 'Mine'));
    });
  }

  test('a text is saved with its record, also if that was opened again under another slug', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    await edit(record, 'slug', '"renamed"');
    assert.ok(await record.save());
    const [tab] = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.filter(({ input }) => (input as vscode.TabInputText).uri.toString() === record.uri.toString()),
    );
    assert.ok(tab && (await vscode.window.tabGroups.close(tab)));
    const again = await openRecord('desk', 5);
    assert.match(again.uri.path, /renamed/);
    assert.ok(await saved(text, 'Mine.'));
    assert.equal(service.record(5).summary, 'Mine.');
    assert.equal(value(again, 'summary'), 'Mine.');
    await edit(again, 'summary', '"Written in the record."');
    await until('the text follows', () => text.getText() === 'Written in the record.');
  });

  test('a text is saved with its record, also if that is closed and opens under another URI', async () => {
    await openRecord('desk', 5);
    await closeAll();
    const bare = vscode.Uri.parse('videorecord://desk/19.video.json');
    await vscode.commands.executeCommand('vscode.open', bare);
    await until(
      'the record is shown',
      () => vscode.window.activeTextEditor?.document.uri.toString() === bare.toString(),
    );
    const text = await openField(await vscode.workspace.openTextDocument(bare), 'summary');
    const closed = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.toString() !== bare.toString()) return;
        listener.dispose();
        resolve();
      });
    });
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const tab = tabs.find(({ input }) => (input as vscode.TabInputText).uri.toString() === bare.toString());
    assert.ok(tab && (await vscode.window.tabGroups.close(tab)));
    await closed;
    assert.ok(await saved(text, 'Mine.'), shownMessages().slice(-2).join(' '));
    assert.equal(service.record(19).summary, 'Mine.');
  });

  test('a URI that is only mentioned sends no request', async () => {
    const uri = vscode.Uri.parse('videorecordfield://desk/5.video.json/5%20title.md');
    service.taken();
    await assert.rejects(async () => vscode.workspace.openTextDocument(uri), /Record 5 is not open/);
    await assert.rejects(async () => vscode.workspace.fs.readFile(uri), /Record 5 is not open/);
    assert.deepEqual(service.taken(), []);
  });

  test('a text follows its record also through a reload', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    service.change(5, { summary: 'Written by another person.' });
    await vscode.commands.executeCommand('videoRecords.reload', record.uri);
    await until('the text follows', () => text.getText() === 'Written by another person.');
    assert.ok(await saved(text, 'Mine.'));
    assert.equal(value(record, 'summary'), 'Mine.');
  });

  test('is refused, and neither text is lost, if both were edited', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    await replaceAll(text, 'Mine.');
    await edit(record, 'summary', '"Theirs."');
    assert.equal(await text.save(), false);
    assert.equal(text.getText(), 'Mine.');
    assert.equal(text.isDirty, true);
    assert.equal(value(record, 'summary'), 'Theirs.');
    // Once the record is as it was, the text can be saved.
    await edit(record, 'summary', '"A short summary."');
    assert.ok(await text.save(), shownMessages().slice(-2).join(' '));
    assert.equal(value(record, 'summary'), 'Mine.');
  });

  test('a conflict of a field is resolved in its record, whose other changes stay unsaved', async () => {
    const record = await openRecord('desk', 5);
    await edit(record, 'title', '"Unsaved"');
    const text = await openField(record, 'summary');
    service.change(5, { summary: 'Theirs.' });
    // Nobody answers the dialog.
    assert.equal(await saved(text, 'Mine.'), false);
    await resolveConflict('keepMine', record.uri);
    await until('mine is stored', () => service.record(5).summary === 'Mine.');
  });

  test('an edited text keeps its base in another language mode', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'description');
    await replaceAll(text, 'Mine.\n');
    const plain = await vscode.languages.setTextDocumentLanguage(text, 'plaintext');
    await edit(record, 'description', '"Meanwhile."');
    assert.equal(await plain.save(), false);
    assert.deepEqual([plain.getText(), value(record, 'description')], ['Mine.\n', 'Meanwhile.']);
    await edit(record, 'description', JSON.stringify('First line.\nSecond line.\nThird line.\n'));
    assert.equal(await plain.save(), true);
    assert.equal(value(record, 'description'), 'Mine.\n');
  });

  test('an edit of another field of the record is not a conflict', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    await replaceAll(text, 'Mine.');
    await edit(record, 'title', '"Longer than before"');
    assert.ok(await text.save(), shownMessages().slice(-2).join(' '));
    assert.deepEqual([value(record, 'title'), value(record, 'summary')], ['Longer than before', 'Mine.']);
  });

  test('a save while the record is not valid JSON is refused', async () => {
    const record = await openRecord('desk', 5);
    const original = record.getText();
    const text = await openField(record, 'summary');
    await replaceAll(record, original.slice(0, -3));
    assert.equal(await saved(text, 'Mine.'), false);
    await replaceAll(record, original);
    assert.ok(await text.save(), shownMessages().slice(-2).join(' '));
    assert.equal(value(record, 'summary'), 'Mine.');
  });

  test('nothing is read for a text whose tab is closed', async () => {
    const text = await openField(await openRecord('desk', 5), 'summary');
    assert.ok(await saved(text, 'Mine.'));
    service.taken();
    await closeAll();
    const record = await openRecord('desk', 5);
    await edit(record, 'title', '"Opened again"');
    assert.ok(await record.save());
    assert.deepEqual(service.taken(), ['GET 5', 'GET 5', 'PATCH 5']);
  });

  test('saves a record that was closed meanwhile', async () => {
    const { uri } = await openRecord('desk', 5);
    const text = await openField(await vscode.workspace.openTextDocument(uri), 'summary');
    await replaceAll(text, 'Mine.');
    const tab = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ label }) => label.endsWith('.video.json'));
    assert.ok(tab);
    const closed = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.toString() !== uri.toString()) return;
        listener.dispose();
        resolve();
      });
    });
    await vscode.window.tabGroups.close(tab);
    await closed;
    assert.ok(await text.save(), shownMessages().slice(-2).join(' '));
    assert.equal(service.record(5).summary, 'Mine.');
  });

  test('shows the record’s text again after its unsaved changes were reverted', async () => {
    const record = await openRecord('desk', 5);
    const text = await openField(record, 'summary');
    await edit(record, 'summary', '"Thrown away."');
    await until('the text follows', () => text.getText() === 'Thrown away.');
    await vscode.window.showTextDocument(record);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('the text is the service’s again', () => text.getText() === 'A short summary.');
    assert.equal(text.isDirty, false);
  });

  test('is not offered on a read-only record, whose texts are read-only too', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    const record = await openRecord('desk', 5);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      record.uri,
      100,
    );
    assert.deepEqual(
      lenses.filter(({ command }) => command?.command === 'videoRecords.editFieldAsText'),
      [],
    );
    const place = record.positionAt(record.getText().indexOf('First line'));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      record.uri,
      new vscode.Range(place, place),
    );
    assert.deepEqual(actions, []);
    const text = await openField(record, 'summary');
    const { permissions } = await vscode.workspace.fs.stat(text.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);

    // Otherwise VS Code would keep the text read-only until its content changes.
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(text.uri, '**'));
    const changed = new Promise<vscode.Uri>((resolve) => watcher.onDidChange(resolve));
    await configure({ desk: { baseUrl: service.baseUrl } });
    assert.equal(String(await changed), String(text.uri));
    watcher.dispose();
  });
});
