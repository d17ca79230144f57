import * as vscode from 'vscode';
import { extensionId } from '../record/references.ts';
import { recordAddress } from '../service/address.ts';
import type { RecordName, Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { plainText } from '../workbench/plainText.ts';
import { openChoices } from './openChoices.ts';

/** The address under which the service itself answers. */
export function serviceLink(name: RecordName, services: Services): string {
  return recordAddress(serviceOf(name, services).address, name.id);
}

/** Opens the record in VS Code, on whatever service has that address there. */
export function editorLink(name: RecordName, services: Services): string {
  const query = new URLSearchParams({ address: serviceOf(name, services).address.href, id: String(name.id) });
  return `${vscode.env.uriScheme}://${extensionId}/open?${query}`;
}

function serviceOf({ service }: RecordName, services: Services): Service {
  const found = services.find(service);
  if (!found) throw new Error(`There is no service named "${service}", so its address is not known.`);
  return found;
}

/** Follows a link from outside. It opens and never writes; what it may say is what `record/references` reads. */
export async function followLink(uri: vscode.Uri, services: Services): Promise<void> {
  // VS Code has taken the escapes out of the query; put back in, they would hide its parts.
  const link = uri.toString(true);
  try {
    if (await isKnownOrAdded(link, services)) await vscode.commands.executeCommand(commandIds.open, link);
  } catch {
    // The command has told.
  }
}

async function isKnownOrAdded(link: string, services: Services): Promise<boolean> {
  const address = unknownAddress(link, services);
  if (address === undefined) return true;
  const add = 'Add Service';
  // Whoever made the link wrote the address.
  const message = plainText(`The link leads to a record on ${address}, which is not one of your services.`);
  if ((await vscode.window.showInformationMessage(message, add)) !== add) return false;
  return (await vscode.commands.executeCommand(commandIds.addService, { baseUrl: address })) !== undefined;
}

function unknownAddress(link: string, services: Services): string | undefined {
  try {
    const [choice] = openChoices(link, services);
    return choice?.kind === 'unknown' ? choice.on : undefined;
  } catch {
    // The command says what is wrong with it.
    return undefined;
  }
}
