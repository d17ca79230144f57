import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type LiveModel, liveModel } from '../../../src/preview/liveModel.ts';
import { closeDesk, command, openRecord, replaceAll, startDesk } from '../../support/host/records.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('The preview and texts of fields', () => {
  let service: RecordService;
  let model: LiveModel;

  setup(async () => {
    service = await startDesk([5]);
  });
  teardown(async () => {
    model.dispose();
    await closeDesk(service);
  });

  test('shows what is typed into the text of a field, until that is discarded', async () => {
    const record = await openRecord('desk', 5);
    const never = new vscode.EventEmitter<never>().event;
    const records = {
      resolve: async () => record.uri,
      load: async () => record,
      edits: async () => undefined,
      onDidChangeStanding: never,
    };
    model = liveModel(record.uri, records, () => false);
    const summary = async () => {
      const { groups } = await model.refresh();
      const field = groups.flatMap(({ fields }) => fields).find(({ name }) => name === 'summary');
      return [field?.texts, field?.change];
    };
    assert.deepEqual(await summary(), [['A short summary.'], undefined]);

    const uri = vscode.Uri.parse(await command<string>('editFieldAsText', { uri: record.uri, field: 'summary' }));
    const text = await vscode.workspace.openTextDocument(uri);
    const shown = new Promise((resolve) => model.onDidChange(resolve));
    await replaceAll(text, 'Typed *here*');
    await shown;
    assert.deepEqual(await summary(), [['Typed *here*'], 'changed']);
    assert.equal(record.isDirty, false);

    const discarded = new Promise((resolve) => model.onDidChange(resolve));
    await vscode.window.showTextDocument(text);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await discarded;
    assert.deepEqual(await summary(), [['A short summary.'], undefined]);
  });
});
