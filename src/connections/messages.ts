import { l10n } from 'vscode';
import type { Service, WorkspaceChange } from '../service/services.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { listOf, type PlainText, plainText, sentences } from '../workbench/plainText.ts';
import { accesses, type SettingProblem, saveMethods } from './parseSettings.ts';

/** Why a service of the settings, or all of them, can't be used. */
export function settingProblemMessage(problem: SettingProblem): PlainText {
  if (problem.code === 'notAnObject') return l10n.t('The setting videoRecords.services must be an object.');
  const name = plainText(problem.name, 60);
  switch (problem.code) {
    case 'name':
      return l10n.t(
        'The service "{0}" in the settings is ignored. Its name must consist of lowercase letters, digits, dots and hyphens, and begin with a letter or digit.',
        name,
      );
    case 'entry':
      return l10n.t('The service "{0}" in the settings is ignored. It must be an object with a "baseUrl".', name);
    case 'saveMethod':
      return mustBeOneOf(name, 'saveMethod', saveMethods);
    case 'access':
      return mustBeOneOf(name, 'access', accesses);
    case 'address':
      return sentences(
        l10n.t('The service "{0}" in the settings is ignored.', name),
        plainText(messageOf(problem.cause)),
      );
  }
}

function mustBeOneOf(name: PlainText, key: string, values: readonly string[]): PlainText {
  const [part, list] = [plainText(key), plainText(listOf(values))];
  return l10n.t('The service "{0}" in the settings is ignored. "{1}" must be one of {2}.', name, part, list);
}

/** What the workspace changes about a service, in whole sentences. */
export function workspaceChangesMessage(service: Service, changes: readonly WorkspaceChange[]): string {
  return changes.map((change) => workspaceChangeMessage(service, change)).join(' ');
}

function workspaceChangeMessage({ name, access, saveMethod }: Service, change: WorkspaceChange): string {
  switch (change.kind) {
    case 'invalidEntry':
      return l10n.t('Your user settings for "{0}" are invalid, and this workspace changes them.', name);
    case 'address':
      return l10n.t('This workspace, not your user settings, defines the address of "{0}".', name);
    case 'saveMethod':
      return l10n.t(
        'This workspace saves to "{0}" with the method "{1}" instead of "{2}".',
        name,
        saveMethod,
        change.own,
      );
    case 'access':
      if (change.own === 'confirm') {
        return l10n.t('Your user settings ask before each save to "{0}". This workspace does not.', name);
      }
      return access === 'confirm'
        ? l10n.t(
            'Your user settings make "{0}" read-only. This workspace allows saving, and asks before each save.',
            name,
          )
        : l10n.t('Your user settings make "{0}" read-only. This workspace allows saving without asking.', name);
  }
}

/** A question to which the user must agree once. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly agree: string;
}

export function unencryptedQuestion(origin: string): Question {
  return {
    message: l10n.t('Send the credential to {0} without encryption?', origin),
    detail: l10n.t('Anyone on the network can read and use it. You are asked once for this address.'),
    agree: l10n.t('Send Unencrypted'),
  };
}

export function unverifiedQuestion(origin: string): Question {
  return {
    message: l10n.t('Send the credential to {0} without verifying its certificate?', origin),
    detail: l10n.t(
      'The setting http.proxyStrictSSL is off, so another server could pretend to be this one and use the credential. You are asked once for this address.',
    ),
    agree: l10n.t('Send Unverified'),
  };
}

export function writeQuestion(service: Service, changes: readonly WorkspaceChange[]): Question {
  const advice = l10n.t('Allow this only if you trust this workspace with the service. You are asked once.');
  return {
    message: l10n.t('Save records to {0}?', service.address.href),
    detail: `${workspaceChangesMessage(service, changes)} ${advice}`,
    agree: l10n.t('Allow Saving'),
  };
}

export function nameTaken(name: string): PlainText {
  return l10n.t('A service named "{0}" already exists.', plainText(name));
}

/** What several commands for services say, and their longer sentences. */
export const words = {
  selectDefault: () => l10n.t('Select Default Service'),
  renameService: () => l10n.t('Rename Service'),
  removeService: () => l10n.t('Remove Service'),
  changeAccess: () => l10n.t('Change Access'),
  testConnection: () => l10n.t('Test Connection'),
  setCredential: () => l10n.t('Set Credential'),
  clearCredential: () => l10n.t('Clear Credential'),
  openRecord: () => l10n.t('Open Record'),
  openSettings: () => l10n.t('Open Settings'),

  positiveId: () => l10n.t('The ID of a record must be a positive integer.'),

  recordPrompt: (host: string, id: number) =>
    l10n.t(
      'Connected to {0}, but record {1} does not exist there. Enter the ID of a record that exists, or nothing to add the service without a test.',
      plainText(host),
      id,
    ),

  namePrompt: () => l10n.t('Name of the service, shown in the status bar and in the sidebar'),
  removeDetail: (address: string) =>
    l10n.t(
      '{0} is removed from the settings, together with its stored credential and its catalogue unless another service uses them. Nothing is deleted on the service.',
      address,
    ),
  notInSettings: (service: string) =>
    l10n.t('The service "{0}" is not in the settings, so it can\'t be changed there.', plainText(service)),

  accessDetail: (address: string, asks: boolean) =>
    asks
      ? l10n.t('Records of {0} can then be saved, with a question before each save.', address)
      : l10n.t('Records of {0} are then saved without asking.', address),

  token: () => l10n.t('Token'),
  credentialAccepted: (service: string) => l10n.t('"{0}" accepted the credential.', service),
  credentialTested: (service: string) =>
    l10n.t('The credential for "{0}" was stored, and the service did not reject it.', service),

  servicesIgnored: () =>
    l10n.t(
      'This workspace is not trusted, so the services in its settings are ignored. Your user settings still apply.',
    ),
  manageTrust: () => l10n.t('Manage Workspace Trust'),
};
