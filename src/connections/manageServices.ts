import * as vscode from 'vscode';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { isRow } from '../workbench/viewRows.ts';
import { namedService, pickService } from './chooseService.ts';

interface Action extends vscode.QuickPickItem {
  readonly run: () => Thenable<unknown>;
}

/** Changes the default service in the settings that define it now. */
export async function selectService(services: Services, argument: unknown): Promise<string> {
  // A focused row does not mean that the user chose its service.
  const named = isRow(argument) ? undefined : namedService(services, argument);
  const { name } = named ?? (await pickService(services, 'Select Default Service'));
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  const inWorkspace = configuration.inspect('defaultService')?.workspaceValue !== undefined;
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration.update('defaultService', name, target);
  vscode.window.setStatusBarMessage(`The default service is now "${name}".`, 5000);
  return name;
}

/** A menu of the commands for a service. */
export async function serviceActions(
  services: Services,
  active: RecordName | undefined,
  argument: unknown,
): Promise<void> {
  const meant = namedService(services, argument) ?? (active && services.find(active.service));
  const { name, address } = meant ?? (await pickService(services, 'Service Actions'));
  const run = (command: string) => () => runCommand(command, { service: name });
  const actions: Action[] = [
    { label: '$(plug) Test Connection', run: run(commandIds.testConnection) },
    { label: '$(key) Set Credential…', run: run(commandIds.setCredential) },
    { label: '$(trash) Clear Credential', run: run(commandIds.clearCredential) },
    { label: '$(star) Select Default Service…', run: () => runCommand(commandIds.selectService) },
    { label: '$(gear) Open Settings', run: openServiceSettings },
    { label: '$(output) Show Log', run: () => runCommand(commandIds.showLog) },
  ];
  const picked = await vscode.window.showQuickPick(actions, { title: `${name} (${address.href})` });
  if (!picked) throw new vscode.CancellationError();
  await picked.run();
}

export async function openServiceSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'videoRecords.services');
}
