import { l10n } from 'vscode';
import { shortened } from '../record/shortened.ts';
import type { Service, WorkspaceChange } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { listOf } from '../workbench/plainText.ts';
import { accesses, type SettingProblem, saveMethods } from './serviceSettings.ts';

/** Why a service of the settings, or all of them, can't be used. */
export function settingProblemMessage(problem: SettingProblem): string {
  if (problem.code === 'notAnObject') return l10n.t('The setting videoRecords.services must be an object.');
  const name = shortened(problem.name, 60);
  switch (problem.code) {
    case 'name':
      return l10n.t(
        'The service "{0}" in the settings is ignored. Its name must consist of lower-case letters, digits, dots and hyphens, and begin with a letter or digit.',
        name,
      );
    case 'entry':
      return l10n.t('The service "{0}" in the settings is ignored. It must be an object with a "baseUrl".', name);
    case 'baseUrl':
      return l10n.t('The service "{0}" in the settings is ignored. It has no "baseUrl".', name);
    case 'saveMethod':
      return mustBeOneOf(name, 'saveMethod', saveMethods);
    case 'access':
      return mustBeOneOf(name, 'access', accesses);
    case 'address':
      return `${l10n.t('The service "{0}" in the settings is ignored.', name)} ${messageOf(problem.cause)}`;
  }
}

function mustBeOneOf(name: string, key: string, values: readonly string[]): string {
  return l10n.t('The service "{0}" in the settings is ignored. "{1}" must be one of {2}.', name, key, listOf(values));
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

export function noSuchService(name: string): UserError {
  return new UserError(l10n.t('There is no service named "{0}".', name));
}

export function nameTaken(name: string): string {
  return l10n.t('A service named "{0}" already exists.', name);
}
