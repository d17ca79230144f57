import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import { isRow } from '../workbench/viewRows.ts';
import { namedService, pickService } from './chooseService.ts';

/** Makes a service the default, where the present default is set. */
export async function selectService(services: Services, argument: unknown): Promise<string> {
  // Whichever row has the focus, the user has not chosen its service by that.
  const named = isRow(argument) ? undefined : namedService(services, argument);
  const { name } = named ?? (await pickService(services, 'Select Default Service'));
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  const inWorkspace = configuration.inspect('defaultService')?.workspaceValue !== undefined;
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration.update('defaultService', name, target);
  vscode.window.setStatusBarMessage(`The default service is ${name} now.`, 5000);
  return name;
}
