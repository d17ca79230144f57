import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import {
  answering,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  reported,
  resolveConflict,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Someone else’s change', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([5]);
  });
  teardown(() => closeDesk(service));

  test('disjoint fields merge: mine are sent, theirs come in', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { summary: 'Theirs' });
    assert.ok(await document.save());
    assert.match(shownMessages().at(-1) ?? '', /Saved record 5\. A change to .*summary.* on the service was merged\./);
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
    assert.equal(service.record(5).summary, 'Theirs');
    await until('theirs is shown', () => value(document, 'summary') === 'Theirs');
    assert.equal(document.isDirty, false);
  });

  test('Keep Mine sends nothing if the service was made read-only while its question was open', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    const makeReadOnly = async (_message: string, options: vscode.MessageOptions = {}) => {
      if (!options.modal) return undefined;
      await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
      return 'Keep Mine';
    };
    await withStandIn('showWarningMessage', makeReadOnly, async () => assert.equal(await document.save(), false));
    assert.equal(service.record(5).title, 'Theirs');
    assert.ok(isUnsaved(document));
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

  const question = `Revert someone else's change to "summary" of record 5 on desk?`;

  test('a save that would revert their change after an undo asks first; Cancel sends nothing', async () => {
    const document = await savedWithTheirs();
    await undo(document, 2);
    assert.deepEqual([value(document, 'title'), value(document, 'summary')], ['Talk 5', 'A short summary.']);
    service.taken();
    const asked = await answering(undefined, async () => assert.equal(await document.save(), false));
    assert.deepEqual(asked, [question]);
    assert.deepEqual(service.taken(), ['GET 5']);
    assert.equal(document.isDirty, true);
  });

  test('Keep Theirs saves my other changes and shows their value again', async () => {
    const document = await savedWithTheirs();
    await undo(document, 2);
    await answering('Keep Theirs', async () => assert.ok(await document.save()));
    assert.equal(service.requests.at(-1)?.body, '{"title":"Talk 5"}');
    await until('theirs is shown again', () => value(document, 'summary') === 'Theirs' && !document.isDirty);
  });

  test('Save Anyway sends what is on screen, and the same value is not asked about again', async () => {
    const document = await savedWithTheirs();
    await undo(document, 2);
    await answering('Save Anyway', async () => assert.ok(await document.save()));
    assert.deepEqual([service.record(5).title, service.record(5).summary], ['Talk 5', 'A short summary.']);
    await until('the answer is shown', () => value(document, 'updated') === service.record(5).updated);
    await edit(document, 'summary', '"Other"');
    assert.ok(await document.save());
    await until('the answer is shown', () => value(document, 'updated') === service.record(5).updated);
    await edit(document, 'summary', '"A short summary."');
    assert.deepEqual(await answering(undefined, async () => assert.ok(await document.save())), []);
  });

  test('an earlier value that is typed, not undone, is sent after the question', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { state: 2 });
    assert.ok(await document.save());
    await until('theirs is shown', () => value(document, 'state') === 2);
    await edit(document, 'title', '"Mine again"');
    await edit(document, 'summary', '"A typo"');
    await undo(document);
    await edit(document, 'state', '1');
    const asked = await answering('Save Anyway', async () => assert.ok(await document.save()));
    assert.equal(asked.length, 1);
    assert.deepEqual([service.record(5).title, service.record(5).state], ['Mine again', 1]);
    assert.equal(value(document, 'state'), 1);
  });

  test('an undo past a save never sends the service’s own time back', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    assert.ok(await document.save());
    await until('the answer is shown', () => value(document, 'updated') === service.record(5).updated);
    await undo(document);
    await until('the title is as before', () => value(document, 'title') === 'Talk 5');
    assert.deepEqual(await answering(undefined, async () => assert.ok(await document.save())), []);
    assert.equal(service.requests.at(-1)?.body, '{"title":"Talk 5"}');
  });

  test('undo of merged lines, of Take Theirs and of a reload asks too', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'description', JSON.stringify('First line, mine.\nSecond line.\nThird line.\n'));
    const merged = 'First line, mine.\nSecond line.\nThird line, theirs.\n';
    service.change(5, { description: 'First line.\nSecond line.\nThird line, theirs.\n' });
    assert.ok(await document.save());
    await until('the merge is shown', () => value(document, 'description') === merged);
    await undo(document);
    const asks = async (field: string) => {
      const asked = await answering('Keep Theirs', async () => assert.ok(await document.save()));
      assert.match(asked.join(), new RegExp(`Revert someone else's change to .*"${field}"`));
      await until('theirs is shown', () => !document.isDirty && value(document, field) === service.record(5)[field]);
    };
    await asks('description');

    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    await resolveConflict('takeTheirs', document.uri);
    await until('theirs is shown', () => value(document, 'title') === 'Theirs');
    await undo(document);
    assert.equal(value(document, 'title'), 'Mine');
    await asks('title');

    service.change(5, { summary: 'Theirs' });
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    await until('theirs is shown', () => value(document, 'summary') === 'Theirs');
    await undo(document);
    await asks('summary');
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
    await resolveConflict('keepMine', document.uri);
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
    assert.equal(service.record(5).summary, 'Their summary');
    assert.equal(document.isDirty, false);
    await until('theirs is shown', () => value(document, 'summary') === 'Their summary');
  });

  test('nobody answers a conflict in the user’s place: the commands ask, and send nothing without a yes', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    service.taken();
    for (const name of ['keepMine', 'takeTheirs']) {
      const asked = await answering(undefined, () => command(name, document.uri));
      assert.deepEqual(asked, ['Someone else also changed "title" of record 5.']);
    }
    assert.deepEqual([service.taken(), value(document, 'title'), document.isDirty], [[], 'Mine', true]);
    const [detail = ''] = await resolveConflict('takeTheirs', document.uri);
    assert.match(detail, /Mine: "Mine"\n.*Theirs: "Theirs"/);
    await until('theirs is shown', () => value(document, 'title') === 'Theirs' && !document.isDirty);
    assert.equal(service.record(5).title, 'Theirs');
  });

  test('in a conflict, Compare shows what the service has beside the editor', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand('videoRecords.compare', document.uri);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    const { original, modified } = tab.input;
    assert.equal(modified.toString(), document.uri.toString());
    assert.equal(JSON.parse((await vscode.workspace.openTextDocument(original)).getText()).title, 'Theirs');
    // The diff is active, so the command acts on its record.
    await resolveConflict('keepMine');
    assert.equal(service.record(5).title, 'Mine');
  });

  test('Keep Mine is good only for the version that was shown', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    service.change(5, { title: 'Theirs, newer' });
    await resolveConflict('keepMine', document.uri);
    assert.equal(service.record(5).title, 'Theirs, newer');
    await resolveConflict('keepMine', document.uri);
    assert.equal(service.record(5).title, 'Mine');
  });

  test('Take Theirs keeps my other changes, and undo brings my text back', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    await edit(document, 'summary', '"My summary"');
    service.change(5, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    await resolveConflict('takeTheirs', document.uri);
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
    await resolveConflict('takeTheirs', document.uri);
    assert.equal(document.isDirty, true);
    await edit(document, 'title', '"Mine and theirs, by hand"');
    assert.equal(await document.save(), false);
    assert.equal(value(document, 'title'), 'Mine and theirs, by hand');
    await resolveConflict('keepMine', document.uri);
    assert.equal(service.record(5).title, 'Mine and theirs, by hand');
  });

  test('a change of the language mode keeps the base', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    service.change(5, { summary: 'Their summary' });
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
    assert.equal(service.record(5).summary, 'Their summary');
    await vscode.languages.setTextDocumentLanguage(document, 'videorecord');
  });

  test('undoing a reload and all edits shows what the service has', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'summary', '"Mine"');
    service.change(5, { title: 'Their title' });
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    assert.equal(value(document, 'title'), 'Their title');
    await vscode.workspace.fs.readFile(document.uri);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('undo');
    await until('their title is shown', () => value(document, 'title') === 'Their title' && !document.isDirty);
    assert.equal(value(document, 'summary'), 'A short summary.');
    await edit(document, 'tags', '["one"]');
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"tags":["one"]}');
    assert.equal(service.record(5).title, 'Their title');
  });

  test('Keep Mine and Take Theirs fail without a conflict', async () => {
    const document = await openRecord('desk', 5);
    assert.match(await reported('videoRecords.keepMine', document.uri), /no conflict/);
  });
});
