import * as vscode from 'vscode';
import type { KnownRecords, RecordCatalogue } from '../document/knownRecord.ts';
import type { Records } from '../document/records.ts';
import type { Service, Services } from '../service/services.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';
import { ToolRefusal } from './toolInputs.ts';

/** What the tools ask of the rest of the extension. */
export interface ToolParts {
  readonly services: Services;
  readonly records: Pick<Records, 'fill' | 'edits' | 'agreed'>;
  readonly worksheets: Pick<Worksheets, 'open' | 'changed' | 'saveAgreed'>;
  readonly known: Pick<KnownRecords, 'search'>;
  readonly catalogue: Pick<RecordCatalogue, 'find'>;
  readonly checks: {
    /** Opens nothing. Findings are data: what a record says is in them. */
    find(
      service: string,
      wanted: readonly number[] | string,
    ): Promise<{ readonly findings: readonly object[]; readonly count: number }>;
  };
}

/** The service that the model named, or the default one. */
export function serviceNamed(services: Services, name: string | undefined): Service {
  const service = name === undefined ? services.default() : services.find(name);
  if (service) return service;
  const names = services.all().map((known) => known.name);
  const known =
    names.length === 0
      ? 'No service is configured. Ask the user to run the command "Video Records: Add Service".'
      : `The configured services are ${names.slice(0, 20).join(', ')}.`;
  const problem = name === undefined ? 'There is no default service.' : `There is no service named "${name}".`;
  const trust = vscode.workspace.isTrusted
    ? []
    : ['Services from the settings of this untrusted workspace are ignored.'];
  throw new ToolRefusal([problem, known, ...trust].join(' '));
}

/** The open worksheet that the model named by its URI. */
export function worksheetNamed(text: string): vscode.Uri {
  const isNamed = ({ uri }: vscode.TextDocument) =>
    uri.scheme === 'videoworksheet' && [uri.toString(), uri.toString(true)].includes(text);
  const document = vscode.workspace.textDocuments.find((one) => !one.isClosed && isNamed(one));
  if (document) return document.uri;
  throw new ToolRefusal('Nothing was saved: this worksheet is not open. Use videoRecords_edit, which opens one.');
}

/** Refuses what could lead to a write where the tools may not write at all. */
export function refuseWrites({ name, access }: Service): void {
  if (!vscode.workspace.isTrusted) {
    throw new ToolRefusal(
      'Nothing was changed: this workspace is not trusted, and tools can only read in it. Tell the user; they can trust the workspace, or edit and save the record themselves.',
    );
  }
  if (access === 'readOnly') {
    throw new ToolRefusal(
      `Nothing was changed: the settings make "${name}" read-only. Do not try again; tell the user.`,
    );
  }
}

/** Refuses a service from workspace settings until the user has saved to it and agreed to its address. */
export async function refuseUnagreed(services: Services, service: Service): Promise<void> {
  try {
    await services.allowWrite(service, false);
  } catch {
    throw new ToolRefusal(
      `Nothing was saved: the service "${service.name}" comes from the settings of this workspace, and the user has not agreed yet to save to it. Ask the user to save one record themselves; they are asked then.`,
    );
  }
}
