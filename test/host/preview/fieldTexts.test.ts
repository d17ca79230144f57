import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
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
    /** The model announces more than one change: opening a text is one. */
    const shows = (text: string, change?: string) =>
      new Promise<void>((resolve) => {
        const look = async () => {
          if (isDeepStrictEqual(await summary(), [[text], change])) resolve();
        };
        model.onDidChange(look);
        void look();
      });
    await shows('A short summary.');

    const uri = vscode.Uri.parse(await command<string>('editFieldAsText', { uri: record.uri, field: 'summary' }));
    const text = await vscode.workspace.openTextDocument(uri);
    await replaceAll(text, 'Typed *here*');
    await shows('Typed *here*', 'changed');
    assert.equal(record.isDirty, false);

    await vscode.window.showTextDocument(text);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await shows('A short summary.');
  });
});
