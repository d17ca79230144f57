import * as vscode from 'vscode';
import type { RecordName, Service } from '../service/services.ts';
import { isRow } from '../workbench/viewRows.ts';
import type { VirtualDocuments } from '../workbench/virtualDocuments.ts';
import { namedService, pickService } from './chooseService.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { connectionReport } from './connectionReport.ts';
import type { ConnectionTest } from './connectionTest.ts';
import { reportScheme } from './reportScheme.ts';
import { runConnectionTest } from './runConnectionTest.ts';

/** Takes a service's name or `{ service, id? }`; else tests the service of the active record, or the default one. */
export async function testConnectionCommand(
  services: ConfiguredServices,
  reports: VirtualDocuments,
  active: RecordName | undefined,
  argument: unknown,
): Promise<ConnectionTest> {
  const service = await serviceToTest(services, active, argument);
  const id = givenId(argument) ?? (active?.service === service.name ? active.id : 1);
  const test = await runConnectionTest(services, service, id);
  const uri = vscode.Uri.from({
    scheme: reportScheme,
    authority: service.name,
    path: `/Connection to ${service.name}.md`,
  });
  await reports.show(uri, connectionReport(test), { preview: true });
  return test;
}

async function serviceToTest(
  services: ConfiguredServices,
  active: RecordName | undefined,
  argument: unknown,
): Promise<Service> {
  const named = namedService(services, argument) ?? (active && services.find(active.service));
  return named ?? services.default() ?? (await pickService(services, 'Test Connection'));
}

function givenId(argument: unknown): number | undefined {
  if (typeof argument !== 'object' || argument === null || !('id' in argument)) return undefined;
  const { id } = argument;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  // A group of the sidebar has an id as well, of another kind.
  if (isRow(argument) && typeof id !== 'number') return undefined;
  throw new Error('The id of a record is a whole number above zero.');
}
