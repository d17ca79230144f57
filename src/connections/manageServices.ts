import * as vscode from 'vscode';
import { chosenService, namedService, pickService } from '../document/configuredService.ts';
import { isUnsaved, tabUris } from '../files/tabs.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Access, Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { agreed, UserError } from '../workbench/commands.ts';
import { offer, runCommand } from '../workbench/failure.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import { askOrCancel, askText, pickOne, showBriefly } from '../workbench/prompts.ts';
import { accessLooks, isRow } from '../workbench/views.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import type { Credentials } from './credentials.ts';
import { changeEntry, isInSettings, moveEntry, originsOf, refuseNotInSettings, setDefault } from './editSettings.ts';
import { nameTaken, words } from './messages.ts';
import { accesses, serviceNamePattern } from './parseSettings.ts';
import { activeSaved } from './statusBar.ts';

export async function selectService(services: Services, argument: unknown): Promise<string> {
  // The focused row of the sidebar is passed too, but is no choice of a default.
  const named = isRow(argument) ? undefined : namedService(services, argument);
  const { name } = named ?? (await pickService(services, words.selectDefault()));
  const undo = await setDefault(name);
  const message = vscode.l10n.t('The default service is now "{0}".', plainText(name));
  // A program may have chosen it.
  if (named && undo) void offer(message, [[vscode.l10n.t('Undo'), undo]]);
  else showBriefly(message);
  return name;
}

/** Takes `{ service, access }` and asks for what is missing. A program that allows more has to ask the user. */
export async function changeAccess(services: Services, argument: unknown): Promise<string> {
  const service = await chosenService(services, argument, words.changeAccess());
  refuseNotInSettings(service.name);
  const wanted = given(argument, 'access');
  await agreeToAccess(service, wanted);
  const access = wanted ?? (await pickAccess(vscode.l10n.t('Access to {0}', plainText(service.name)), service.access));
  await changeEntry(service.name, { access });
  return access;
}

/** Asks whether a program may allow more than the user does now. */
export async function agreeToAccess(
  { name, address, access }: Pick<Service, 'name' | 'address' | 'access'>,
  wanted: unknown,
): Promise<void> {
  if (!accesses.slice(0, accesses.indexOf(access)).some((weaker) => weaker === wanted)) return;
  const question = vscode.l10n.t('Allow more access to the service "{0}"?', name);
  const detail = plainText(words.accessDetail(address.href, wanted === 'confirm'));
  await askOrCancel(question, detail, words.changeAccess());
}

/** Takes `{ service, name }`; asks for what is missing. Resolves to the new name. */
export async function renameService(services: ConfiguredServices, argument: unknown): Promise<string> {
  const { name } = await chosenService(services, argument, words.renameService());
  refuseNotInSettings(name);
  refuseOpen(name);
  const complaint = (text: string) => (text === name ? undefined : nameComplaint(services, text));
  const newName =
    given(argument, 'name') ??
    (await askText({
      prompt: words.namePrompt(),
      title: vscode.l10n.t('Rename {0}', plainText(name)),
      value: name,
      validateInput: complaint,
    }));
  const problem = complaint(newName);
  if (problem) throw new UserError(problem);
  if (newName !== name) {
    // One may have been opened while the name was asked for.
    refuseOpen(name);
    await moveEntry(name, newName);
    services.renamed({ from: name, to: newName });
  }
  return newName;
}

/** Takes a service's name. Asks the user, whoever calls it. */
export async function removeService(services: Services, credentials: Credentials, argument: unknown): Promise<void> {
  const service = await chosenService(services, argument, words.removeService());
  const { name, address } = service;
  refuseNotInSettings(name);
  refuseOpen(name);
  const question = vscode.l10n.t('Remove the service "{0}"?', name);
  await askOrCancel(question, plainText(words.removeDetail(address.href)), vscode.l10n.t('Remove'));
  const isShared = services.all().some((other) => other.name !== name && other.address.href === address.href);
  const origins = new Set([address.origin, ...originsOf(name)]);
  await moveEntry(name);
  // Not before: where the settings can't be written, the service stays.
  if (!isShared) await runCommand(commandIds.deleteCatalogue, { [agreed]: service });
  for (const other of services.all()) if (other.name !== name) origins.delete(other.address.origin);
  for (const origin of origins) await credentials.clear(origin);
  showBriefly(vscode.l10n.t('Removed the service "{0}".', name));
}

/** A menu of the commands for a service. */
export async function serviceActions(services: Services, argument: unknown): Promise<void> {
  const meant = namedService(services, argument) ?? services.find(activeSaved()?.service ?? '');
  const service = meant ?? (await pickService(services, vscode.l10n.t('Service Actions')));
  const { run } = await pickOne(actionsFor(service), { title: plainText(`${service.name} (${service.address.href})`) });
  await run();
}

function actionsFor({ name }: Service) {
  const on = (command: string) => () => runCommand(command, { service: name });
  const settings = [
    { label: `$(shield) ${words.changeAccess()}…`, run: on(commandIds.changeAccess) },
    { label: `$(edit) ${words.renameService()}…`, run: on(commandIds.renameService) },
    { label: `$(close) ${words.removeService()}…`, run: on(commandIds.removeService) },
  ];
  return [
    { label: `$(plug) ${words.testConnection()}`, run: on(commandIds.testConnection) },
    { label: `$(key) ${words.setCredential()}…`, run: on(commandIds.setCredential) },
    { label: `$(trash) ${words.clearCredential()}`, run: on(commandIds.clearCredential) },
    ...(isInSettings(name) ? settings : []),
    { label: `$(star) ${words.selectDefault()}…`, run: () => runCommand(commandIds.selectService) },
    { label: `$(gear) ${words.openSettings()}`, run: openServiceSettings },
    { label: `$(output) ${vscode.l10n.t('Show Log')}`, run: () => runCommand(commandIds.showLog) },
  ];
}

export async function openServiceSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'videoRecords.services');
}

/** Why a service can't have this name; undefined if it can. */
export function nameComplaint(services: Services, name: string): PlainText | undefined {
  if (!serviceNamePattern.test(name))
    return vscode.l10n.t('Use lowercase letters, digits, dots and hyphens, beginning with a letter or digit.');
  return isTaken(services, name) ? nameTaken(name) : undefined;
}

export function isTaken(services: Services, name: string): boolean {
  return services.find(name) !== undefined || isInSettings(name);
}

/** The suggested access comes first. */
export async function pickAccess(title: PlainText, suggested: Access): Promise<Access> {
  const item = (access: Access, name: string, detail = accessLooks[access].meaning()) => {
    return { access, label: `$(${accessLooks[access].icon}) ${name}`, detail };
  };
  const confirmed = vscode.l10n.t('Shows changes and asks before saving. For production.');
  const items = [
    item('readWrite', vscode.l10n.t('Read and Write')),
    item('confirm', vscode.l10n.t('Ask Before Saving'), confirmed),
    item('readOnly', vscode.l10n.t('Read-Only')),
  ];
  const ordered = items.toSorted((one, other) => Number(other.access === suggested) - Number(one.access === suggested));
  const placeHolder = vscode.l10n.t('Select what you can do with its records');
  return (await pickOne(ordered, { title, placeHolder, ignoreFocusOut: true })).access;
}

function given(argument: unknown, key: 'access' | 'name'): string | undefined {
  const value = isObject(argument) && !isRow(argument) ? argument[key] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new UserError(vscode.l10n.t('"{0}" must be a string.', plainText(key)));
}

/** Records, fields and worksheets have the name of their service in their URI. What is open could no longer be saved. */
function refuseOpen(name: string): void {
  const isOfService = ({ scheme, authority }: vscode.Uri) =>
    /^video(record|worksheet)/.test(scheme) && authority === name;
  const unsaved = vscode.workspace.textDocuments.filter(isUnsaved).map(({ uri }) => uri);
  if ([...tabUris(), ...unsaved].some(isOfService)) {
    throw new UserError(vscode.l10n.t('Records of "{0}" are open. Close them first.', plainText(name)));
  }
}
