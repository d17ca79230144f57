import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { followLink } from '../../../src/opening/links.ts';
import type { Services } from '../../../src/service/services.ts';
import { command, configure, until } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { type SampleService, startSample } from '../../support/sampleService.ts';

const noServices = { all: () => [], find: () => undefined, default: () => undefined } as unknown as Services;
const find = async () => [];

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

  test('a copied reference opens the record again', async () => {
    const [uri] = (await command('open', record)) as string[];
    for (const name of ['copyId', 'copyLink', 'copyEditorLink']) {
      const copied = await command(name);
      assert.equal(await vscode.env.clipboard.readText(), copied, name);
      assert.deepEqual(await command('open', copied), [uri], name);
    }
    assert.equal(await command('copyLink', record), `${sample.baseUrl}/api/v2/video/5`);
    assert.equal(await command('copyPageLink', record), (await sample.get(5)).source_url);
  });

  test('several copied records can be pasted into Open Record', async () => {
    const rows = [record, { service: 'staging', id: 7 }];
    assert.equal(await command('copyId', rows[0], rows), '5, 7');
    assert.equal(
      await command('copyLink', rows[0], rows),
      [5, 7].map((id) => `${sample.baseUrl}/api/v2/video/${id}`).join('\n'),
    );
  });

  test('commands change the lists without asking', async () => {
    await command('open', record);
    await command('pin', record);
    await command('unpin', record);
    await command('filterRecent', 'nothing like this');
    await command('filterRecent', '');
    await command('refreshRecent');
    await command('removeRecent', record);
    await command('clearRecent');
  });

  test('the page of an unlisted record is known only while it is open', async () => {
    const bare = { service: 'staging', id: 36 };
    const [uri] = (await command('open', bare)) as string[];
    await command('removeRecent', bare);
    await assert.rejects(command('openInBrowser', bare), /has no web address in "source_url"/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the document is closed', () =>
      vscode.workspace.textDocuments.every((document) => document.uri.toString() !== uri),
    );
    await assert.rejects(command('openInBrowser', bare), /Open the record first/);
  });

  test('text of a link is not clickable in the message', async () => {
    const address = 'https://x.example/[Continue](command:workbench.action.quit)';
    const query = new URLSearchParams({ address, id: '1' });
    const followed = followLink(
      vscode.Uri.parse(`vscode://video-records.video-records/open?${query}`),
      noServices,
      find,
    );
    const message = shownMessages().at(-1) ?? '';
    assert.match(message, /a record on https:\/\/x\.example\/\[Continue\] \(command:/);
    assert.doesNotMatch(message, /\]\(/);
    await vscode.commands.executeCommand('notifications.clearAll');
    await followed;
  });

  test('a link of 30,000 slashes is refused before it is read', async () => {
    const address = `https://x.example${'/'.repeat(30_000)}`;
    const uri = vscode.Uri.parse(`vscode://video-records.video-records/open?address=${address}&id=1`);
    await followLink(uri, noServices, find);
    assert.match(shownMessages().at(-1) ?? '', /The text is too long\./);
  });

  test('a command that needs a record says so', async () => {
    for (const name of ['pin', 'unpin', 'removeRecent', 'copyId', 'copyLink', 'copyEditorLink', 'openInBrowser']) {
      await assert.rejects(command(name), /No record is active/, name);
    }
  });
});
