import * as vscode from 'vscode';
import { isObject } from '../record/valueShapes.ts';
import type { Access, RecordName, Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { askInDialog } from '../workbench/dialog.ts';
import { runCommand } from '../workbench/failure.ts';
import { isRow } from '../workbench/viewRows.ts';
import { askText, namedService, pickService } from './chooseService.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { nameTaken } from './connectionMessages.ts';
import type { Credentials } from './credentials.ts';
import { changeEntry, isInSettings, moveEntry } from './serviceEntries.ts';
import { serviceNamePattern } from './serviceSettings.ts';

const shownMs = 5000;

/** Changes the default service in the settings that define it now. */
export async function selectService(services: Services, argument: unknown): Promise<string> {
  // The focused row of the sidebar is passed too, but is no choice of a default.
  const named = isRow(argument) ? undefined : namedService(services, argument);
  const { name } = named ?? (await pickService(services, vscode.l10n.t('Select Default Service')));
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  const inWorkspace = configuration.inspect('defaultService')?.workspaceValue !== undefined;
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration.update('defaultService', name, target);
  vscode.window.setStatusBarMessage(vscode.l10n.t('The default service is now "{0}".', name), shownMs);
  return name;
}

/** Takes `{ service, access }`; asks for what is missing. Resolves to the new access. */
export async function changeAccess(services: Services, argument: unknown): Promise<string> {
  const service = namedService(services, argument) ?? (await pickService(services, vscode.l10n.t('Change Access')));
  const access =
    given(argument, 'access') ?? (await pickAccess(vscode.l10n.t('Access to {0}', service.name), service.access));
  await changeEntry(service.name, { access: access as Access });
  return access;
}

/** Takes `{ service, name }`; asks for what is missing. Resolves to the new name. */
export async function renameService(services: ConfiguredServices, argument: unknown): Promise<string> {
  const { name } = namedService(services, argument) ?? (await pickService(services, vscode.l10n.t('Rename Service')));
  refuseUnsaved(name);
  const complaint = (text: string) => (text === name ? undefined : nameComplaint(services, text));
  const newName =
    given(argument, 'name') ??
    (await askText({
      prompt: namePrompt(),
      title: vscode.l10n.t('Rename {0}', name),
      value: name,
      validateInput: complaint,
    }));
  const problem = complaint(newName);
  if (problem) throw new UserError(problem);
  if (newName !== name) {
    await moveEntry(name, newName);
    services.renamed({ from: name, to: newName });
  }
  return newName;
}

/** Takes a service's name; asks for confirmation when it is run on a row, or has to ask which service. */
export async function removeService(services: Services, credentials: Credentials, argument: unknown): Promise<void> {
  const named = namedService(services, argument);
  const service = named ?? (await pickService(services, vscode.l10n.t('Remove Service')));
  const { name, address } = service;
  refuseUnsaved(name);
  if (!named || isRow(argument)) {
    const remove = vscode.l10n.t('Remove');
    const message = vscode.l10n.t('Remove the service "{0}"?', name);
    const detail = vscode.l10n.t(
      '{0} is removed from your settings, together with its stored credential. Nothing is deleted on the service.',
      address.href,
    );
    if ((await askInDialog(message, detail, remove)) !== remove) throw new vscode.CancellationError();
  }
  await moveEntry(name);
  const isShared = services.all().some((other) => other.name !== name && other.address.origin === address.origin);
  if (!isShared) await credentials.clear(address.origin);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Removed the service "{0}".', name), shownMs);
}

/** A menu of the commands for a service. */
export async function serviceActions(
  services: Services,
  active: RecordName | undefined,
  argument: unknown,
): Promise<void> {
  const meant = namedService(services, argument) ?? (active && services.find(active.service));
  const service = meant ?? (await pickService(services, vscode.l10n.t('Service Actions')));
  const picked = await vscode.window.showQuickPick(actionsFor(service), {
    title: `${service.name} (${service.address.href})`,
  });
  if (!picked) throw new vscode.CancellationError();
  await picked.run();
}

interface Action extends vscode.QuickPickItem {
  readonly run: () => Thenable<unknown>;
}

function actionsFor({ name }: Service): readonly Action[] {
  const on = (command: string) => () => runCommand(command, { service: name });
  const settings: readonly Action[] = [
    { label: `$(shield) ${vscode.l10n.t('Change Access…')}`, run: on(commandIds.changeAccess) },
    { label: `$(edit) ${vscode.l10n.t('Rename Service…')}`, run: on(commandIds.renameService) },
    {
      label: `$(close) ${vscode.l10n.t('Remove Service…')}`,
      run: () => runCommand(commandIds.removeService, { kind: 'group', service: name }),
    },
  ];
  return [
    { label: `$(plug) ${vscode.l10n.t('Test Connection')}`, run: on(commandIds.testConnection) },
    { label: `$(key) ${vscode.l10n.t('Set Credential…')}`, run: on(commandIds.setCredential) },
    { label: `$(trash) ${vscode.l10n.t('Clear Credential')}`, run: on(commandIds.clearCredential) },
    ...(isInSettings(name) ? settings : []),
    { label: `$(star) ${vscode.l10n.t('Select Default Service…')}`, run: () => runCommand(commandIds.selectService) },
    { label: `$(gear) ${vscode.l10n.t('Open Settings')}`, run: openServiceSettings },
    { label: `$(output) ${vscode.l10n.t('Show Log')}`, run: () => runCommand(commandIds.showLog) },
  ];
}

export async function openServiceSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'videoRecords.services');
}

export function namePrompt(): string {
  return vscode.l10n.t('Name of the service in tabs and in the sidebar');
}

/** Why a service can't have this name; undefined if it can. */
export function nameComplaint(services: Services, name: string): string | undefined {
  if (!serviceNamePattern.test(name)) {
    return vscode.l10n.t('Use lower-case letters, digits, dots and hyphens, beginning with a letter or digit.');
  }
  return isTaken(services, name) ? nameTaken(name) : undefined;
}

export function isTaken(services: Services, name: string): boolean {
  return services.find(name) !== undefined || isInSettings(name);
}

/** The suggested access comes first. */
export async function pickAccess(title: string, suggested: Access): Promise<Access> {
  const items: readonly (vscode.QuickPickItem & { readonly access: Access })[] = [
    {
      access: 'readWrite',
      label: `$(database) ${vscode.l10n.t('Read and Write')}`,
      detail: vscode.l10n.t('Saves without asking.'),
    },
    {
      access: 'confirm',
      label: `$(shield) ${vscode.l10n.t('Ask Before Saving')}`,
      detail: vscode.l10n.t('Shows the changed fields and asks before each save. Recommended for production.'),
    },
    {
      access: 'readOnly',
      label: `$(lock) ${vscode.l10n.t('Read-Only')}`,
      detail: vscode.l10n.t('Records can be read but not edited.'),
    },
  ];
  const ordered = items.toSorted((one, other) => Number(other.access === suggested) - Number(one.access === suggested));
  const placeHolder = vscode.l10n.t('Select what you can do with its records');
  const picked = await vscode.window.showQuickPick(ordered, { title, placeHolder, ignoreFocusOut: true });
  if (!picked) throw new vscode.CancellationError();
  return picked.access;
}

function given(argument: unknown, key: 'access' | 'name'): string | undefined {
  const value = isObject(argument) && !isRow(argument) ? argument[key] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new UserError(vscode.l10n.t('"{0}" must be a string.', key));
}

/** An open record with unsaved changes could no longer be saved. */
function refuseUnsaved(name: string): void {
  const isUnsaved = ({ uri, isDirty }: vscode.TextDocument) =>
    uri.scheme === 'videorecord' && uri.authority === name && isDirty;
  if (vscode.workspace.textDocuments.some(isUnsaved)) {
    throw new UserError(vscode.l10n.t('Records of "{0}" have unsaved changes. Save or revert them first.', name));
  }
}
