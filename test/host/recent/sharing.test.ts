import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { followLink } from '../../../src/opening/links.ts';
import type { Services } from '../../../src/service/services.ts';
import { configure, until } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { type SampleService, startSample } from '../../support/sampleService.ts';

const run = async (command: string, ...args: unknown[]): Promise<unknown> =>
  vscode.commands.executeCommand(`videoRecords.${command}`, ...args);

const noServices = { all: () => [], find: () => undefined, default: () => undefined } as unknown as Services;

suite('links and lists', () => {
  let sample: SampleService;
  const record = { service: 'staging', id: 5 };

  suiteSetup(async () => {
    sample = await startSample();
    await configure({ staging: { baseUrl: sample.baseUrl } });
  });
  suiteTeardown(async () => {
    await configure({});
    await sample.close();
  });
  setup(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  test('what is copied opens the record again', async () => {
    const [uri] = (await run('open', record)) as string[];
    for (const command of ['copyId', 'copyLink', 'copyEditorLink']) {
      const copied = await run(command);
      assert.equal(await vscode.env.clipboard.readText(), copied, command);
      assert.deepEqual(await run('open', copied), [uri], command);
    }
    assert.equal(await run('copyLink', record), `${sample.baseUrl}/api/v2/video/5`);
  });

  test('several records are copied at once, as they can be pasted', async () => {
    const rows = [record, { service: 'staging', id: 7 }];
    assert.equal(await run('copyId', rows[0], rows), '5, 7');
    assert.equal(
      await run('copyLink', rows[0], rows),
      [5, 7].map((id) => `${sample.baseUrl}/api/v2/video/${id}`).join('\n'),
    );
  });

  test('the lists change without a question', async () => {
    await run('open', record);
    await run('pin', record);
    await run('unpin', record);
    await run('filterRecent', 'nothing like this');
    await run('filterRecent', '');
    await run('refreshRecent');
    await run('removeRecent', record);
    await run('clearRecent');
  });

  test('a record that is on no list has its address in its text, and nowhere once it is closed', async () => {
    const bare = { service: 'staging', id: 36 };
    const [uri] = (await run('open', bare)) as string[];
    await run('removeRecent', bare);
    await assert.rejects(run('openInBrowser', bare), /names no web address/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the document is closed', () =>
      vscode.workspace.textDocuments.every((document) => document.uri.toString() !== uri),
    );
    await assert.rejects(run('openInBrowser', bare), /Open the record first/);
  });

  test('a link from outside puts nothing to click into the message', async () => {
    const address = 'https://x.example/[Continue](command:workbench.action.quit)';
    const query = new URLSearchParams({ address, id: '1' });
    const followed = followLink(vscode.Uri.parse(`vscode://video-records.video-records/open?${query}`), noServices);
    const message = shownMessages().at(-1) ?? '';
    assert.match(message, /a record on https:\/\/x\.example\/\[Continue\] \(command:/);
    assert.doesNotMatch(message, /\]\(/);
    await vscode.commands.executeCommand('notifications.clearAll');
    await followed;
  });

  test('a link of 30,000 slashes is refused before it is read', async () => {
    const address = `https://x.example${'/'.repeat(30_000)}`;
    const uri = vscode.Uri.parse(`vscode://video-records.video-records/open?address=${address}&id=1`);
    const start = performance.now();
    await followLink(uri, noServices);
    assert.ok(performance.now() - start < 500);
    assert.match(shownMessages().at(-1) ?? '', /is longer than 10,000 characters\./);
  });

  test('a command that needs a record says so', async () => {
    for (const command of ['pin', 'unpin', 'removeRecent', 'copyId', 'copyLink', 'copyEditorLink', 'openInBrowser']) {
      await assert.rejects(run(command), /No record is active/, command);
    }
  });
});
