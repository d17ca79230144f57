import * as vscode from 'vscode';
import type { Service } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { openServiceSettings } from './openSettings.ts';

interface Action extends vscode.QuickPickItem {
  readonly run: () => Thenable<unknown>;
}

/** What can be done with a service, behind one click. */
export async function serviceActions({ name, address }: Service): Promise<void> {
  const run = (command: string) => () => vscode.commands.executeCommand(command, { service: name });
  const actions: Action[] = [
    { label: '$(plug) Test Connection', run: run(commandIds.testConnection) },
    { label: '$(key) Set Credential', run: run(commandIds.setCredential) },
    { label: '$(trash) Clear Credential', run: run(commandIds.clearCredential) },
    {
      label: '$(star) Select Default Service',
      run: () => vscode.commands.executeCommand(commandIds.selectService),
    },
    { label: '$(gear) Open Settings', run: openServiceSettings },
    { label: '$(output) Show Log', run: () => vscode.commands.executeCommand(commandIds.showLog) },
  ];
  const picked = await vscode.window.showQuickPick(actions, { title: `${name} (${address.href})` });
  if (!picked) throw new vscode.CancellationError();
  await picked.run();
}
