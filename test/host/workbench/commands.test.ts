import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { configure } from '../../support/host/records.ts';

suite('Commands', () => {
  test('a failed one rejects for another extension’s command, also where a person ran that', async () => {
    await configure({});
    let outcome: unknown = 'not run';
    const command = vscode.commands.registerCommand('aCommandOfSomeone', async () => {
      outcome = await vscode.commands.executeCommand('videoRecords.open', { service: 'nowhere', id: 5 }).then(
        () => 'resolved',
        (failure: Error) => failure.message,
      );
    });
    try {
      // The workbench runs it, as it does for a person.
      await vscode.commands.executeCommand('runCommands', { commands: ['aCommandOfSomeone'] });
      assert.match(String(outcome), /no service named "nowhere"/);
    } finally {
      command.dispose();
    }
  });
});
