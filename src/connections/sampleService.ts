import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { parseServiceAddress } from '../service/address.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { offer, runCommand } from '../workbench/failure.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { words } from './messages.ts';
import { freeName } from './typedAddress.ts';

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

/** The sample service: a process of its own, and the service `sample` while it runs. */
export function sampleService(services: ConfiguredServices, extensionPath: string): SampleService {
  let running: Promise<Running> | undefined;

  const showRunning = (value: boolean) =>
    void vscode.commands.executeCommand('setContext', 'videoRecords.sampleRunning', value);

  const launch = async (): Promise<Running> => {
    const { child, baseUrl } = await startSample(extensionPath);
    const service = freeName('sample', (name) => services.find(name) !== undefined);
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
    // While the sidebar is hidden, nothing else shows that the service has started.
    void offer(words.sampleRunning(service), [[words.openRecord(), () => runCommand(commandIds.open)]]);
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
      if (!running) throw new UserError(words.sampleNotRunning());
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

/** Resolves once it listens. */
async function startSample(extensionPath: string): Promise<{ child: ChildProcess; baseUrl: string }> {
  const script = join(extensionPath, 'dist', 'sample.js');
  const child = spawn(process.execPath, [script, '--port', '0', '--stdin-lifeline'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  return { child, baseUrl: await firstLine(child) };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-500);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(ended(code, complaint)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(String(JSON.parse(line).baseUrl));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function ended(code: number | null, complaint: string): UserError {
  const message = words.sampleEnded(String(code));
  return new UserError(`${message} ${complaint}`.trim(), {
    cause: `Sample service ended with code ${code}. ${complaint}`,
  });
}
