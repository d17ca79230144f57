import * as vscode from 'vscode';
import type { CommandHandlers } from '../workbench/commands.ts';
import { virtualDocuments } from '../workbench/virtualDocuments.ts';
import { type ConfiguredServices, configuredServices } from './configuredServices.ts';
import { connectionCommands } from './connectionCommands.ts';
import { rememberedConsents } from './consents.ts';
import { storedCredentials } from './credentials.ts';
import { reportScheme } from './reportScheme.ts';
import { sampleService } from './sampleService.ts';
import { serviceGuards } from './serviceGuards.ts';
import { serviceNotices } from './serviceNotices.ts';
import type { ActiveRecord } from './statusBar.ts';

export interface Connections extends vscode.Disposable {
  readonly services: ConfiguredServices;
  readonly handlers: CommandHandlers;
}

/** Everything about the services that records live on. */
export function connections(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  activeRecord: ActiveRecord,
): Connections {
  const credentials = storedCredentials(context.secrets);
  const guards = serviceGuards(rememberedConsents(context.globalState), credentials);
  const services = configuredServices({ credentials, guards, log });
  const sample = sampleService(services, context.extensionPath);
  const reports = virtualDocuments(reportScheme, 'Run Test Connection again to see this report.');
  const registrations = vscode.Disposable.from(
    sample,
    services,
    guards,
    credentials,
    reports,
    serviceNotices(services),
    credentials.onDidChange((origin) => log.info(`The credential for ${origin} was set or cleared.`)),
  );
  if (!vscode.workspace.isTrusted) {
    void import('./untrustedWorkspace.ts').then((untrusted) => untrusted.tellOfIgnoredServices(context.workspaceState));
  }
  return {
    services,
    handlers: connectionCommands({ services, credentials, sample, reports, activeRecord }),
    dispose: () => registrations.dispose(),
  };
}
