import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, configure, edit, openRecord, until, value } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { type RecordService, startRecordService } from '../../support/recordService.ts';

suite('Someone else’s change', () => {
  let service: RecordService;

  setup(async () => {
    service = await startRecordService([5]);
    await configure({ desk: { baseUrl: service.baseUrl } });
  });
  teardown(async () => {
    await closeAll();
    await service.close();
  });

  test('disjoint fields merge: mine are sent, theirs come in', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { summary: 'Theirs' });
    assert.ok(await document.save());
    assert.match(shownMessages().at(-1) ?? '', /Saved record 5\. It now also has someone else's change of summary\./);
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
    assert.equal(service.record(5).summary, 'Theirs');
    await until('theirs is shown', () => value(document, 'summary') === 'Theirs');
    assert.equal(document.isDirty, false);
  });

  const undo = async (document: vscode.TextDocument, times = 1) => {
    await vscode.window.showTextDocument(document);
    for (let count = 0; count < times; count += 1) {
      const { version } = document;
      await vscode.commands.executeCommand('undo');
      await until('something is undone', () => document.version > version);
    }
  };

  /** My title is saved, and their summary came in with it. */
  const savedWithTheirs = async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { summary: 'Theirs' });
    assert.ok(await document.save());
    await until('theirs is shown', () => value(document, 'summary') === 'Theirs');
    return document;
  };

  test('undo after a save takes back my change, never theirs', async () => {
    const document = await savedWithTheirs();
    await undo(document, 2);
    assert.deepEqual([value(document, 'title'), value(document, 'summary')], ['Talk 5', 'A short summary.']);
    service.taken();
    assert.ok(await document.save());
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
    assert.equal(service.requests.at(-1)?.body, '{"title":"Talk 5"}');
    await until('theirs is shown again', () => value(document, 'summary') === 'Theirs');
    await edit(document, 'summary', '"A short summary."');
    assert.ok(await document.save());
    assert.equal(service.record(5).summary, 'A short summary.', 'what somebody writes is sent, also an older value');
  });

  test('undo of what a save brought in, and nothing else, sends nothing', async () => {
    const document = await savedWithTheirs();
    await undo(document);
    service.taken();
    assert.ok(await document.save());
    assert.deepEqual(service.taken(), ['GET 5']);
    await until('theirs is shown again', () => value(document, 'summary') === 'Theirs');
    assert.equal(value(document, 'title'), 'Mine');
  });

  test('undo of a field that the service had added, or others had removed, changes nothing there', async () => {
    const document = await openRecord('desk', 5);
    const { whiteboard: _, ...others } = service.record(5);
    service.raw(5, JSON.stringify({ ...others, edited_by: 'Them' }));
    await edit(document, 'title', '"Mine"');
    assert.ok(await document.save());
    await until('theirs is shown', () => value(document, 'edited_by') === 'Them');
    await undo(document);
    await until('what was brought in is gone', () => value(document, 'edited_by') === undefined);
    assert.equal(value(document, 'whiteboard'), '');
    await edit(document, 'title', '"Mine again"');
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine again"}');
    await until('theirs is shown again', () => value(document, 'edited_by') === 'Them');
  });

  test('undo of merged lines merges them again', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'description', JSON.stringify('First line, mine.\nSecond line.\nThird line.\n'));
    const merged = 'First line, mine.\nSecond line.\nThird line, theirs.\n';
    service.change(5, { description: 'First line.\nSecond line.\nThird line, theirs.\n' });
    assert.ok(await document.save());
    await until('the merge is shown', () => value(document, 'description') === merged);
    await undo(document);
    await edit(document, 'title', '"Also mine"');
    assert.ok(await document.save());
    assert.deepEqual([service.record(5).description, service.record(5).title], [merged, 'Also mine']);
  });

  test('undo of Take Theirs asks again', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand('videoRecords.takeTheirs', document.uri);
    await until('theirs is shown', () => value(document, 'title') === 'Theirs');
    await undo(document);
    assert.equal(value(document, 'title'), 'Mine');
    assert.equal(await document.save(), false);
    assert.deepEqual([service.record(5).title, value(document, 'title')], ['Theirs', 'Mine']);
    await vscode.commands.executeCommand('videoRecords.keepMine', document.uri);
    assert.equal(service.record(5).title, 'Mine');
  });

  test('undo after a reload takes nothing of theirs back', async () => {
    const document = await openRecord('desk', 5);
    service.change(5, { summary: 'Theirs' });
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    await until('theirs is shown', () => value(document, 'summary') === 'Theirs');
    await undo(document);
    await edit(document, 'title', '"Mine"');
    assert.ok(await document.save());
    assert.deepEqual([service.record(5).summary, service.record(5).title], ['Theirs', 'Mine']);
  });

  test('a change of the same size is seen as well', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Talk 6' });
    assert.equal(await document.save(), false);
    assert.equal(service.record(5).title, 'Talk 6');
  });

  test('different lines of one text merge', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'description', JSON.stringify('First line, mine.\nSecond line.\nThird line.\n'));
    service.change(5, { description: 'First line.\nSecond line.\nThird line, theirs.\n' });
    assert.ok(await document.save());
    assert.equal(service.record(5).description, 'First line, mine.\nSecond line.\nThird line, theirs.\n');
  });

  test('both may add speakers', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'speakers', '["Ada Example", "Bo Sample", "Mine"]');
    service.change(5, { speakers: ['Theirs', 'Ada Example', 'Bo Sample'] });
    assert.ok(await document.save());
    assert.deepEqual(service.record(5).speakers, ['Theirs', 'Ada Example', 'Bo Sample', 'Mine']);
  });

  test('the same change on both sides is no conflict and needs no write', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Same"');
    service.change(5, { title: 'Same' });
    service.taken();
    assert.ok(await document.save());
    assert.deepEqual(service.taken(), ['GET 5']);
    assert.equal(document.isDirty, false);
  });

  test('a conflict stops the save and keeps the text', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    await edit(document, 'summary', '"My summary"');
    const text = document.getText();
    service.change(5, { title: 'Theirs' });
    service.taken();
    assert.equal(await document.save(), false);
    assert.deepEqual(service.taken(), ['GET 5']);
    assert.equal(document.getText(), text);
    assert.equal(document.isDirty, true);
    assert.equal(service.record(5).title, 'Theirs');
  });

  test('Keep Mine overrides only the conflicting fields', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs', summary: 'Their summary' });
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand('videoRecords.keepMine', document.uri);
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
    assert.equal(service.record(5).summary, 'Their summary');
    assert.equal(document.isDirty, false);
    await until('theirs is shown', () => value(document, 'summary') === 'Their summary');
  });

  test('Keep Mine is good only for the version that was shown', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    service.change(5, { title: 'Theirs, newer' });
    await assert.rejects(async () => vscode.commands.executeCommand('videoRecords.keepMine', document.uri));
    assert.equal(service.record(5).title, 'Theirs, newer');
    await vscode.commands.executeCommand('videoRecords.keepMine', document.uri);
    assert.equal(service.record(5).title, 'Mine');
  });

  test('Take Theirs keeps my other changes, and undo brings my text back', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    await edit(document, 'summary', '"My summary"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand('videoRecords.takeTheirs', document.uri);
    assert.equal(service.requests.at(-1)?.body, '{"summary":"My summary"}');
    assert.equal(service.record(5).title, 'Theirs');
    await until('theirs is shown', () => value(document, 'title') === 'Theirs' && !document.isDirty);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    await until('my title is back', () => value(document, 'title') === 'Mine');
  });

  test('an answer to a conflict does not outlive what it was given for', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    service.intercept('GET', (_request, response) => response.writeHead(500).end());
    await assert.rejects(async () => vscode.commands.executeCommand('videoRecords.takeTheirs', document.uri));
    await edit(document, 'title', '"Mine and theirs, by hand"');
    assert.equal(await document.save(), false);
    assert.equal(value(document, 'title'), 'Mine and theirs, by hand');
    await vscode.commands.executeCommand('videoRecords.keepMine', document.uri);
    assert.equal(service.record(5).title, 'Mine and theirs, by hand');
  });

  test('a change of the language mode keeps the base', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    await vscode.languages.setTextDocumentLanguage(document, 'json');
    service.change(5, { summary: 'Their summary' });
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
    assert.equal(service.record(5).summary, 'Their summary');
  });

  test('undoing a reload leads back to the base that belongs to the text', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'summary', '"Mine"');
    service.change(5, { title: 'Their title' });
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    assert.equal(value(document, 'title'), 'Their title');
    await vscode.workspace.fs.readFile(document.uri);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('undo');
    await until('the text is as it was opened', () => value(document, 'title') === 'Talk 5' && !document.isDirty);
    await edit(document, 'tags', '["one"]');
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"tags":["one"]}');
    assert.equal(service.record(5).title, 'Their title');
  });

  test('without a conflict there is nothing to keep or take', async () => {
    const document = await openRecord('desk', 5);
    await assert.rejects(
      async () => vscode.commands.executeCommand('videoRecords.keepMine', document.uri),
      /no conflict/,
    );
  });

  test('a record of which the base is lost is compared field by field, and never guessed', async () => {
    const uri = vscode.Uri.parse('videorecord://desk/5.video.json');
    const text = JSON.stringify({ ...service.record(5), title: 'From nowhere' });
    service.taken();
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, Buffer.from(text)), /title/);
    assert.deepEqual(service.taken(), ['GET 5']);
  });
});
