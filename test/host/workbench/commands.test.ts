import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { configure, reported } from '../../support/host/records.ts';

suite('Commands', () => {
  test('one that fails reports it once and resolves to undefined', async () => {
    await configure({});
    const messages = (await reported('videoRecords.open', { service: 'nowhere', id: 5 })).split('\n');
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /no service named \\"nowhere\\"/);
  });

  test('every command of the manifest that needs no input is registered', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const manifest = vscode.extensions.getExtension('video-records.video-records')?.packageJSON;
    const missing = manifest.contributes.commands.filter(
      ({ command }: { command: string }) => !registered.has(command),
    );
    assert.deepEqual(missing, []);
  });
});
