import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import { namedService, pickService } from './chooseService.ts';

/** Makes a service the default, where the present default is set. */
export async function selectService(services: Services, argument: unknown): Promise<string> {
  const { name } = namedService(services, argument) ?? (await pickService(services, 'Select Default Service'));
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  const inWorkspace = configuration.inspect('defaultService')?.workspaceValue !== undefined;
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration.update('defaultService', name, target);
  return name;
}
