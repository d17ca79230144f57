import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, configure, edit, openRecord, replaceAll, until, value } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { type RecordService, reply, startRecordService } from '../../support/recordService.ts';

suite('Saving', () => {
  let service: RecordService;

  setup(async () => {
    service = await startRecordService([...Array(13).keys()].map((index) => index + 1));
    await configure({ desk: { baseUrl: service.baseUrl } }, { autoSave: undefined });
  });
  teardown(async () => {
    await closeAll();
    await service.close();
  });

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

  test('a program without an editor writes against what it last read', async () => {
    const uri = vscode.Uri.parse('videorecord://desk/13.video.json');
    const { fs } = vscode.workspace;
    const read = async () => JSON.parse(new TextDecoder().decode(await fs.readFile(uri)));
    const write = (record: object) => fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(record)));
    await write({ ...(await read()), title: 'First' });
    service.change(13, { title: 'Second' });
    const second = await read();
    assert.equal(second.title, 'Second');
    service.change(13, { title: 'First' });
    await write({ ...second, summary: 'Mine' });
    assert.equal(service.requests.at(-1)?.body, '{"summary":"Mine"}');
    assert.equal(service.record(13).title, 'First');
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

  test('a failing saveWithPatch rejects and says why', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"No"');
    service.intercept('PATCH', (_request, response) =>
      reply(response, { status: 403, body: '{"detail":"Not yours."}' }),
    );
    await assert.rejects(
      async () => vscode.commands.executeCommand('videoRecords.saveWithPatch', document.uri),
      /Record 5 was not saved\. .*Not yours\./,
    );
    assert.equal(document.isDirty, true);
  });

  for (const status of [405, 501]) {
    test(`${status} to PATCH in auto falls back to PUT`, async () => {
      const document = await openRecord('desk', 5);
      service.taken();
      await edit(document, 'title', '"Fallen back"');
      service.intercept('PATCH', (_request, response) => reply(response, { status }));
      const message = await said(async () => assert.ok(await document.save()));
      assert.match(message, /does not allow PATCH for record 5\. The whole record is sent with PUT\./);
      assert.equal(service.record(5).title, 'Fallen back');
      assert.equal(service.taken().at(-1), 'PUT 5');
    });
  }

  test('405 to PATCH is a failure where PATCH was asked for', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, saveMethod: 'patch' } });
    const document = await openRecord('desk', 5);
    service.taken();
    await edit(document, 'title', '"Not so"');
    service.intercept('PATCH', (_request, response) => reply(response, { status: 405 }));
    assert.equal(await document.save(), false);
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
  });

  test('Allow without PATCH makes auto use PUT at once', async () => {
    service.allow = 'GET, PUT, HEAD';
    const document = await openRecord('desk', 5);
    service.taken();
    await edit(document, 'title', '"By PUT"');
    assert.ok(await document.save());
    assert.deepEqual(service.taken(), ['GET 5', 'PUT 5']);
  });

  test('PUT never creates: a record that is gone is refused', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, saveMethod: 'put' } });
    const document = await openRecord('desk', 5);
    service.taken();
    await edit(document, 'title', '"Lazarus"');
    service.remove(5);
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    assert.deepEqual(service.taken(), ['GET 5']);
  });

  test('the editor shows what the service made of it, and undo still works', async () => {
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
      /Saved record 5\. The service did not change slug\. The service stored tags in its own way\./,
    );
    await until('the service’s tags are shown', () => JSON.stringify(value(document, 'tags')) === '["apple","zebra"]');
    assert.equal(value(document, 'slug'), 'talk-5');
    assert.equal(document.isDirty, false);
    await until('the cursor is where it was', () => editor.selection.active.isEqual(cursor));
    await vscode.commands.executeCommand('undo');
    await until('undo brings back the user’s text', () => value(document, 'slug') === 'my-own');
  });

  test('who goes on typing while and after a save types where the cursor is', async () => {
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

  test('an answer that is no record is read again', async () => {
    for (const body of ['', '{"ok":true}', '<html><title>Fine</title></html>', '{"id":5,"title":"Part"}']) {
      const document = await openRecord('desk', 5);
      service.taken();
      await edit(document, 'title', JSON.stringify(`After ${body.length}`));
      service.intercept('PATCH', (_request, response, proceed) => {
        proceed();
        reply(response, { status: body ? 200 : 204, body });
      });
      assert.ok(await document.save());
      assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5']);
      await until('the new version is shown', () => value(document, 'updated') === service.record(5).updated);
    }
  });

  test('a write that was taken, but of which nothing can be read, is not called saved', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Taken, then silence"');
    service.intercept('GET', (_request, response, proceed) => reply(response, proceed()));
    for (let attempt = 0; attempt < 4; attempt++)
      service.intercept('GET', (_request, response) => response.socket?.destroy());
    service.intercept('PATCH', (_request, response, proceed) => {
      proceed();
      reply(response, { status: 204 });
    });
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    service.calm();
    assert.equal(await document.save(), true);
    assert.equal(service.requests.filter(({ method }) => method === 'PATCH').length, 1);
  });

  test('a service that takes a write and keeps its value is believed when it does so again', async () => {
    const document = await openRecord('desk', 5);
    const { slug } = service.record(5);
    await edit(document, 'slug', '"mine"');
    const ignore = () => service.intercept('PATCH', (_request, response) => reply(response, { status: 204, body: '' }));
    ignore();
    assert.equal(await document.save(), false);
    assert.equal(value(document, 'slug'), 'mine');
    ignore();
    const message = await said(async () => assert.ok(await document.save()));
    assert.match(message, /Saved record 5\. The service did not change slug\./);
    await until('the service’s slug is shown', () => value(document, 'slug') === slug);
  });

  test('a write that was taken without being done is not called saved', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Signed out"');
    service.intercept('PATCH', (_request, response) =>
      reply(response, { status: 200, body: '<title>Sign in</title>' }),
    );
    assert.equal(await document.save(), false);
    assert.equal(value(document, 'title'), 'Signed out');
    assert.equal(service.record(5).title, 'Talk 5');
  });

  test('a connection lost after a write that landed is a save', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Landed"');
    service.intercept('PATCH', (_request, response, proceed) => {
      proceed();
      response.socket?.destroy();
    });
    assert.equal(await document.save(), true);
    assert.equal(document.isDirty, false);
    assert.equal(service.requests.filter(({ method }) => method === 'PATCH').length, 1);
  });

  test('a 500 after a write that landed is a save; before it landed, a failure', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Stored, then failed"');
    service.intercept('PATCH', (_request, response, proceed) => {
      proceed();
      reply(response, { status: 500, body: '<title>Server Error</title>' });
    });
    assert.equal(await document.save(), true);
    await until('the answer is shown', () => value(document, 'updated') === service.record(5).updated);
    await edit(document, 'title', '"Failed at once"');
    service.intercept('PATCH', (_request, response) => reply(response, { status: 500 }));
    assert.equal(await document.save(), false);
    assert.equal(service.record(5).title, 'Stored, then failed');
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

  test('where nobody can tell, the document stays dirty', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Who knows"');
    service.intercept('PATCH', (_request, response) => {
      service.change(5, { title: 'Something else' });
      response.socket?.destroy();
    });
    assert.equal(await document.save(), false);
    assert.equal(value(document, 'title'), 'Who knows');
    assert.equal(document.isDirty, true);
  });

  test('an ETag goes along as If-Match, and a change in between is merged', async () => {
    service.etags = true;
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Tagged"');
    service.intercept('PATCH', (request, response, proceed) => {
      assert.ok(request.headers['if-match']);
      service.change(5, { summary: 'In between' });
      reply(response, proceed());
    });
    assert.ok(await document.save());
    assert.equal(service.record(5).title, 'Tagged');
    assert.equal(service.record(5).summary, 'In between');
    await until('the answer is shown', () => value(document, 'summary') === 'In between');
    service.taken();
    await edit(document, 'title', '"Tagged again"');
    assert.ok(await document.save());
    assert.deepEqual(service.taken(), ['PATCH 5'], 'a service that has refused an outdated tag is trusted to do so');
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

  test('auto save never writes unless videoRecords.autoSave is on', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    await files.update('autoSaveDelay', 50, vscode.ConfigurationTarget.Global);
    const scratch = vscode.Uri.file(join(await mkdtemp(join(tmpdir(), 'vr-')), 'plain.txt'));
    await vscode.workspace.fs.writeFile(scratch, Buffer.from('a'));
    try {
      const document = await openRecord('desk', 5);
      await edit(document, 'title', '"Left alone"');
      const plain = await vscode.workspace.openTextDocument(scratch);
      await vscode.window.showTextDocument(plain);
      await replaceAll(plain, 'b');
      await until('VS Code saved the plain file by itself', () => !plain.isDirty);
      assert.equal(document.isDirty, true);
      await configure({ desk: { baseUrl: service.baseUrl } }, { autoSave: true });
      await edit(document, 'title', '"Saved by itself"');
      await until('the record is saved', () => !document.isDirty);
      assert.equal(service.record(5).title, 'Saved by itself');
      await edit(document, 'title', '"The first change of a clean document"');
      await until('it is dirty', () => document.isDirty);
      await until('it is saved again', () => !document.isDirty);
      assert.equal(service.record(5).title, 'The first change of a clean document');
    } finally {
      await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
      await files.update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test('what an encoding can’t hold is not saved as question marks', async () => {
    const { uri } = await openRecord('desk', 12);
    const document = await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' });
    assert.equal(document.encoding, 'windows1252');
    await edit(document, 'title', '"日本"');
    assert.match(await said(async () => assert.equal(await document.save(), false)), /saved as UTF-8/);
    assert.equal(document.isDirty, true);
    assert.equal(service.record(12).title, 'Talk 12');
  });

  test('half of a character is not saved as another one', async () => {
    const document = await openRecord('desk', 11);
    await edit(document, 'title', '"\ud83d"');
    assert.match(await said(async () => assert.equal(await document.save(), false)), /half of a character/);
    assert.equal(value(document, 'title'), '\ud83d');
    assert.equal(service.record(11).title, 'Talk 11');
  });

  test('formatting on save sends nothing', async () => {
    const editor = vscode.workspace.getConfiguration('editor', { languageId: 'videorecord' });
    await editor.update('formatOnSave', true, vscode.ConfigurationTarget.Global, true);
    try {
      const document = await openRecord('desk', 5);
      service.taken();
      await replaceAll(document, JSON.stringify(JSON.parse(document.getText())));
      assert.ok(await document.save());
      assert.equal(document.isDirty, false);
      assert.deepEqual(service.taken(), []);
      assert.ok(document.lineCount > 5);
    } finally {
      await editor.update('formatOnSave', undefined, vscode.ConfigurationTarget.Global, true);
    }
  });

  test('access confirm writes nothing without an answer', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'confirm' } });
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Unconfirmed"');
    service.taken();
    assert.equal(await document.save(), false);
    assert.deepEqual(service.taken(), ['GET 5']);
    assert.equal(document.isDirty, true);
  });

  test('the review shows exactly what a save would send', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Über"');
    await edit(document, 'recorded', '"2024-02-30"');
    await vscode.commands.executeCommand('videoRecords.reviewChanges', document.uri);
    const review = vscode.window.visibleTextEditors
      .map((editor) => editor.document)
      .find(({ languageId }) => languageId === 'markdown');
    assert.ok(review);
    const shown = review.getText();
    assert.ok(await document.save());
    const sent = service.requests.at(-1);
    assert.ok(shown.includes(`PATCH ${service.baseUrl}/api/v2/video/5`));
    assert.ok(shown.includes(sent?.body ?? 'nothing was sent'));
    assert.match(shown, /recorded.*2024-02-30/);
    for (const name of ['accept', 'content-type', 'accept-encoding']) {
      assert.ok(shown.toLowerCase().includes(`${name}: ${sent?.headers[name]}`), name);
    }
  });

  for (const state of ['clean', 'changed']) {
    test(`a program that writes the file of a ${state} document does not move its base`, async () => {
      const document = await openRecord('desk', 5);
      if (state === 'changed') await edit(document, 'title', '"Mine"');
      const { fs } = vscode.workspace;
      const record = JSON.parse(new TextDecoder().decode(await fs.readFile(document.uri)));
      await fs.writeFile(document.uri, new TextEncoder().encode(JSON.stringify({ ...record, state: 2 })));
      assert.equal(service.requests.at(-1)?.body, '{"state":2}');
      if (state === 'clean') {
        await until('the document shows it', () => value(document, 'state') === 2 && !document.isDirty);
        await edit(document, 'title', '"Mine"');
      }
      assert.equal(value(document, 'title'), 'Mine');
      assert.ok(await document.save());
      assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
      assert.equal(service.record(5).state, 2);
    });
  }

  const reviewed = async (document: vscode.TextDocument) => {
    await vscode.commands.executeCommand('videoRecords.reviewChanges', document.uri);
    const review = vscode.window.activeTextEditor?.document;
    return review?.uri.scheme === 'videorecordreview' ? review.getText() : '';
  };

  test('the review of a record that can’t be written says so', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Too late"');
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    service.taken();
    const review = await reviewed(document);
    assert.match(review, /A save would be refused\. The settings mark the service "desk" as read-only\./);
    assert.ok(!review.includes('PATCH'));
    assert.deepEqual(service.taken(), []);
  });

  test('the review says why a save would stop', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '7');
    assert.match(
      await reviewed(document),
      /A save would stop, because of the errors below\.\s+## Problems\s+- error: "title"/,
    );
    await replaceAll(document, '{"id": 5,');
    assert.match(await reviewed(document), /A save would stop\. The text is not valid JSON/);
  });

  test('the review shows what would be sent as far as it is known, where the service does not answer', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Unreviewed"');
    service.intercept('GET', (_request, response) => reply(response, { status: 500 }));
    const review = await reviewed(document);
    assert.match(review, /The service could not be asked: .*status 500/);
    assert.match(review, /\{"title":"Unreviewed"\}/);
  });

  test('the review knows of a service that has no PATCH', async () => {
    service.allow = 'GET, PUT';
    const document = await openRecord('desk', 5);
    await replaceAll(document, without(document, 'whiteboard'));
    assert.match(await reviewed(document), /^PUT http/m);
  });

  test('Save As writes the text to a file', async () => {
    const document = await openRecord('desk', 5);
    const target = join(await mkdtemp(join(tmpdir(), 'vr-')), 'copy.json');
    await vscode.workspace.fs.copy(document.uri, vscode.Uri.file(target));
    assert.equal(await readFile(target, 'utf8'), document.getText());
  });
});
