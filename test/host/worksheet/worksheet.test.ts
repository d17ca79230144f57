import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/workbench/documents.ts';
import { answering, closeAll, command, configure, until } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { type RecordService, reply, startRecordService } from '../../support/recordService.ts';

const ids = Array.from({ length: 20 }, (_, index) => index + 1);

suite('Worksheets', () => {
  let service: RecordService;

  setup(async () => {
    service = await startRecordService(ids);
    await configure({ desk: { baseUrl: service.baseUrl } });
  });
  teardown(async () => {
    await closeAll();
    await service.close();
  });

  const open = async (some: readonly number[], fields?: readonly string[]) => {
    const uri = await command<string>('openWorksheet', { service: 'desk', ids: some, ...(fields && { fields }) });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    service.taken();
    return document;
  };
  const replace = async (document: vscode.TextDocument, from: string | RegExp, to: string) => {
    const edit = new vscode.WorkspaceEdit();
    for (const match of document.getText().matchAll(new RegExp(from, 'g'))) {
      const start = document.positionAt(match.index);
      edit.replace(document.uri, new vscode.Range(start, document.positionAt(match.index + match[0].length)), to);
    }
    assert.ok(await vscode.workspace.applyEdit(edit));
  };
  const rows = (document: vscode.TextDocument) => JSON.parse(document.getText()) as Record<string, unknown>[];

  test('opens as one list, with the chosen fields of each record on a line', async () => {
    const uri = await command<string>('openWorksheet', { service: 'desk', ids: [3, 1, 2], fields: ['title', 'state'] });
    assert.equal(uri, 'videoworksheet://desk/3%20records.worksheet.json?ids%3D3%2C1-2%26fields%3Dtitle%2Cstate');
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    assert.equal(document.languageId, 'videoworksheet');
    assert.equal(
      document.getText(),
      '[\n  { "id": 3, "state": 1, "title": "Talk 3" },\n  { "id": 1, "state": 1, "title": "Talk 1" },\n  { "id": 2, "state": 1, "title": "Talk 2" }\n]\n',
    );
    assert.equal(document.isDirty, false);
    assert.deepEqual(service.taken().toSorted(), ['GET 1', 'GET 2', 'GET 3']);
  });

  test('one changed record is saved without a question, with its changed field alone', async () => {
    const document = await open([1, 2, 3], ['title']);
    await replace(document, 'Talk 2', 'A better title');
    assert.deepEqual(await answering(undefined, () => document.save() as Promise<boolean>), []);
    assert.equal(isUnsaved(document), false);
    assert.deepEqual(service.taken(), ['GET 2', 'PATCH 2']);
    assert.equal(service.requests.at(-1)?.body, '{"title":"A better title"}');
  });

  test('several changed records are saved after one question that says what will change', async () => {
    const document = await open(ids, ['title', 'tags']);
    await replace(document, 'Talk', 'Lecture');
    await replace(document, '"boats", "maps"', '"boats"');
    const asked = await answering('Save', () => document.save() as Promise<boolean>);
    assert.deepEqual(asked, ['Save 20 records on desk?']);
    assert.equal(isUnsaved(document), false);
    for (const id of ids) {
      assert.equal(service.record(id).title, `Lecture ${id}`);
      assert.deepEqual(service.record(id).tags, ['boats']);
    }
    assert.equal(service.taken().filter((request) => request.startsWith('PATCH')).length, 20);
  });

  test('what the service made of the values is shown after the save', async () => {
    const document = await open([1, 2], ['title', 'updated']);
    service.rewrite = (fields) => ({ ...fields, title: String(fields.title).toUpperCase() });
    await replace(document, 'Talk', 'Lecture');
    await answering('Save', () => document.save() as Promise<boolean>);
    await until('the stored values are shown', () => rows(document)[1]?.title === 'LECTURE 2');
    assert.deepEqual(
      rows(document).map(({ updated }) => updated),
      [service.record(1).updated, service.record(2).updated],
    );
    assert.equal(isUnsaved(document), false);
    service.taken();
    await replace(document, 'LECTURE 1', 'Once more');
    await document.save();
    assert.deepEqual(service.taken(), ['GET 1', 'PATCH 1']);
  });

  test('faults of single records leave the others saved, and the next save sends only the rest', async () => {
    const document = await open([1, 2, 3, 4, 5, 6], ['title']);
    await replace(document, 'Talk', 'Lecture');
    service.remove(2);
    service.change(3, { title: 'Theirs' });
    const fault: Parameters<RecordService['intercept']>[1] = (request, response, proceed) => {
      if (request.id === 4) {
        proceed();
        response.destroy();
      } else if (request.id === 5) reply(response, { status: 400, body: '{"title":["This title is taken."]}' });
      else reply(response, proceed());
    };
    for (let count = 0; count < 4; count += 1) service.intercept('PATCH', fault);
    const before = shownMessages().length;
    await answering('Save', () => document.save() as Promise<boolean>);
    assert.equal(document.isDirty, true);
    const told = shownMessages().slice(before).join('\n');
    assert.match(told, /3 of 6 records saved\. 1 conflict, 2 failed\./);
    assert.deepEqual(
      [1, 4, 6].map((id) => service.record(id).title),
      ['Lecture 1', 'Lecture 4', 'Lecture 6'],
    );
    await until('each record that was not saved has a problem', () => {
      const messages = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
      return messages.includes('Someone else also changed "title".') && messages.includes('This title is taken.');
    });
    service.taken();
    await answering('Save', () => document.save() as Promise<boolean>);
    assert.deepEqual(
      service.taken().filter((request) => request.startsWith('PATCH')),
      ['PATCH 5'],
    );
    assert.equal(service.record(3).title, 'Theirs');
  });
});
