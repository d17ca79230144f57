import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeDesk, command, openRecord, startDesk, until } from '../../support/host/records.ts';
import { openSheet } from '../../support/host/worksheets.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('files.associations of the user', () => {
  let service: RecordService;
  const requested: string[] = [];
  const trap = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.end('{}');
  });
  const files = vscode.workspace.getConfiguration('files');
  const associate = (associations: object | undefined) =>
    files.update('associations', associations, vscode.ConfigurationTarget.Global);
  const schema = (name: string) => `http://127.0.0.1:${(trap.address() as AddressInfo).port}/${name}`;

  suiteSetup(async () => {
    trap.listen(0, '127.0.0.1');
    await once(trap, 'listening');
  });
  suiteTeardown(() => void trap.close());
  setup(async () => {
    service = await startDesk([5, 6]);
    requested.length = 0;
  });
  teardown(async () => {
    await associate(undefined);
    await closeDesk(service);
  });

  /** VS Code's JSON service has looked at all documents that were open before this one. */
  const plainFileIsChecked = async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'files-')), '5-talk-5.video.json');
    await writeFile(file, JSON.stringify({ $schema: schema('plain') }));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, new vscode.Position(0, 3));
    return document.languageId;
  };

  test('a record that the user named is taken from VS Code’s JSON service too', async () => {
    await associate({ '5-talk-5.video.json': 'json' });
    const record = await openRecord('desk', 5);
    await until('the record has its language', () => record.languageId === 'videorecord');
    await vscode.languages.setTextDocumentLanguage(record, 'plaintext');
    assert.equal(record.languageId, 'plaintext', 'the user may still choose another language');
  });

  test('so is the text of a field', async () => {
    await associate({ '*.md': 'json' });
    const record = await openRecord('desk', 5);
    const uri = await command<string>('editFieldAsText', { uri: record.uri, field: 'summary' });
    const text = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await until('the text has its language', () => text.languageId === 'markdown');
  });

  for (const pattern of ['*.json', '**/*.video.json']) {
    test(`${pattern}: records and worksheets keep their languages, and no schema is loaded`, async () => {
      await associate({ [pattern]: 'jsonc', '**/*.worksheet.json': 'json' });
      service.raw(5, JSON.stringify({ $schema: schema('record'), ...service.record(5) }));
      const record = await openRecord('desk', 5);
      await until('the record has its language', () => record.languageId === 'videorecord');
      const sheet = await openSheet('desk', [5, 6], ['title']);
      await until('the worksheet has its language', () => sheet.document.languageId === 'videoworksheet');
      assert.equal(await plainFileIsChecked(), 'jsonc');
      assert.deepEqual(
        requested.filter((path) => path !== '/plain'),
        [],
      );
    });
  }
});
