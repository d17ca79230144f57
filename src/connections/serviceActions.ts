import * as vscode from 'vscode';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { namedService, pickService } from './chooseService.ts';
import { openServiceSettings } from './openSettings.ts';

interface Action extends vscode.QuickPickItem {
  readonly run: () => Thenable<unknown>;
}

/** What can be done with a service, behind one click. */
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
    { label: '$(key) Set Credential', run: run(commandIds.setCredential) },
    { label: '$(trash) Clear Credential', run: run(commandIds.clearCredential) },
    { label: '$(star) Select Default Service', run: () => runCommand(commandIds.selectService) },
    { label: '$(gear) Open Settings', run: openServiceSettings },
    { label: '$(output) Show Log', run: () => runCommand(commandIds.showLog) },
  ];
  const picked = await vscode.window.showQuickPick(actions, { title: `${name} (${address.href})` });
  if (!picked) throw new vscode.CancellationError();
  await picked.run();
}
