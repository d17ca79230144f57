import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, closeDesk, command, openRecord, startDesk, until } from '../../support/host/records.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Preview', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([5, 6]);
  });
  teardown(() => closeDesk(service));

  const previews = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(
        ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('videoRecords.preview'),
      );

  test('opens beside, once for each record, and leaves the focus and the record alone', async () => {
    const record = await openRecord('desk', 5);
    service.taken();
    await vscode.commands.executeCommand('videoRecords.preview');
    await vscode.commands.executeCommand('videoRecords.preview', record.uri);
    await vscode.commands.executeCommand('videoRecords.preview', record.uri.toString());
    await vscode.commands.executeCommand('videoRecords.preview', { service: 'desk', id: 5 });
    await until('the preview is there', () => previews().length > 0);
    assert.deepEqual(
      previews().map(({ label, group }) => [label, group.viewColumn]),
      [['Preview #5', vscode.ViewColumn.Two]],
    );
    assert.equal(vscode.window.activeTextEditor?.document, record);
    assert.equal(record.isDirty, false);
    assert.deepEqual(service.taken(), []);
  });

  test('opens a record that is not open yet', async () => {
    await vscode.commands.executeCommand('videoRecords.preview', { service: 'desk', id: 5 });
    await until('the preview is there', () => previews().length === 1);
    assert.deepEqual(service.taken(), ['GET 5']);
  });

  const labels = () => previews().map(({ label }) => label);

  test('follows the active record, until it is locked', async () => {
    await openRecord('desk', 5);
    await vscode.commands.executeCommand('videoRecords.preview');
    await until('the preview is there', () => labels()[0] === 'Preview #5');
    await openRecord('desk', 6);
    await until('it follows', () => labels()[0] === 'Preview #6');
    await vscode.commands.executeCommand('workbench.action.focusSecondEditorGroup');
    await vscode.commands.executeCommand('videoRecords.togglePreviewLock');
    await until('it is locked', () => labels()[0] === '[Preview] #6');
    await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
    await openRecord('desk', 5);
    assert.deepEqual(labels(), ['[Preview] #6']);
    await vscode.commands.executeCommand('videoRecords.preview');
    await until('another one follows', () => labels().length === 2);
    assert.deepEqual(labels().sort(), ['Preview #5', '[Preview] #6']);
  });

  test('follows the text of a field, and does not open over it', async () => {
    const five = await openRecord('desk', 5);
    await vscode.commands.executeCommand('videoRecords.preview');
    await until('the preview is there', () => labels()[0] === 'Preview #5');
    const six = await openRecord('desk', 6);
    await until('it follows', () => labels()[0] === 'Preview #6');
    // It covers the preview, which is beside the record too.
    const field = await command<string>('editFieldAsText', { uri: five.uri, field: 'summary' });
    await until('it follows the field', () => labels()[0] === 'Preview #5');
    await vscode.commands.executeCommand('videoRecords.preview', vscode.Uri.parse(field));
    const column = () => previews()[0]?.group.viewColumn;
    await until('the preview is beside the field', () => column() === vscode.ViewColumn.Three);
    await vscode.commands.executeCommand('videoRecords.preview');
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), field);
    await closeAll();

    await openRecord('desk', 6);
    await command('editFieldAsText', { uri: six.uri, field: 'summary' });
    await vscode.window.showTextDocument(six, vscode.ViewColumn.One);
    await vscode.commands.executeCommand('videoRecords.preview');
    await until('the preview is there', () => previews().length === 1);
    assert.equal(column(), vscode.ViewColumn.Three);
  });

  test('says why if there is no record to show', async () => {
    await assert.rejects(command('preview'), /No record is active/);
    await assert.rejects(command('preview', { service: 'desk', id: 7 }));
    assert.deepEqual(previews(), []);
  });
});
