import * as vscode from 'vscode';
import { extensionId } from '../record/references.ts';
import { recordAddress } from '../service/address.ts';
import type { RecordName, Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { plainText } from '../workbench/plainText.ts';
import type { CommandTargets } from '../workbench/viewRows.ts';
import { openChoices } from './openChoices.ts';
import type { KnownRecord } from './pickRows.ts';

const shownMs = 3000;

/** The commands that copy what refers to a record, and resolve to it, or open its source. */
export function linkCommands(
  services: Services,
  targets: CommandTargets,
  known: (name: RecordName) => KnownRecord | undefined,
): CommandHandlers {
  const copying =
    (what: string, separator: string, textOf: (name: RecordName) => string) =>
    async (argument?: unknown, several?: unknown) => {
      const text = targets.of(argument, several).map(textOf).join(separator);
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(`Copied ${what}.`, shownMs);
      return text;
    };

  return {
    // Open Record accepts all of these but the page, which belongs to another site.
    copyId: copying('the ID', ', ', ({ id }) => String(id)),
    copyLink: copying('the API address', '\n', (name) => recordAddress(serviceOf(name, services).address, name.id)),
    copyEditorLink: copying('the VS Code link', '\n', (name) => editorLink(name, services)),
    copyPageLink: copying('the page link', '\n', (name) => pageOf(name, known)),
    openInBrowser: async (argument?: unknown) => {
      const address = pageOf(targets.one(argument), known);
      // As text: a Uri, and so openExternal, would turn %26 into & and lead elsewhere.
      await vscode.commands.executeCommand('vscode.open', address);
    },
  };
}

/** Opens the record in VS Code, on the service that has that address there. */
function editorLink(name: RecordName, services: Services): string {
  const query = new URLSearchParams({ address: serviceOf(name, services).address.href, id: String(name.id) });
  return `${vscode.env.uriScheme}://${extensionId}/open?${query}`;
}

function serviceOf({ service }: RecordName, services: Services): Service {
  const found = services.find(service);
  if (!found) throw new Error(`There is no service named "${service}", so its address is not known.`);
  return found;
}

/** The web page that a record names: where its video was published. */
function pageOf(name: RecordName, known: (name: RecordName) => KnownRecord | undefined): string {
  const record = `Record ${name.id} on ${name.service}`;
  const found = known(name);
  if (!found) throw new Error(`${record} is not open, so its page is not known. Open the record first.`);
  if (!found.source_url) throw new Error(`${record} has no web address in "source_url".`);
  return found.source_url;
}

/** Follows a link from outside VS Code. It opens a record and never writes. */
export async function followLink(uri: vscode.Uri, services: Services): Promise<void> {
  // VS Code has already decoded the query; encoding it again would hide its separators.
  const link = uri.toString(true);
  try {
    if (await isKnownOrAdded(link, services)) await vscode.commands.executeCommand(commandIds.open, link);
  } catch {
    // The command has reported it.
  }
}

async function isKnownOrAdded(link: string, services: Services): Promise<boolean> {
  const address = unknownAddress(link, services);
  if (address === undefined) return true;
  const add = 'Add Service';
  // The address comes from the link's author.
  const message = plainText(`The link leads to a record on ${address}, which is not one of your services.`);
  if ((await vscode.window.showInformationMessage(message, add)) !== add) return false;
  return (await vscode.commands.executeCommand(commandIds.addService, { baseUrl: address })) !== undefined;
}

function unknownAddress(link: string, services: Services): string | undefined {
  try {
    const [choice] = openChoices(link, services);
    return choice?.kind === 'add' ? choice.address : undefined;
  } catch {
    // The command reports what is wrong with the link.
    return undefined;
  }
}
