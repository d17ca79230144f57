import type { CommandHandlers } from '../workbench/commands.ts';
import type { VirtualDocuments } from '../workbench/virtualDocuments.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import type { Credentials } from './credentials.ts';
import type { SampleService } from './sampleService.ts';
import type { ActiveRecord } from './statusBar.ts';

export interface CommandParts {
  readonly services: ConfiguredServices;
  readonly credentials: Credentials;
  readonly sample: SampleService;
  readonly reports: VirtualDocuments;
  readonly activeRecord: ActiveRecord;
}

/** The commands about services. What they do is loaded when it is first done. */
export function connectionCommands({ services, credentials, sample, reports, activeRecord }: CommandParts) {
  return {
    addService: async (argument?: unknown) => (await import('./addService.ts')).addService(services, argument),
    selectService: async (argument?: unknown) => (await import('./selectService.ts')).selectService(services, argument),
    testConnection: async (argument?: unknown) =>
      (await import('./testConnectionCommand.ts')).testConnectionCommand(services, reports, activeRecord(), argument),
    setCredential: async (argument?: unknown) =>
      (await import('./setCredential.ts')).setCredential(services, credentials, argument),
    clearCredential: async (argument?: unknown) =>
      (await import('./setCredential.ts')).clearCredential(services, credentials, argument),
    serviceActions: async (argument?: unknown) =>
      (await import('./serviceActions.ts')).serviceActions(services, activeRecord(), argument),
    startSampleService: () => sample.start(),
    stopSampleService: () => sample.stop(),
  } satisfies CommandHandlers;
}
