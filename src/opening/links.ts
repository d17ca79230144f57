import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { KnownRecord } from '../document/knownRecord.ts';
import { extensionId } from '../record/references.ts';
import { webAddress } from '../record/valueShapes.ts';
import { recordAddress } from '../service/address.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import type { CommandTargets } from '../workbench/views.ts';
import { openChoices } from './choices.ts';
import { noPageMessage, notOpenMessage, openingWords, unknownServiceMessage } from './messages.ts';

const shownMs = 3000;

/** The commands that copy a reference to a record and resolve to it, and the one that opens its page. */
export function linkCommands(
  services: Services,
  targets: CommandTargets,
  known: (name: RecordName) => KnownRecord | undefined,
): Pick<CommandHandlers<'opening'>, 'copyId' | 'copyLink' | 'copyEditorLink' | 'copyPageLink' | 'openInBrowser'> {
  const copying =
    (separator: string, textOf: (name: RecordName) => string) => async (argument?: unknown, several?: unknown) => {
      const text = targets.of(argument, several).map(textOf).join(separator);
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(openingWords.copied(), shownMs);
      return text;
    };

  return {
    // Open Record accepts all of these except the page, which is on another site.
    copyId: copying(', ', ({ id }) => String(id)),
    copyLink: copying('\n', (name) => recordAddress(serviceOf(services, name).address, name.id)),
    copyEditorLink: copying('\n', (name) => editorLink(name, services)),
    copyPageLink: copying('\n', (name) => pageOf(name, known)),
    openInBrowser: async (argument?: unknown) => {
      const address = pageOf(targets.one(argument), known);
      // As text: a Uri, and with it openExternal, would turn %26 into & and lead elsewhere.
      await vscode.commands.executeCommand('vscode.open', address);
    },
  };
}

/** A link that opens the record in VS Code, on whichever service has this address there. */
function editorLink(name: RecordName, services: Services): string {
  const query = new URLSearchParams({ address: serviceOf(services, name).address.href, id: String(name.id) });
  return `${vscode.env.uriScheme}://${extensionId}/open?${query}`;
}

/** The web page where the record's video was published. */
function pageOf(name: RecordName, known: (name: RecordName) => KnownRecord | undefined): string {
  const found = known(name);
  if (!found) throw new UserError(notOpenMessage(name));
  const page = webAddress(found.source_url ?? '');
  if (page === undefined) throw new UserError(noPageMessage(name));
  return page;
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
  const add = openingWords.addService();
  if ((await vscode.window.showInformationMessage(unknownServiceMessage(address), add)) !== add) return false;
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
