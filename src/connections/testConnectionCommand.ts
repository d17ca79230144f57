import * as vscode from 'vscode';
import type { RecordName, Service } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { withProgress } from '../workbench/progress.ts';
import { isRow } from '../workbench/viewRows.ts';
import { namedService, pickService } from './chooseService.ts';
import type { ServiceClients } from './clients.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { words } from './connectionMessages.ts';
import { type ConnectionTest, connectionReport, connectionTitle, testConnection } from './connectionTest.ts';

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
  const [network, { refusal, ...client }] = await Promise.all([
    clients.network(service),
    clients.clientOptions(service),
  ]);
  const hasCredential = refusal !== undefined || (await client.credential?.()) !== undefined;
  return withProgress(words.testing(service.name), (signal) =>
    testConnection({ service, id, network, client, hasCredential, ...(refusal ? { refusal } : {}), signal }),
  );
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
