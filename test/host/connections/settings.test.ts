import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, configure, openRecord } from '../../support/host/records.ts';
import { type RecordService, startRecordService } from '../../support/recordService.ts';

/** What a settings file may hold, though the schema says otherwise. */
const odd = { requestTimeout: 'soon', maxRecordSize: -5, recentLimit: {} };

suite('Settings of any value', () => {
  let service: RecordService;
  const set = (values: Record<string, unknown>) => configure({ desk: { baseUrl: service.baseUrl } }, values);

  suiteSetup(async () => {
    service = await startRecordService([5]);
  });
  teardown(async () => {
    await closeAll();
    service.calm();
    await set(Object.fromEntries(Object.keys(odd).map((key) => [key, undefined])));
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
});
