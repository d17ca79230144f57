import * as vscode from 'vscode';
import { isObject } from '../record/valueShapes.ts';
import type { ServiceAddress } from '../service/address.ts';
import type { Access } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { offer, runCommand } from '../workbench/failure.ts';
import { complaintOf } from '../workbench/failureMessages.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import { askOrCancel, askText, pickOne } from '../workbench/prompts.ts';
import { isRow } from '../workbench/views.ts';
import type { ServiceClients } from './clients.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { type Level, writeEntry } from './editSettings.ts';
import { agreeToAccess, isTaken, nameComplaint, pickAccess } from './manageServices.ts';
import { nameTaken, words } from './messages.ts';
import { accesses } from './parseSettings.ts';
import { runConnectionTest } from './testConnection.ts';
import { freeName, looksLikeProduction, proposeName, type TypedAddress, typedAddress } from './typedAddress.ts';

/**
 * With `{ baseUrl, name?, access?, saveMethod?, target? }` it asks only before it allows more than other services of the
 * same origin, otherwise for each value. Resolves to the name of the new service.
 */
export async function addService(
  services: ConfiguredServices,
  clients: ServiceClients,
  argument: unknown,
): Promise<string> {
  services.keepDefault();
  if (argument === undefined || argument === null || isRow(argument)) return askAndAdd(services, clients);
  const given = isObject(argument) ? argument : {};
  if (typeof given.baseUrl !== 'string')
    throw new UserError(vscode.l10n.t('Add Service needs the address of the service as "{0}".', plainText('baseUrl')));
  const [address] = typedAddress(given.baseUrl).candidates;
  const name = given.name === undefined ? proposedName(services, address) : String(given.name);
  if (isTaken(services, name)) throw new UserError(nameTaken(name));
  const access = given.access ?? proposedAccess(services, address);
  await agreeToAccess({ name, address, access: strictestAccess(services, address) }, access);
  const level = given.target === 'workspace' ? 'workspace' : 'user';
  await writeEntry(name, { baseUrl: address.href, access, saveMethod: given.saveMethod }, level);
  return name;
}

async function askAndAdd(services: ConfiguredServices, clients: ServiceClients): Promise<string> {
  const title = vscode.l10n.t('Add Service');
  const address = await askForAddress(title, clients);
  const value = proposedName(services, address);
  const validateInput = (text: string) => nameComplaint(services, text.trim());
  const name = (await askText({ prompt: words.namePrompt(), title, value, validateInput })).trim();
  const access = await pickAccess(title, proposedAccess(services, address));
  await writeEntry(name, { baseUrl: address.href, access }, await askForLevel(title));
  void offer(vscode.l10n.t('Added the service "{0}".', plainText(name)), [
    [words.openRecord(), () => runCommand(commandIds.open)],
    [words.setCredential(), () => runCommand(commandIds.setCredential, { service: name })],
  ]);
  return name;
}

async function askForAddress(title: PlainText, clients: ServiceClients): Promise<ServiceAddress> {
  for (let value = ''; ; ) {
    value = await askText({
      title,
      value,
      prompt: vscode.l10n.t('Address of the service, of its API, or of the page of a record'),
      placeHolder: plainText('https://videos.example.org'),
      validateInput: (text) => complaintOf(() => typedAddress(text)),
    });
    const typed = typedAddress(value);
    let found = await findService(clients, typed);
    while (found.missing !== undefined) {
      const id = await askForRecord(title, found.address, found.missing);
      if (id === undefined) return found.address;
      found = await findService(clients, { ...typed, id });
    }
    if (!found.problem || (await addsAnyway(found.problem))) return found.address;
  }
}

/** Undefined if the service is to be added without a test. */
async function askForRecord(
  title: PlainText,
  { origin }: ServiceAddress,
  missing: number,
): Promise<number | undefined> {
  const validateInput = (text: string) => (/^(0*[1-9]\d{0,14})?$/.test(text.trim()) ? undefined : words.positiveId());
  const prompt = words.recordPrompt(new URL(origin).host, missing);
  return Number(await askText({ title, prompt, validateInput })) || undefined;
}

interface FoundService {
  readonly address: ServiceAddress;
  /** Why it does not work; undefined if it does, or only needs a credential. */
  readonly problem?: string;
  /** The record it was tested with, if it answers but does not have that one. */
  readonly missing?: number;
}

/** The first candidate that answers like a service, else the first one with its problem. */
async function findService(clients: ServiceClients, { candidates, id = 1 }: TypedAddress): Promise<FoundService> {
  let first: FoundService | undefined;
  for (const address of candidates) {
    const { host } = new URL(address.origin);
    const test = await runConnectionTest(clients, { name: host, address, access: 'readOnly', saveMethod: 'auto' }, id);
    const failed = test.steps.find(({ state }) => state === 'failed');
    if (!failed || failed.step === 'credential') return { address };
    first ??= { address, problem: failed.text, ...(test.isMissing ? { missing: id } : {}) };
    // The other candidates have the same host.
    if (failed.step !== 'answer' && failed.step !== 'record') break;
  }
  return first ?? { address: candidates[0] };
}

async function addsAnyway(problem: string): Promise<boolean> {
  const [change, add] = [vscode.l10n.t('Change Address'), vscode.l10n.t('Add Anyway')];
  const message = vscode.l10n.t('Could not connect to the service.');
  return (await askOrCancel(message, plainText(problem, 600), change, add)) === add;
}

function proposedName(services: ConfiguredServices, address: ServiceAddress): string {
  return freeName(proposeName(address), (name) => isTaken(services, name));
}

/** Nobody should save to production by accident. */
function proposedAccess(services: ConfiguredServices, address: ServiceAddress): Access {
  return strictestAccess(services, address, looksLikeProduction(address) ? 'confirm' : 'readWrite');
}

/** What the user allows at this origin, whose services share a credential. */
function strictestAccess({ all }: ConfiguredServices, { origin }: ServiceAddress, least: Access = 'readWrite'): Access {
  const given = all().flatMap(({ address, access }) => (address.origin === origin ? access : []));
  return accesses.findLast((access) => access === least || given.includes(access)) ?? least;
}

async function askForLevel(title: PlainText): Promise<Level> {
  // Services of an untrusted workspace are ignored, and without a folder there are no workspace settings.
  if (!vscode.workspace.workspaceFolders || !vscode.workspace.isTrusted) return 'user';
  const user = {
    label: `$(account) ${vscode.l10n.t('User Settings')}`,
    detail: vscode.l10n.t('For you, in every window.'),
  };
  const workspace = {
    label: `$(folder) ${vscode.l10n.t('Workspace Settings')}`,
    detail: vscode.l10n.t('For everyone who opens this workspace.'),
  };
  const placeHolder = vscode.l10n.t('Select where to save the service');
  const picked = await pickOne([user, workspace], { title, placeHolder, ignoreFocusOut: true });
  return picked === user ? 'user' : 'workspace';
}
