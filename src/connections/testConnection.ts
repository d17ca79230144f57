import * as vscode from 'vscode';
import { namedService, pickService } from '../document/chooseService.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Service } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { markdownText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { isRow } from '../workbench/views.ts';
import type { ServiceClients } from './clients.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { words } from './messages.ts';
import { type ProbeRequest, probeConnection } from './probe.ts';
import { connectionSteps, type StepName, type TestStep } from './testSteps.ts';

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

export interface TestParts {
  readonly services: ConfiguredServices;
  readonly clients: ServiceClients;
  readonly reports: ConnectionReports;
  readonly active: RecordName | undefined;
}

/** Takes a service's name or `{ service, id? }`; else tests the service of the active record, or the default one. */
export async function testConnectionCommand(
  { services, clients, reports, active }: TestParts,
  argument: unknown,
): Promise<ConnectionTest> {
  const service = await serviceToTest(services, active, argument);
  const id = givenId(argument) ?? (active?.service === service.name ? active.id : 1);
  const test = await runConnectionTest(clients, service, id);
  await reports.show(test);
  return test;
}

/** Tests a service with the network settings, the credential and the limits of its requests. */
export async function runConnectionTest(
  clients: ServiceClients,
  service: Service,
  id: number,
): Promise<ConnectionTest> {
  const { refusal, ...client } = await clients.clientOptions(service);
  const network = clients.network();
  const hasCredential = refusal !== undefined || client.credential !== undefined;
  return withProgress(words.testing(service.name), (signal) =>
    testConnection({ service, id, network, client, hasCredential, ...(refusal ? { refusal } : {}), signal }),
  );
}

async function serviceToTest(
  services: ConfiguredServices,
  active: RecordName | undefined,
  argument: unknown,
): Promise<Service> {
  const named = namedService(services, argument) ?? (active && services.find(active.service));
  return named ?? services.default() ?? (await pickService(services, words.testConnection()));
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
  const isMissing = isRecordError(facts.read) && facts.read.kind === 'notFound';
  return { service: service.name, address: service.address.href, id, ok, steps, isMissing };
}

export interface ConnectionReports extends vscode.Disposable {
  show(test: ConnectionTest): Promise<void>;
}

const reportScheme = 'videorecordconnection';

/** The last report of each service, rendered by VS Code's Markdown preview. */
export function connectionReports(): ConnectionReports {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(reportScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? `${words.testAgain()}\n`,
    }),
  );
  return {
    async show(test) {
      const path = `/${connectionTitle(test.service)}.md`;
      const uri = vscode.Uri.from({ scheme: reportScheme, authority: test.service, path });
      texts.set(uri.toString(), connectionReport(test));
      changed.fire(uri);
      await vscode.commands.executeCommand('markdown.showPreview', uri);
    },
    dispose: () => registrations.dispose(),
  };
}

const titles: Readonly<Record<StepName, () => string>> = {
  address: () => vscode.l10n.t('Address'),
  proxy: () => vscode.l10n.t('Proxy'),
  name: () => vscode.l10n.t('Host name'),
  connection: () => vscode.l10n.t('Connection'),
  tls: () => vscode.l10n.t('Encryption'),
  answer: () => vscode.l10n.t('Answer'),
  credential: () => vscode.l10n.t('Credential'),
  record: () => vscode.l10n.t('Record'),
  writing: () => vscode.l10n.t('Saving'),
};

const marks: Readonly<Record<TestStep['state'], string>> = { ok: '✓', failed: '✗', skipped: '–' };

/** The report in Markdown. What a service wrote is shown as text, never as markup. */
export function connectionReport({ service, address, steps }: ConnectionTest): string {
  const rows = steps.map(({ step, state, text }) => `| ${marks[state]} | ${shown(titles[step]())} | ${shown(text)} |`);
  return [
    `# ${markdownText(connectionTitle(service))}`,
    shown(address),
    `**${shown(verdict(steps))}**`,
    [`| | ${shown(vscode.l10n.t('Step'))} | ${shown(vscode.l10n.t('Result'))} |`, '|---|---|---|', ...rows].join('\n'),
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
