import type { ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import { parseServiceAddress } from '../service/address.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { reportFailure, runCommand } from '../workbench/failure.ts';
import type { ConfiguredServices } from './configuredServices.ts';

export interface SampleService extends vscode.Disposable {
  start(): Promise<{ service: string; baseUrl: string }>;
  stop(): Promise<void>;
}

interface Running {
  readonly process: ChildProcess;
  readonly registration: vscode.Disposable;
  readonly service: string;
  readonly baseUrl: string;
}

/** The sample service as a process of its own, known as the service `sample` for as long as it runs. */
export function sampleService(services: ConfiguredServices, extensionPath: string): SampleService {
  let running: Promise<Running> | undefined;

  const showRunning = (value: boolean) =>
    void vscode.commands.executeCommand('setContext', 'videoRecords.sampleRunning', value);

  const launch = async (): Promise<Running> => {
    const { startSample } = await import('./sampleProcess.ts');
    const { child, baseUrl } = await startSample(extensionPath);
    const service = freeName(services);
    const registration = services.addTemporary({
      name: service,
      address: parseServiceAddress(baseUrl),
      saveMethod: 'auto',
      access: 'readWrite',
    });
    child.once('exit', () => {
      registration.dispose();
      running = undefined;
      showRunning(false);
    });
    showRunning(true);
    offerRecord(service).catch(reportFailure);
    return { process: child, registration, service, baseUrl };
  };

  return {
    async start() {
      running ??= launch().catch((error) => {
        running = undefined;
        throw error;
      });
      const { service, baseUrl } = await running;
      return { service, baseUrl };
    },
    async stop() {
      if (!running) throw new Error('The sample service is not running.');
      const { process: child } = await running;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
    dispose() {
      void running?.then(({ process: child }) => child.kill());
    },
  };
}

/** A service named `sample` in the settings keeps its name. */
function freeName(services: ConfiguredServices): string {
  let name = 'sample';
  for (let count = 2; services.find(name); count++) name = `sample-${count}`;
  return name;
}

/** Nothing else is seen of a service that starts while the sidebar is hidden. */
async function offerRecord(service: string): Promise<void> {
  const open = 'Open Record';
  const chosen = await vscode.window.showInformationMessage(`The sample service is running as "${service}".`, open);
  if (chosen === open) await runCommand(commandIds.open);
}
