import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, edit, openRecord, startDesk, until, value } from '../../support/host/records.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Open, edit, save', () => {
  let service: RecordService;

  suiteSetup(async () => {
    service = await startDesk([5]);
  });
  suiteTeardown(async () => {
    await closeAll();
    await service.close();
  });

  test('a record opens with one GET as a formatted JSON document', async () => {
    const document = await openRecord('desk', 5);
    assert.equal(document.uri.toString(), 'videorecord://desk/5-talk-5.video.json');
    assert.equal(document.languageId, 'videorecord');
    assert.equal(document.isDirty, false);
    assert.equal(document.getText(), `${JSON.stringify(service.record(5), null, 2)}\n`);
    assert.deepEqual(service.taken(), ['GET 5']);
  });

  test('a save sends only the changed field, and the document shows what the service stored', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"A better title"');
    assert.equal(await document.save(), true);
    assert.equal(document.isDirty, false);
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
    assert.equal(service.requests.at(-1)?.body, '{"title":"A better title"}');
    assert.equal(service.record(5).title, 'A better title');
    await until('the new time of change is shown', () => value(document, 'updated') === service.record(5).updated);
    assert.equal(document.isDirty, false);
    assert.deepEqual(service.taken(), []);
  });

  test('a save without a change of value sends nothing', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'tags', '[ "boats",\n\n "maps" ]');
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true);
    assert.deepEqual(service.taken(), []);
  });

  test('a save that the service rejects keeps the document dirty', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Refused"');
    service.intercept('PATCH', (_request, response) => {
      response.writeHead(400).end('{"title":["This title is taken."]}');
    });
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    assert.equal(service.record(5).title, 'A better title');
    await until('the service’s message is a problem', () =>
      vscode.languages.getDiagnostics(document.uri).some(({ message }) => message === 'This title is taken.'),
    );
  });
});
