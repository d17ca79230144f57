import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, configure, edit, openRecord, until } from '../../support/host/records.ts';
import { type RecordService, startRecordService } from '../../support/recordService.ts';

/** What a settings file may hold, though the schema says otherwise. */
const odd = { requestTimeout: 'soon', maxRecordSize: -5, recentLimit: {} };

suite('Settings of any value', () => {
  let service: RecordService;
  const set = (values: Record<string, unknown>) => configure({ desk: { baseUrl: service.baseUrl } }, values);
  const files = () => vscode.workspace.getConfiguration('files');

  suiteSetup(async () => {
    service = await startRecordService([5, 6]);
  });
  teardown(async () => {
    await closeAll();
    service.calm();
    await set(Object.fromEntries([...Object.keys(odd), 'autoSave'].map((key) => [key, undefined])));
    await files().update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
  });
  suiteTeardown(() => service.close());

  test('records open whatever the numbers say', async () => {
    await set(odd);
    const { requestTimeout, maxRecordSize, recentLimit } = vscode.workspace.getConfiguration('videoRecords');
    assert.deepEqual({ requestTimeout, maxRecordSize, recentLimit }, odd);
    await openRecord('desk', 5);
  });

  test('a part of a second is one', async () => {
    await set({ requestTimeout: 0.2 });
    service.intercept('GET', () => {});
    await assert.rejects(async () => openRecord('desk', 5), /did not answer within 0\.2 seconds\./);
  });

  test('a part of a mebibyte is one', async () => {
    await set({ maxRecordSize: 0.01 });
    service.intercept('GET', (_request, response) => response.end(`"${'x'.repeat(20_000)}"`));
    await assert.rejects(async () => openRecord('desk', 5), /larger than the limit of 0\.01 MiB\./);
  });

  /** Changes a record, and saves another by hand: a save of the first that is due has begun before. */
  const changeOneSaveAnother = async () => {
    const document = await openRecord('desk', 5);
    const other = await openRecord('desk', 6);
    service.taken();
    await edit(document, 'title', `"Not asked for ${service.requests.length}"`);
    await until('it is dirty', () => document.isDirty);
    await edit(other, 'title', `"Saved by hand ${service.requests.length}"`);
    await other.save();
    return service.taken();
  };

  for (const value of ['false', 1]) {
    test(`autoSave ${JSON.stringify(value)} writes nothing`, async () => {
      await set({ autoSave: value });
      await files().update('autoSaveDelay', 1, vscode.ConfigurationTarget.Global);
      assert.deepEqual(await changeOneSaveAnother(), ['GET 6', 'PATCH 6']);
    });
  }

  test('a delay too long for a timer does not save at once', async () => {
    await set({ autoSave: true });
    await files().update('autoSaveDelay', 2 ** 40, vscode.ConfigurationTarget.Global);
    assert.deepEqual(await changeOneSaveAnother(), ['GET 6', 'PATCH 6']);
  });
});
