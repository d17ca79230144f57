import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import type { ShownWrite } from '../../../src/history/commands.ts';
import {
  answering,
  closeAll,
  closeDesk,
  command,
  configure,
  replaceAll,
  reported,
  startDesk,
  until,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('The history of worksheets', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([1, 2, 3]);
    await answering('Delete History', () => command('deleteHistory'));
  });
  teardown(() => closeDesk(service));

  const titles = () => [1, 2, 3].map((id) => service.record(id).title);
  const shown = (document: vscode.TextDocument) =>
    (JSON.parse(document.getText()) as { id: number; title: string }[]).map(({ id, title }) => [id, title]);
  const documentOf = (uri: string) => vscode.workspace.openTextDocument(vscode.Uri.parse(uri));

  /** Saves other titles of three records as a worksheet, and returns its document and the batch. */
  const saveThree = async () => {
    const uri = await command<string>('openWorksheet', { service: 'desk', ids: [1, 2, 3], fields: ['title'] });
    const document = await documentOf(uri);
    const change = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    change.replace(document.uri, all, document.getText().replaceAll('Talk', 'Lecture'));
    await vscode.workspace.applyEdit(change);
    await answering('Save', async () => assert.ok(await document.save()));
    const writes = await command<readonly ShownWrite[]>('showHistory');
    const batches = new Set(writes.map(({ batch }) => batch));
    assert.deepEqual([writes.length, batches.size], [3, 1]);
    assert.deepEqual(
      writes.map(({ id, fields }) => [id, ...fields]).sort(),
      [1, 2, 3].map((id) => [id, { field: 'title', before: `"Talk ${id}"`, after: `"Lecture ${id}"` }]),
    );
    return { document, batch: [...batches][0] ?? assert.fail('The writes have no batch.') };
  };

  test('taken back, a list stays on one line of the worksheet', async () => {
    for (const id of [1, 2]) service.change(id, { tags: ['boats', 'ropes'] });
    const uri = await command<string>('openWorksheet', { service: 'desk', ids: [1, 2], fields: ['tags'] });
    const document = await documentOf(uri);
    await replaceAll(document, document.getText().replaceAll('"ropes"', '"anchors"'));
    await answering('Save', async () => assert.ok(await document.save()));
    const [write] = await command<readonly ShownWrite[]>('showHistory');
    const reverted = await documentOf(await command<string>('revertWrite', { batch: write?.batch }));
    assert.equal(reverted.getText().match(/"tags": \["boats", "ropes"\]/g)?.length, 2);
  });

  test('a row that a filter leaves with some of a batch takes back those', async () => {
    const { batch } = await saveThree();
    const writes = (await command<readonly ShownWrite[]>('showHistory')).filter(({ id }) => id !== 2);
    const reverted = await documentOf(await command<string>('revertWrite', { kind: 'batch', batch, rows: writes }));
    assert.deepEqual(shown(reverted), [
      [1, 'Talk 1'],
      [3, 'Talk 3'],
    ]);
  });

  test('characters beyond 16 bits come back whole', async () => {
    for (const id of [1, 2, 3]) service.change(id, { title: `Talk \u{1f600} ${id}` });
    const uri = await command<string>('openWorksheet', { service: 'desk', ids: [1, 2, 3], fields: ['title'] });
    const document = await documentOf(uri);
    // A workspace edit would be cut down to the half of a character that differs.
    const editor = await vscode.window.showTextDocument(document);
    const text = document.getText().replaceAll('\u{1f600}', '\u{1f601}');
    await editor.edit((builder) => builder.replace(new vscode.Range(0, 0, document.lineCount, 0), text));
    await answering('Save', async () => assert.ok(await document.save()));
    const [write] = await command<readonly ShownWrite[]>('showHistory');
    await vscode.window.showTextDocument(document);
    const reverted = await documentOf(await command<string>('revertWrite', { batch: write?.batch }));
    assert.ok(reverted.getText().isWellFormed());
    assert.deepEqual(
      shown(reverted).map(([, title]) => title),
      [1, 2, 3].map((id) => `Talk \u{1f600} ${id}`),
    );
  });

  test('a worksheet save is one batch, which comes back as a worksheet with unsaved changes', async () => {
    const { document, batch } = await saveThree();
    service.taken();
    const reverted = await documentOf(await command<string>('revertWrite', { batch }));
    assert.equal(reverted, document, 'the worksheet that is open');
    assert.ok(isUnsaved(reverted));
    assert.deepEqual(shown(reverted), [
      [1, 'Talk 1'],
      [2, 'Talk 2'],
      [3, 'Talk 3'],
    ]);
    assert.ok(service.taken().every((request) => request.startsWith('GET')));
    assert.deepEqual(titles(), ['Lecture 1', 'Lecture 2', 'Lecture 3']);
    await answering('Save', async () => assert.ok(await reverted.save()));
    assert.deepEqual(titles(), ['Talk 1', 'Talk 2', 'Talk 3']);
    const [newest] = await command<readonly ShownWrite[]>('showHistory');
    await command('revertWrite', newest?.batch);
    await answering('Save', async () => assert.ok(await reverted.save()));
    assert.deepEqual(titles(), ['Lecture 1', 'Lecture 2', 'Lecture 3'], 'the revert is reverted');
  });

  test('records that were changed again or are gone are left out and named', async () => {
    const { batch } = await saveThree();
    await closeAll();
    service.change(2, { title: 'Someone else’s' });
    service.remove(3);
    const before = shownMessages().length;
    const reverted = await documentOf(await command<string>('revertWrite', { batch }));
    assert.deepEqual(shown(reverted), [[1, 'Talk 1']]);
    const said = shownMessages().slice(before).join('\n');
    assert.match(said, /Record 2: \\"title\\" was changed again and keeps its value/);
    assert.match(said, /Record 3 could not be read and is left out/);
  });

  test('everything that a batch leaves alone can be read in full', async () => {
    const uri = await command<string>('openWorksheet', { service: 'desk', ids: [1, 2, 3], fields: ['title', 'state'] });
    const document = await documentOf(uri);
    await replaceAll(document, document.getText().replaceAll('Talk', 'Lecture').replaceAll('"state": 1', '"state": 2'));
    await answering('Save', async () => assert.ok(await document.save()));
    await closeAll();
    for (const id of [2, 3]) service.change(id, { title: 'Someone else’s', state: 7 });
    const [write] = await command<readonly ShownWrite[]>('showHistory');
    const { promise: detail, resolve } = Promise.withResolvers<string>();
    const showAll = async (message: string, ...rest: unknown[]) => {
      const [options] = rest;
      if (typeof options === 'object') resolve((options as vscode.MessageOptions).detail ?? '');
      return message.includes('And 1 more.') ? rest.find((action) => action === 'Show All') : undefined;
    };
    await withStandIn('showWarningMessage', showAll, async () => {
      await command('revertWrite', { batch: write?.batch });
      assert.deepEqual((await detail).split('\n').sort(), [
        'Record 2: "state" was changed again and keeps its value.',
        'Record 2: "title" was changed again and keeps its value.',
        'Record 3: "state" was changed again and keeps its value.',
        'Record 3: "title" was changed again and keeps its value.',
      ]);
    });
  });

  test('if nothing of a batch is left to revert, it says so and opens nothing', async () => {
    const { batch } = await saveThree();
    await closeAll();
    for (const id of [1, 2, 3]) service.change(id, { title: 'Someone else’s' });
    assert.match(await reported('videoRecords.revertWrite', batch), /Nothing was changed\. Record/);
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });

  test('a worksheet with unsaved changes keeps them', async () => {
    const { batch, document } = await saveThree();
    await replaceAll(document, document.getText().replace('Lecture 2', 'Typed since'));
    assert.match(await reported('videoRecords.revertWrite', batch), /unsaved changes/);
    assert.match(document.getText(), /Lecture 1.*Typed since/s);
  });

  test('a record that was taken out of the worksheet comes back into it', async () => {
    const { batch, document } = await saveThree();
    const withoutTwo = document.getText().replace(/^.*Lecture 2.*\n/m, '');
    await replaceAll(document, withoutTwo);
    assert.match(await reported('videoRecords.revertWrite', batch), /unsaved changes/);
    assert.equal(document.getText(), withoutTwo);
    assert.ok(await document.save());
    const reverted = await documentOf(await command<string>('revertWrite', { batch }));
    assert.deepEqual(
      shown(reverted).map(([, title]) => title),
      ['Talk 1', 'Talk 2', 'Talk 3'],
    );
  });

  test('a read-only service gets no worksheet', async () => {
    const { batch } = await saveThree();
    await closeAll();
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    assert.match(await reported('videoRecords.revertWrite', batch), /read-only/);
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });

  test('one write of a batch comes back in its record', async () => {
    await saveThree();
    const writes = await command<readonly ShownWrite[]>('showHistory', { service: 'desk', id: 2 });
    const document = await documentOf(await command<string>('revertWrite', writes[0]));
    assert.equal(document.uri.scheme, 'videorecord');
    assert.equal(JSON.parse(document.getText()).title, 'Talk 2');
  });

  test('the message after a worksheet save offers Revert…', async () => {
    const choose = async (message: string, ...actions: string[]) => {
      if (!message.includes('3 records saved')) return undefined;
      // If the text changes before VS Code has ended the save, VS Code reports that save as failed.
      await until('the save has ended', () => !vscode.workspace.textDocuments.some(isUnsaved));
      return actions.find((action) => action === 'Revert…');
    };
    await withStandIn('showInformationMessage', choose, async () => {
      const { document } = await saveThree();
      await until('the worksheet shows the values from before', () => document.getText().includes('Talk 3'));
      assert.ok(isUnsaved(document));
    });
  });
});
