import * as vscode from 'vscode';
import { isObject } from '../record/untyped.ts';
import { parseServiceAddress, type ServiceAddress } from '../service/address.ts';
import type { Access } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { complaintOf, reportFailure, runCommand } from '../workbench/failure.ts';
import { iconsAsText } from '../workbench/plainText.ts';
import { isRow } from '../workbench/viewRows.ts';
import { askText } from './chooseService.ts';
import type { ServiceClients } from './clients.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { looksLikeProduction, parseServices, proposeName, serviceNamePattern } from './serviceSettings.ts';
import { runConnectionTest } from './testConnectionCommand.ts';

type Target = 'user' | 'workspace';

interface Entry {
  readonly baseUrl: string;
  readonly access?: unknown;
  readonly saveMethod?: unknown;
}

const title = 'Add Service';

/**
 * Takes `{ baseUrl, name?, access?, saveMethod?, target? }` and asks nothing then; else asks for each. Resolves to the
 * name of the new service.
 */
export async function addService(
  services: ConfiguredServices,
  clients: ServiceClients,
  argument: unknown,
): Promise<string> {
  if (argument === undefined || argument === null || isRow(argument)) return askAndAdd(services, clients);
  const given = Object(argument) as Record<string, unknown>;
  if (typeof given.baseUrl !== 'string') throw new Error('Add Service needs the address of the service, as "baseUrl".');
  const address = parseServiceAddress(given.baseUrl);
  const name = given.name === undefined ? proposeName(address, isTaken(services)) : String(given.name);
  if (isTaken(services)(name)) throw new Error(`There already is a service named "${name}".`);
  const access = given.access ?? proposedAccess(address);
  const entry = { baseUrl: address.href, access, saveMethod: given.saveMethod };
  return write(name, entry, given.target === 'workspace' ? 'workspace' : 'user');
}

async function askAndAdd(services: ConfiguredServices, clients: ServiceClients): Promise<string> {
  const address = await askForReachableAddress(clients);
  const name = await askForName(services, address);
  const access = await askForAccess(address);
  const target = await askForTarget();
  await write(name, { baseUrl: address.href, access }, target);
  offerNext(name).catch(reportFailure);
  return name;
}

/** The settings hold no defaults, so that they say only what someone decided. */
async function write(name: string, { baseUrl, access, saveMethod }: Entry, target: Target): Promise<string> {
  const entry = {
    baseUrl,
    ...(access === undefined || access === 'readWrite' ? {} : { access }),
    ...(saveMethod === undefined || saveMethod === 'auto' ? {} : { saveMethod }),
  };
  const [problem] = parseServices({ [name]: entry }).problems;
  if (problem) throw new Error(problem);
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  const levels = configuration.inspect<unknown>('services');
  const [present = {}, where] =
    target === 'workspace'
      ? ([levels?.workspaceValue, vscode.ConfigurationTarget.Workspace] as const)
      : ([levels?.globalValue, vscode.ConfigurationTarget.Global] as const);
  if (!isObject(present)) {
    throw new Error(
      `The setting videoRecords.services in the ${target} settings is not an object, so nothing was added. Correct it first.`,
    );
  }
  await configuration.update('services', { ...present, [name]: entry }, where);
  return name;
}

async function askForReachableAddress(clients: ServiceClients): Promise<ServiceAddress> {
  for (let typed = ''; ; ) {
    typed = await ask({
      value: typed,
      prompt: 'Address of the service, or of one of its records',
      placeHolder: 'https://videos.example.org',
      validateInput: (text) => complaintOf(() => parseServiceAddress(text)),
    });
    const address = parseServiceAddress(typed);
    const problem = await problemWith(clients, address, Number(/\/video\/(\d+)\/?$/.exec(typed)?.[1] ?? 1));
    if (!problem || (await addAnyway(problem))) return address;
  }
}

/** Why the service seems not to work; undefined where it does, or only wants a credential. */
async function problemWith(clients: ServiceClients, address: ServiceAddress, id: number): Promise<string | undefined> {
  const service = { name: new URL(address.origin).host, address, access: 'readOnly', saveMethod: 'auto' } as const;
  const { steps } = await runConnectionTest(clients, service, id);
  return steps.find(({ state }) => state === 'failed')?.text;
}

async function addAnyway(problem: string): Promise<boolean> {
  const change = { label: '$(edit) Change the Address', detail: iconsAsText(problem) };
  const items = [change, { label: '$(check) Add It Anyway', detail: 'It may want a credential, or start later.' }];
  const placeHolder = 'The service does not work yet. What now?';
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
  if (!picked) throw new vscode.CancellationError();
  return picked !== change;
}

async function askForName(services: ConfiguredServices, address: ServiceAddress): Promise<string> {
  return ask({
    value: proposeName(address, isTaken(services)),
    prompt: 'Name of the service, as tabs and the sidebar show it',
    validateInput: (text) => {
      if (!serviceNamePattern.test(text)) {
        return 'A name is made of lower-case letters, digits, dots and hyphens, and starts with a letter or digit.';
      }
      return isTaken(services)(text) ? 'There already is a service of this name.' : undefined;
    },
  });
}

async function askForAccess(address: ServiceAddress): Promise<Access> {
  const items: readonly (vscode.QuickPickItem & { readonly access: Access })[] = [
    { access: 'readWrite', label: '$(database) Read and Write', detail: 'Saves are sent without asking.' },
    {
      access: 'confirm',
      label: '$(warning) Confirm',
      detail: 'Shows the changed fields and asks before every write. For production.',
    },
    { access: 'readOnly', label: '$(lock) Read-only', detail: 'Records can be read, but not edited.' },
  ];
  const proposed = proposedAccess(address);
  const ordered = items.toSorted((one, other) => Number(other.access === proposed) - Number(one.access === proposed));
  const placeHolder = 'What may be done with its records?';
  const picked = await vscode.window.showQuickPick(ordered, { title, placeHolder, ignoreFocusOut: true });
  if (!picked) throw new vscode.CancellationError();
  return picked.access;
}

/** Nobody should write to production by accident. */
function proposedAccess(address: ServiceAddress): Access {
  return looksLikeProduction(address) ? 'confirm' : 'readWrite';
}

async function askForTarget(): Promise<Target> {
  // An untrusted workspace's services are ignored, and without a folder there is nowhere to write them.
  if (!vscode.workspace.workspaceFolders || !vscode.workspace.isTrusted) return 'user';
  const items: readonly (vscode.QuickPickItem & { readonly target: Target })[] = [
    { target: 'user', label: '$(account) User Settings', detail: 'For you, in every window.' },
    { target: 'workspace', label: '$(folder) Workspace Settings', detail: 'For everyone who opens this workspace.' },
  ];
  const placeHolder = 'Where should the service be kept?';
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
  if (!picked) throw new vscode.CancellationError();
  return picked.target;
}

async function offerNext(name: string): Promise<void> {
  const [open, credential] = ['Open Record', 'Set Credential'];
  const chosen = await vscode.window.showInformationMessage(`Added the service ${name}.`, open, credential);
  if (chosen === open) await runCommand(commandIds.open);
  if (chosen === credential) await runCommand(commandIds.setCredential, { service: name });
}

/** An entry of the settings that can't be used is still someone's, and must not be written over. */
function isTaken(services: ConfiguredServices): (name: string) => boolean {
  const levels = vscode.workspace.getConfiguration('videoRecords').inspect<unknown>('services');
  const entries = [levels?.globalValue, levels?.workspaceValue, levels?.workspaceFolderValue].filter(isObject);
  return (name) => services.find(name) !== undefined || entries.some((some) => Object.hasOwn(some, name));
}

async function ask(options: vscode.InputBoxOptions): Promise<string> {
  return (await askText({ title, ...options })).trim();
}
