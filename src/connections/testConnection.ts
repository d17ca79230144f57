import * as vscode from 'vscode';
import { namedService, pickService } from '../document/configuredService.ts';
import { readOnlyTexts } from '../files/readOnlyTexts.ts';
import { isRecordError } from '../service/recordError.ts';
import type { Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { markdownText, plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { isRow } from '../workbench/views.ts';
import type { ServiceClients } from './clients.ts';
import { words } from './messages.ts';
import { type ProbeRequest, probeConnection } from './probe.ts';
import { activeSaved } from './statusBar.ts';
import { checks, connectionSteps, type TestStep } from './testSteps.ts';

/** What the command answers. */
export interface ConnectionTest {
  readonly service: string;
  readonly address: string;
  readonly id: number;
  /** No step failed. */
  readonly ok: boolean;
  readonly steps: readonly TestStep[];
  /** The service was reached, but does not have this record. */
  readonly isMissing: boolean;
}

/** Takes a service's name or `{ service, id? }`; else tests the service of the active record or worksheet, or asks. */
export async function testConnectionCommand(
  services: Services,
  clients: ServiceClients,
  argument: unknown,
): Promise<ConnectionTest> {
  const active = activeSaved();
  const named = namedService(services, argument) ?? services.find(active?.service ?? '');
  const service = named ?? (await pickService(services, words.testConnection()));
  const id = givenId(argument) ?? (active?.service === service.name ? active.id : undefined) ?? 1;
  return runConnectionTest(clients, service, id);
}

/** Tests a service with the network settings, the credential and the limits of its requests. */
export async function runConnectionTest(
  clients: ServiceClients,
  service: Service,
  id: number,
): Promise<ConnectionTest> {
  const client = await clients.clientOptions(service);
  const network = await clients.network();
  return withProgress(vscode.l10n.t('Testing the connection to {0}', plainText(service.name)), (signal) =>
    testConnection({ service, id, network, client, signal }),
  );
}

function givenId(argument: unknown): number | undefined {
  if (typeof argument !== 'object' || argument === null || !('id' in argument)) return undefined;
  const { id } = argument;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  // A group of the sidebar has an id of another kind.
  if (isRow(argument) && typeof id !== 'number') return undefined;
  throw new UserError(words.positiveId());
}

/** Follows a request step by step, and explains how far it got. */
export async function testConnection(request: ProbeRequest): Promise<ConnectionTest> {
  const { service, id } = request;
  const facts = await probeConnection(request);
  const steps = connectionSteps(request, facts);
  const ok = steps.every(({ state }) => state !== 'failed');
  const isMissing = isRecordError(facts.read, 'notFound');
  return { service: service.name, address: service.address.href, id, ok, steps, isMissing };
}

const reportScheme = 'videorecordconnection';

/** The last report of each service, rendered by VS Code's Markdown preview. */
export function connectionReports() {
  const last = new Map<string, string>();
  const lost = `${vscode.l10n.t('Run Test Connection again to see the report.')}\n`;
  const texts = readOnlyTexts([reportScheme], (uri) => last.get(uri.toString()) ?? lost);
  return {
    async show(test: ConnectionTest): Promise<void> {
      const path = `/${connectionTitle(test.service)}.md`;
      const uri = vscode.Uri.from({ scheme: reportScheme, authority: test.service, path });
      last.set(uri.toString(), connectionReport(test));
      texts.refresh(uri);
      await vscode.commands.executeCommand('markdown.showPreview', uri);
      // VS Code closes a document without an editor after a while. Opened again it has the version it had, and is not rendered.
      await vscode.commands.executeCommand('markdown.preview.refresh');
    },
    dispose: () => texts.dispose(),
  };
}

const marks: Readonly<Record<TestStep['state'], string>> = { ok: '✓', failed: '✗', skipped: '–' };

/** The report in Markdown. What a service wrote is shown as text, never as markup. */
export function connectionReport({ service, address, steps }: ConnectionTest): string {
  const heading = `| | ${shown(vscode.l10n.t('Step'))} | ${shown(vscode.l10n.t('Result'))} |`;
  const row = ({ step, state, text }: TestStep) => `| ${marks[state]} | ${shown(checks[step][0]())} | ${shown(text)} |`;
  return [
    `# ${markdownText(connectionTitle(service))}`,
    shown(address),
    `**${shown(verdict(steps))}**`,
    [heading, '|---|---|---|', ...steps.map(row)].join('\n'),
    '',
  ].join('\n\n');
}

function connectionTitle(service: string): string {
  return vscode.l10n.t('Connection to {0}', service);
}

/** That it works, or the first failure and what to do about it. */
function verdict(steps: readonly TestStep[]): string {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return failed.text;
  const wasRead = steps.some(({ step, state }) => step === 'record' && state === 'ok');
  return wasRead
    ? vscode.l10n.t('The connection works.')
    : vscode.l10n.t('The service answers, but no record was read.');
}

function shown(text: string): string {
  return markdownText(text, 1000);
}
