import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, configure, openRecord } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';

const run = <T>(command: string) => vscode.commands.executeCommand<T>(`videoRecords.${command}`);
const told = (from: number) => shownMessages().slice(from);

suite('Sample service', () => {
  teardown(async () => {
    await closeAll();
    await configure({});
  });

  test('starting it shows its name once, and not again while it runs', async () => {
    await configure({ sample: { baseUrl: 'https://example.org' } });
    const before = shownMessages().length;
    const [first, second] = await Promise.all([run('startSampleService'), run('startSampleService')]);
    assert.deepEqual(second, first);
    assert.deepEqual(Object.keys(first as object), ['service', 'baseUrl']);
    assert.deepEqual(await run('startSampleService'), first);
    assert.deepEqual(told(before), ['["The sample service is running as \\"sample-2\\".","Open Record"]']);
    await openRecord('sample-2', 1);
    await run('stopSampleService');
    const again = shownMessages().length;
    await run('startSampleService');
    assert.equal(told(again).length, 1);
    await run('stopSampleService');
  });
});
