import * as vscode from 'vscode';
import { isRecordError, type RecordErrorKind } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from './commandIds.ts';
import { type Action, UserError } from './commands.ts';
import { messageOf } from './failureMessages.ts';
import { commandLink, oneLine, type PlainText, plainText } from './plainText.ts';
import { type Severity, showMessage } from './prompts.ts';

interface Remedies {
  readonly retry?: (() => Promise<unknown>) | undefined;
  /** Actions for this failure, before those for all failures of its kind. */
  readonly first?: readonly Action[];
}

/** A failed operation on a record or service, with what the user can do about it. */
export function failed(
  cause: unknown,
  record: Partial<RecordName>,
  { retry, first = [] }: Remedies = {},
  message = plainText(messageOf(cause), 600),
): UserError {
  const origin = cause instanceof UserError ? (cause.cause ?? cause) : cause;
  return new UserError(message, { cause: origin, actions: [...first, ...actionsFor(origin, record, retry)] });
}

/** The user cancelled, and needs no message about it. */
function isQuiet(failure: unknown): boolean {
  if (failure instanceof UserError) return isQuiet(failure.cause);
  return failure instanceof vscode.CancellationError || isRecordError(failure, 'cancelled');
}

/** Logs and shows why a command failed. */
export async function reportCommandFailure(log: vscode.LogOutputChannel, failure: unknown): Promise<void> {
  if (isQuiet(failure)) return;
  logFailure(log, failure);
  await reportFailure(failure);
}

/** Shows what happened, with actions that fit. */
export async function reportFailure(failure: unknown, severity: 'error' | 'warning' = 'error'): Promise<void> {
  if (isQuiet(failure)) return;
  const actions = failure instanceof UserError ? failure.actions : [];
  await offer(plainText(messageOf(failure), 600), actions, severity);
}

/** Shows a message with actions. If the chosen one fails, that is reported too. */
export async function offer(message: PlainText, actions: readonly Action[], severity?: Severity): Promise<void> {
  const labels = actions.map(([label]) => label);
  const chosen = await showMessage(message, severity, ...labels);
  try {
    await actions.find(([label]) => label === chosen)?.[1]();
  } catch (failure) {
    await reportFailure(failure);
  }
}

function actionsFor(cause: unknown, record: Partial<RecordName>, retry: Remedies['retry']): readonly Action[] {
  if (!isRecordError(cause)) return [];
  const run = (command: string, argument: unknown) => () => runCommand(command, argument);
  const again: Action[] = retry ? [[vscode.l10n.t('Retry'), retry]] : [];
  if (cause.kind === 'unauthorized' || cause.kind === 'forbidden') {
    return [credentialAction(record.service, retry), ...again];
  }
  if (cause.kind === 'notFound') {
    const forget: Action = [vscode.l10n.t('Remove from Recent'), run(commandIds.removeRecent, record)];
    return record.id === undefined ? again : [forget, ...again];
  }
  const test: Action = [vscode.l10n.t('Test Connection'), run(commandIds.testConnection, record)];
  return networkKinds.has(cause.kind) ? [...again, test] : again;
}

/** Sets the credential, and then tries again, if there is anything to try: else it is tested. */
export function credentialAction(service: string | undefined, retry: Remedies['retry']): Action {
  const setCredential = async () => {
    if (await runCommand(commandIds.setCredential, { service, test: !retry })) await retry?.();
  };
  return [vscode.l10n.t('Set Credential'), setCredential];
}

/** One bounded line in English, whatever the service sent: the innermost cause that is not worded for the user. */
export function logFailure(log: Pick<vscode.LogOutputChannel, 'error'>, failure: unknown): void {
  if (failure instanceof UserError) {
    if (failure.cause !== undefined) logFailure(log, failure.cause);
    return;
  }
  log.error(oneLine(failure instanceof Error ? failure.message : String(failure), 1000));
}

/** Runs another command of ours. One that fails has reported it and resolves to `undefined`. */
export async function runCommand<T>(command: string, argument?: unknown): Promise<T | undefined> {
  return vscode.commands.executeCommand<T | undefined>(command, argument);
}

const networkKinds: ReadonlySet<RecordErrorKind> = new Set<RecordErrorKind>([
  'network',
  'tls',
  'proxy',
  'timeout',
  'unavailable',
  'badAnswer',
  'redirect',
  'unknownOutcome',
]);

/**
 * What the user can do about a failed save, as a link for VS Code's own message.
 */
export function failureLinks(failure: unknown, name: RecordName, document: string): PlainText | undefined {
  if (!isRecordError(failure)) return undefined;
  // Some services refuse PUT on a published record to everyone, and allow PATCH.
  if (failure.kind === 'forbidden' && failure.details.method === 'PUT' && failure.allow?.includes('PATCH')) {
    return commandLink(vscode.l10n.t('Save with PATCH'), commandIds.saveWithPatch, document);
  }
  if (failure.kind === 'unauthorized' || failure.kind === 'forbidden') {
    const argument = { service: name.service, retry: document };
    return commandLink(vscode.l10n.t('Set Credential'), commandIds.setCredential, argument);
  }
  return networkKinds.has(failure.kind)
    ? commandLink(vscode.l10n.t('Test Connection'), commandIds.testConnection, { ...name })
    : undefined;
}
