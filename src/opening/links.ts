import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { KnownRecord, RecordCatalogue } from '../document/knownRecord.ts';
import { commandTarget, targetRecords } from '../document/recordUri.ts';
import { extensionId, parseWorksheetLink, type WorksheetLink } from '../record/references.ts';
import { maxAddressLength, webAddress } from '../record/valueShapes.ts';
import { recordAddress } from '../service/address.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { reportFailure } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { askInDialog, showBriefly, showMessage } from '../workbench/prompts.ts';
import { isRow } from '../workbench/views.ts';
import { queryOf } from '../worksheet/opened.ts';
import { idsText, maxRecords, targetWorksheet, type WorksheetName, worksheetOf } from '../worksheet/uri.ts';
import { openChoices } from './choices.ts';
import { linkWords, unknownServiceMessage } from './messages.ts';

/** The commands that copy a reference to a record and resolve to it, and the one that opens its page. */
export function linkCommands(
  services: Services,
  known: (name: RecordName) => KnownRecord | undefined,
  memory: vscode.Memento,
): Pick<CommandHandlers<'opening'>, 'copyId' | 'copyLink' | 'copyEditorLink' | 'copyPageLink' | 'openInBrowser'> {
  const copy = async (text: string) => {
    await vscode.env.clipboard.writeText(text);
    showBriefly(vscode.l10n.t('Copied to the clipboard.'));
    return text;
  };
  const copying =
    (separator: string, textOf: (name: RecordName) => string) => (argument?: unknown, several?: unknown) =>
      copy(targetRecords(argument, several).map(textOf).join(separator));
  const recordLinks = copying('\n', ({ service, id }) => editorLink(services, service, { id: `${id}` }));

  return {
    // Open Record accepts all of these except the page, which is on another site.
    copyId: copying(', ', ({ id }) => String(id)),
    copyLink: copying('\n', (name) => recordAddress(serviceOf(services, name).address, name.id)),
    copyEditorLink: async (argument?: unknown, several?: unknown) => {
      const worksheet = meantWorksheet(argument, memory);
      return worksheet ? copy(worksheetLink(services, worksheet)) : recordLinks(argument, several);
    },
    copyPageLink: copying('\n', (name) => pageOf(name, known)),
    openInBrowser: async (argument?: unknown) => {
      const address = pageOf(commandTarget(argument).name, known);
      // As text: a Uri, and with it openExternal, would turn %26 into & and lead elsewhere.
      await vscode.commands.executeCommand('vscode.open', address);
    },
  };
}

/** A link that opens something in VS Code, on whichever service has this address there. */
function editorLink(services: Services, service: string, what: Readonly<Record<string, string>>): string {
  const address = serviceOf(services, { service }).address.href;
  return `${vscode.env.uriScheme}://${extensionId}/open?${new URLSearchParams({ address, ...what })}`;
}

/** A row of a named worksheet, else the worksheet of a URI or of the active editor. */
function meantWorksheet(argument: unknown, memory: vscode.Memento): WorksheetName | undefined {
  if (isRow(argument)) return Object(argument).kind === 'worksheet' ? (argument as WorksheetName) : undefined;
  const uri = targetWorksheet(argument);
  const name = uri && worksheetOf(uri);
  return name && { ...name, query: queryOf(memory, name) };
}

function worksheetLink(services: Services, { service, ids, query, fields }: WorksheetName): string {
  // VS Code decodes a link once more before it hands it over.
  const guarded = (text: string) => text.replace(/[%&#+]/g, encodeURIComponent);
  const records = query === undefined ? { ids: idsText(ids) } : { query: guarded(query) };
  const link = editorLink(services, service, { ...records, ...(fields && { fields: guarded(fields.join(',')) }) });
  if (link.length > maxAddressLength)
    throw new UserError(vscode.l10n.t('This worksheet has too many separate IDs or fields for a link.'));
  return link;
}

/** The web page where the record's video was published. */
function pageOf(name: RecordName, known: (name: RecordName) => KnownRecord | undefined): string {
  const { service, id } = name;
  const found = known(name);
  const page = webAddress(found?.source_url ?? '');
  if (page !== undefined) return page;
  throw new UserError(
    found
      ? vscode.l10n.t('Record {0} on {1} has no web address in "source_url".', id, plainText(service))
      : vscode.l10n.t(
          'Record {0} on {1} is not open, so its page is not known. Open the record first.',
          id,
          plainText(service),
        ),
  );
}

/** Follows a link from outside VS Code. It opens a record, or a worksheet if the user agrees, and never writes. */
export async function followLink(uri: vscode.Uri, services: Services, find: RecordCatalogue['find']): Promise<void> {
  // VS Code has already decoded the query; encoding it again would hide its separators.
  const link = uri.toString(true);
  try {
    const worksheet = parseWorksheetLink(link, maxRecords);
    const meant = () => openChoices(worksheet?.recordLink ?? link, services)[0];
    const unknown = meant();
    if (unknown?.kind === 'add' && !(await isAdded(unknown.address))) return;
    if (!worksheet) return await vscode.commands.executeCommand(commandIds.open, link);
    const choice = meant();
    if (choice?.kind === 'records') await openLinked(choice.service, worksheet, find);
  } catch (failure) {
    void reportFailure(failure);
  }
}

/** Says how many records will be read. Without a catalogue, nobody knows: the command says what to do. */
async function openLinked(
  service: string,
  { ids, query, fields }: WorksheetLink,
  find: RecordCatalogue['find'],
): Promise<void> {
  const [found] = query === undefined ? [] : await find(query, service);
  const count = found ? found.records.length : ids.length;
  const isToAsk = count > 0 && !found?.instead;
  const [question, open] = [linkWords.question(count, service), vscode.l10n.t('Open Worksheet')];
  if (isToAsk && (await askInDialog(question, linkWords.detail(query), open)) !== open) return;
  const records = query === undefined ? { ids } : { query };
  await vscode.commands.executeCommand(commandIds.openWorksheet, { service, ...records, ...(fields && { fields }) });
}

async function isAdded(address = ''): Promise<boolean> {
  const add = vscode.l10n.t('Add Service');
  if ((await showMessage(unknownServiceMessage(address), 'information', add)) !== add) return false;
  return (await vscode.commands.executeCommand(commandIds.addService, { baseUrl: address })) !== undefined;
}
