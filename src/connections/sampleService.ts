import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { parseServiceAddress } from '../service/address.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { offer, runCommand } from '../workbench/failure.ts';
import { plainText, sentences } from '../workbench/plainText.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { words } from './messages.ts';
import { freeName } from './typedAddress.ts';

/** The sample service: a process of its own, and the service `sample` while it runs. */
export function sampleService(services: ConfiguredServices, extensionPath: string) {
  let running: ReturnType<typeof launch> | undefined;

  const showRunning = (value: boolean) =>
    void vscode.commands.executeCommand('setContext', 'videoRecords.sampleRunning', value);

  const launch = async () => {
    const script = join(extensionPath, 'dist', 'sample.js');
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const child = spawn(process.execPath, [script, '--port', '0', '--stdin-lifeline'], { env });
    const baseUrl = await firstLine(child);
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
    void offer(vscode.l10n.t('The sample service is running as "{0}".', plainText(service)), [
      [words.openRecord(), () => runCommand(commandIds.open)],
    ]);
    return { child, service, baseUrl };
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
    async stop(): Promise<void> {
      if (!running) throw new UserError(vscode.l10n.t('The sample service is not running.'));
      const { child } = await running;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
    dispose() {
      void running?.then(({ child }) => child.kill());
    },
  };
}

/** The base address, which the sample service prints once it listens. */
async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-500);
  });
  const exit = once(child, 'exit').then(([code]) => {
    throw ended(code, complaint);
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exit]);
  return String(JSON.parse(line).baseUrl);
}

function ended(code: number | null, complaint: string): UserError {
  const message = vscode.l10n.t('The sample service ended with code {0}.', plainText(String(code)));
  return new UserError(sentences(message, plainText(complaint)), {
    cause: `Sample service ended with code ${code}. ${complaint}`,
  });
}
