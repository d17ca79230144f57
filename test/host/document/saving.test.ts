import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import {
  answering,
  closeDesk,
  configure,
  edit,
  openRecord,
  replaceAll,
  reported,
  startDesk,
  until,
  value,
  whileReadOnly,
} from '../../support/host/records.ts';
import { withSettings } from '../../support/host/settings.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { type RecordService, reply } from '../../support/recordService.ts';

suite('Saving', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk(Array.from({ length: 13 }, (_, index) => index + 1));
  });
  teardown(() => closeDesk(service));

  const without = (document: vscode.TextDocument, field: string) => {
    const record = JSON.parse(document.getText());
    delete record[field];
    return JSON.stringify(record, null, 2);
  };

  /** What is said while the task runs. */
  const said = async (task: () => Promise<unknown>) => {
    const before = shownMessages().length;
    await task();
    return shownMessages().slice(before).join('\n');
  };

  test('saveMethod put sends the whole record, exactly as written', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, saveMethod: 'put' } });
    service.raw(5, '{"id":5,"title":"Talk","rate":1.50,"big":98765432109876543210}');
    const document = await openRecord('desk', 5);
    service.taken();
    await edit(document, 'title', '"Whole"');
    assert.ok(await document.save());
    assert.deepEqual(service.taken(), ['GET 5', 'PUT 5']);
    const body = service.requests.at(-1)?.body.replace(/\s/g, '');
    assert.equal(body, '{"id":5,"title":"Whole","rate":1.50,"big":98765432109876543210}');
  });

  test('a removed field is refused with PATCH and sent with PUT', async () => {
    const document = await openRecord('desk', 5);
    service.taken();
    await replaceAll(document, without(document, 'whiteboard'));
    assert.equal(await document.save(), false);
    assert.deepEqual(service.taken(), []);
    await vscode.commands.executeCommand('videoRecords.saveWithPut', document.uri);
    assert.deepEqual(service.taken(), ['GET 5', 'PUT 5']);
    assert.equal('whiteboard' in service.record(5), false);
    assert.equal(document.isDirty, false);
  });

  test('a command on another spelling of the URI means the document that is open', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"By any name"');
    const spelling = document.uri.with({ path: '/5.video.json' });
    assert.notEqual(spelling.toString(), document.uri.toString());
    await vscode.commands.executeCommand('videoRecords.saveWithPatch', spelling.toString());
    assert.equal(service.record(5).title, 'By any name');
    assert.equal(document.isDirty, false);
  });

  test('saveWithPut says so if VS Code writes nothing, as in an editor that is read-only in the session', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    const told = await whileReadOnly(document, () => reported('videoRecords.saveWithPut', document.uri));
    assert.match(told, /VS Code did not save the record\./);
  });

  test('saveWithPatch chooses once', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, saveMethod: 'put' } });
    const document = await openRecord('desk', 5);
    service.taken();
    await edit(document, 'title', '"Once"');
    await vscode.commands.executeCommand('videoRecords.saveWithPatch', document.uri);
    await until('the answer is shown', () => value(document, 'updated') === service.record(5).updated);
    await edit(document, 'title', '"Twice"');
    assert.ok(await document.save());
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5', 'PUT 5']);
  });

  test('says that the whole record is sent when PATCH is not allowed', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Fallen back"');
    service.intercept('PATCH', (_request, response) => reply(response, { status: 405 }));
    const message = await said(async () => assert.ok(await document.save()));
    assert.match(message, /Saved record 5\. The service does not allow PATCH, so the whole record was sent with PUT\./);
    assert.equal(service.record(5).title, 'Fallen back');
  });

  test('a failing saveWithPatch leaves the document dirty and says why, once', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"No"');
    service.intercept('PATCH', (_request, response) =>
      reply(response, { status: 403, body: '{"detail":"Not yours."}' }),
    );
    const messages = (await reported('videoRecords.saveWithPatch', document.uri)).split('\n');
    assert.equal(messages.length, 1, messages.join('\n'));
    assert.match(messages[0] ?? '', /Not yours\./);
    assert.equal(document.isDirty, true);
  });

  test('after PUT was refused, Save with PATCH is offered if the service allows it', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, saveMethod: 'put' } });
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"No PUT"');
    const headers = { allow: 'GET, PUT, PATCH' };
    service.intercept('PUT', (_request, response) => reply(response, { status: 403, headers }));
    const message = await said(async () => assert.equal(await document.save(), false));
    assert.match(message, /\[Save with PATCH\]\(command:videoRecords\.saveWithPatch\?/);
    await vscode.commands.executeCommand('videoRecords.saveWithPatch', document.uri);
    assert.equal(service.record(5).title, 'No PUT');
  });

  for (const command of ['saveWithPatch', 'saveWithPut', 'reviewChanges']) {
    test(`${command} on a record without changes says so`, async () => {
      const document = await openRecord('desk', 5);
      service.taken();
      assert.match(await reported(`videoRecords.${command}`, document.uri), /Record 5 has no unsaved changes\./);
      assert.deepEqual(service.taken(), []);
    });
  }

  test('a write without effect is not saved: the document stays dirty, and the message names the field', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'slug', '"mine"');
    service.rewrite = ({ slug: _, ...rest }) => rest;
    for (let time = 0; time < 2; time += 1) {
      const message = await said(async () => assert.equal(await document.save(), false));
      assert.match(message, /did not change \\"slug\\" of record 5, so nothing was saved/);
      assert.equal(document.isDirty, true);
      assert.equal(value(document, 'slug'), 'mine');
    }
  });

  test('a record is always read before it is written, and the ETag goes along', async () => {
    service.etags = true;
    const document = await openRecord('desk', 5);
    for (const title of ['One', 'Two']) {
      await edit(document, 'title', JSON.stringify(title));
      service.taken();
      assert.ok(await document.save());
      assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
      assert.ok(service.requests.at(-1)?.headers['if-match']);
      await until('the answer is shown', () => value(document, 'updated') === service.record(5).updated);
    }
  });

  test('the editor shows what the service stored, and undo still works', async () => {
    service.rewrite = (fields) => ({
      ...fields,
      ...('tags' in fields ? { tags: [...(fields.tags as string[])].sort() } : {}),
      slug: 'talk-5',
    });
    const document = await openRecord('desk', 5);
    const editor = await vscode.window.showTextDocument(document);
    const cursor = new vscode.Position(8, 4);
    editor.selection = new vscode.Selection(cursor, cursor);
    await edit(document, 'tags', '["zebra","apple"]');
    await edit(document, 'slug', '"my-own"');
    const message = await said(async () => assert.ok(await document.save()));
    assert.match(
      message,
      /Saved record 5\. The service did not change .*slug.*\. The service stored a different value for .*tags/,
    );
    await until('the service’s tags are shown', () => JSON.stringify(value(document, 'tags')) === '["apple","zebra"]');
    assert.equal(value(document, 'slug'), 'talk-5');
    assert.equal(document.isDirty, false);
    await until('the cursor is where it was', () => editor.selection.active.isEqual(cursor));
    await vscode.commands.executeCommand('undo');
    await until('undo brings back the user’s text', () => value(document, 'slug') === 'my-own');
  });

  test('typing during and after a save continues at the cursor', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    const editor = await vscode.window.showTextDocument(document);
    const inside = document.positionAt(document.getText().indexOf('"whiteboard": "') + '"whiteboard": "'.length);
    editor.selection = new vscode.Selection(inside, inside);
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const type = async (text: string) => {
      for (const letter of text) await vscode.commands.executeCommand('type', { text: letter });
    };
    const answered = new Promise<void>((resolve) => {
      service.intercept('PATCH', (_request, response, proceed) => {
        reply(response, proceed());
        resolve();
      });
    });
    const saving = document.save();
    await answered;
    await type(letters);
    await saving;
    await type(letters);
    assert.equal(value(document, 'whiteboard'), letters + letters);
    assert.ok(await document.save());
    assert.equal(service.record(5).whiteboard, letters + letters);
    await type(letters);
    assert.equal(value(document, 'whiteboard'), letters + letters + letters);
  });

  test('typing right after a save neither loses text nor sends the service’s own fields back', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"One"');
    service.intercept('PATCH', (_request, response, proceed) => {
      void edit(document, 'summary', '"Typed during the save"').then(() => reply(response, proceed()));
    });
    await document.save();
    assert.equal(value(document, 'summary'), 'Typed during the save');
    // The extension host takes every saved document for clean; the tab knows better.
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty, true);
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"summary":"Typed during the save"}');
    assert.equal(service.record(5).title, 'One');
  });

  test('a connection lost before the write landed is a failure, and the next save works', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Lost"');
    service.intercept('PATCH', (_request, response) => response.socket?.destroy());
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    assert.equal(service.record(5).title, 'Talk 5');
    assert.equal(await document.save(), true);
    assert.equal(service.record(5).title, 'Lost');
  });

  test('two saves at once, and a save during a reload, are put in order', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"First"');
    const reload = vscode.commands.executeCommand('videoRecords.reload', document.uri);
    // What VS Code answers to the second of two saves of the same text is its own affair.
    const [saved] = await Promise.all([document.save(), document.save(), reload]);
    assert.equal(saved, true);
    await until('the document is clean', () => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === false);
    assert.equal(service.record(5).title, 'First');
    assert.equal(service.requests.filter(({ method }) => method === 'PATCH').length, 1);
  });

  test('Save All over ten records', async () => {
    const documents = [];
    for (let id = 1; id <= 10; id++) documents.push(await openRecord('desk', id));
    for (const [index, document] of documents.entries())
      await edit(document, 'title', JSON.stringify(`All ${index + 1}`));
    assert.ok(await vscode.workspace.saveAll());
    for (let id = 1; id <= 10; id++) assert.equal(service.record(id).title, `All ${id}`);
    assert.ok(documents.every(({ isDirty }) => !isDirty));
  });

  test('files.autoSave leaves records alone, without a word', async () => {
    const scratch = vscode.Uri.file(join(await mkdtemp(join(tmpdir(), 'vr-')), 'plain.txt'));
    await vscode.workspace.fs.writeFile(scratch, Buffer.from('a'));
    const before = shownMessages().length;
    await withSettings('files', { autoSave: 'afterDelay', autoSaveDelay: 50 }, async () => {
      const document = await openRecord('desk', 5);
      await edit(document, 'title', '"Left alone"');
      const plain = await vscode.workspace.openTextDocument(scratch);
      await vscode.window.showTextDocument(plain);
      await replaceAll(plain, 'b');
      await until('VS Code saved the plain file by itself', () => !plain.isDirty);
      assert.deepEqual([document.isDirty, service.taken(), shownMessages().length], [true, ['GET 5'], before]);
    });
  });

  test('where files.autoSave is turned on for records, it is refused, and a save by hand is not', async () => {
    const document = await openRecord('desk', 5);
    const automatically = { autoSave: 'afterDelay', autoSaveDelay: 1 };
    const refuse = async () => {
      const before = shownMessages().length;
      await edit(document, 'title', '"Mine"');
      await until('the automatic save is refused', () => shownMessages().length > before);
      assert.match(shownMessages().at(-1) ?? '', /Auto save does not write to the service/);
    };
    await withSettings('files', automatically, refuse, 'videorecord');
    assert.deepEqual([service.record(5).title, isUnsaved(document)], ['Talk 5', true]);
    assert.ok(await document.save());
    assert.equal(service.record(5).title, 'Mine');
  });

  test('a save that VS Code does not explain asks, as after the edits of a chat', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    const save = async () => vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
    assert.deepEqual(await answering(undefined, save), ['Save record 5 on desk?']);
    assert.deepEqual([service.record(5).title, isUnsaved(document)], ['Talk 5', true]);
    assert.deepEqual(await answering('Save', save), ['Save record 5 on desk?']);
    assert.deepEqual([service.record(5).title, isUnsaved(document)], ['Mine', false]);
  });

  test("characters that an encoding can't represent are not saved as question marks", async () => {
    const { uri } = await openRecord('desk', 12);
    const document = await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' });
    assert.equal(document.encoding, 'windows1252');
    await edit(document, 'title', '"日本"');
    assert.match(await said(async () => assert.equal(await document.save(), false)), /saved as UTF-8/);
    await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
    assert.equal(document.isDirty, true);
    assert.equal(service.record(12).title, 'Talk 12');
  });

  test('a lone surrogate is not saved as another character', async () => {
    const document = await openRecord('desk', 11);
    await edit(document, 'title', '"\ud83d"');
    assert.match(await said(async () => assert.equal(await document.save(), false)), /incomplete character/);
    assert.equal(value(document, 'title'), '\ud83d');
    assert.equal(service.record(11).title, 'Talk 11');
  });

  test('formatting on save sends nothing', async () => {
    const document = await openRecord('desk', 5);
    service.taken();
    await replaceAll(document, JSON.stringify(JSON.parse(document.getText())));
    assert.ok(await withSettings('editor', { formatOnSave: true }, async () => document.save(), 'videorecord'));
    assert.equal(document.isDirty, false);
    assert.deepEqual(service.taken(), []);
    assert.ok(document.lineCount > 5);
  });

  test('access confirm writes nothing without an answer', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'confirm' } });
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Unconfirmed"');
    service.taken();
    assert.equal(await document.save(), false);
    assert.deepEqual(service.taken(), ['GET 5']);
    assert.equal(document.isDirty, true);
    const asked = await answering('Save', async () => assert.ok(await document.save()));
    assert.deepEqual([asked, service.record(5).title], [['Save record 5 on desk?'], 'Unconfirmed']);
  });

  test('with access confirm, Enter reviews the changes', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'confirm' } });
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Unconfirmed"');
    const choices: unknown[] = [];
    const pressEnter = async (...[, , ...given]: unknown[]) => {
      choices.push(...given);
      return given[0];
    };
    assert.equal(await withStandIn('showWarningMessage', pressEnter, () => document.save()), false);
    assert.deepEqual(choices, ['Review Changes', 'Save']);
    const isDiff = ({ input }: vscode.Tab) => input instanceof vscode.TabInputTextDiff;
    await until('the changes are shown', () => vscode.window.tabGroups.activeTabGroup.tabs.some(isDiff));
    assert.equal(service.record(5).title, 'Talk 5');
  });

  test('Review Changes shows the base beside the editor', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    await vscode.commands.executeCommand('videoRecords.reviewChanges', document.uri);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input as vscode.TabInputTextDiff;
    assert.equal(input.modified.toString(), document.uri.toString());
    const base = await vscode.workspace.openTextDocument(input.original);
    assert.equal(value(base, 'title'), 'Talk 5');
  });

  const requested = async (document: vscode.TextDocument) => {
    await vscode.commands.executeCommand('videoRecords.showRequest', document.uri);
    const request = vscode.window.activeTextEditor?.document;
    return request?.uri.scheme === 'videorecordrequest' ? request.getText() : '';
  };

  test('Show Request shows exactly what a save would send', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Über"');
    const shown = await requested(document);
    assert.ok(await document.save());
    const sent = service.requests.at(-1);
    assert.ok(shown.startsWith(`PATCH ${service.baseUrl}/api/v2/video/5\n`));
    assert.ok(shown.endsWith(`\n\n${sent?.body}\n`));
    for (const name of ['accept', 'content-type', 'accept-encoding']) {
      assert.ok(shown.toLowerCase().includes(`${name}: ${sent?.headers[name]}`), name);
    }
  });

  test('Show Request says why a save would send nothing', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '7');
    assert.match(await requested(document), /^# Record 5 was not saved\. "title"/);
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    assert.match(await requested(document), /^# Record 5 is read-only\. The settings make "desk" read-only/);
  });

  test('Save As writes the text to a file', async () => {
    const document = await openRecord('desk', 5);
    const target = join(await mkdtemp(join(tmpdir(), 'vr-')), 'copy.json');
    await vscode.workspace.fs.copy(document.uri, vscode.Uri.file(target));
    assert.equal(await readFile(target, 'utf8'), document.getText());
  });
});
