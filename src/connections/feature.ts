import * as vscode from 'vscode';
import { askInDialog } from '../workbench/prompts.ts';
import { addService } from './addService.ts';
import { serviceClients } from './clients.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { serviceConsents } from './consents.ts';
import { clearCredential, setCredential, storedCredentials } from './credentials.ts';
import { changeAccess, removeService, renameService, selectService, serviceActions } from './manageServices.ts';
import { sampleService } from './sampleService.ts';
import { settingsNotices } from './settingsNotices.ts';
import { connectionReports, testConnectionCommand } from './testConnection.ts';

export type ConnectionFeature = ReturnType<typeof connectionFeature>;

/** Everything about services that is loaded on first use. */
export function connectionFeature(
  context: vscode.ExtensionContext,
  services: ConfiguredServices,
  log: vscode.LogOutputChannel,
) {
  const credentials = storedCredentials(context.secrets);
  const consents = serviceConsents(context.globalState, askInDialog, credentials);
  const clients = serviceClients(credentials, consents, log);
  const sample = sampleService(services, context.extensionPath);
  const reports = connectionReports();
  const registrations = vscode.Disposable.from(
    sample,
    clients,
    consents,
    credentials,
    reports,
    credentials.onDidChange((origin) => log.info(`The credential for ${origin} was set or cleared.`)),
  );
  return {
    clients,
    ...settingsNotices(services, context.workspaceState),
    handlers: {
      addService: (argument?: unknown) => addService(services, clients, argument),
      selectService: (argument?: unknown) => selectService(services, argument),
      changeAccess: (argument?: unknown) => changeAccess(services, argument),
      renameService: (argument?: unknown) => renameService(services, argument),
      removeService: (argument?: unknown) => removeService(services, credentials, argument),
      testConnection: async (argument?: unknown) => {
        const test = await testConnectionCommand(services, clients, argument);
        await reports.show(test);
        return test;
      },
      setCredential: (argument?: unknown) => setCredential(services, credentials, argument),
      clearCredential: (argument?: unknown) => clearCredential(services, credentials, argument),
      serviceActions: (argument?: unknown) => serviceActions(services, argument),
      startSampleService: () => sample.start(),
      stopSampleService: () => sample.stop(),
    },
    dispose: () => registrations.dispose(),
  };
}
