import * as vscode from 'vscode';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from './commandIds.ts';
import { networkKinds } from './failureLinks.ts';
import { messageOf } from './failureMessages.ts';
import { logFailure } from './log.ts';
import { plainText } from './plainText.ts';
import { UserError } from './userError.ts';

export { complaintOf, messageOf } from './failureMessages.ts';

export type Action = readonly [label: string, run: () => Promise<unknown>];

export interface Remedies {
  readonly retry?: (() => Promise<unknown>) | undefined;
  /** Actions for this failure, before those for all failures of its kind. */
  readonly first?: readonly Action[];
}

/** A failed operation on a record or service, with what the user can do about it. */
export class Failure extends UserError {
  readonly record: Partial<RecordName>;
  readonly remedies: Remedies;

  constructor(cause: unknown, record: Partial<RecordName>, remedies: Remedies = {}, message = messageOf(cause)) {
    super(message, { cause });
    this.record = record;
    this.remedies = remedies;
  }
}

/** The user cancelled, and needs no message about it. */
export function isQuiet(failure: unknown): boolean {
  const cause = failure instanceof Failure ? failure.cause : failure;
  if (cause instanceof vscode.CancellationError) return true;
  return isRecordError(cause) && cause.kind === 'cancelled';
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
  const actions = failure instanceof Failure ? [...(failure.remedies.first ?? []), ...actionsFor(failure)] : [];
  const labels = actions.map(([label]) => label);
  const message = plainText(messageOf(failure), 600);
  const { showErrorMessage, showWarningMessage } = vscode.window;
  const chosen = await (severity === 'error' ? showErrorMessage : showWarningMessage)(message, ...labels);
  try {
    await actions.find(([label]) => label === chosen)?.[1]();
  } catch (next) {
    await reportFailure(next);
  }
}

function actionsFor({ cause, record, remedies: { retry } }: Failure): readonly Action[] {
  if (!isRecordError(cause)) return [];
  const run = (command: string, argument: unknown) => () => runCommand(command, argument);
  const again: Action[] = retry ? [[vscode.l10n.t('Retry'), retry]] : [];
  if (cause.kind === 'unauthorized' || cause.kind === 'forbidden') {
    const setCredential = async () => {
      if (await runCommand(commandIds.setCredential, { service: record.service, test: !retry })) await retry?.();
    };
    return [[vscode.l10n.t('Set Credential'), setCredential], ...again];
  }
  if (cause.kind === 'notFound') {
    const forget: Action = [vscode.l10n.t('Remove from Recent'), run(commandIds.removeRecent, record)];
    return record.id === undefined ? again : [...again, forget];
  }
  const test: Action = [vscode.l10n.t('Test Connection'), run(commandIds.testConnection, record)];
  return networkKinds.has(cause.kind) ? [...again, test] : again;
}

/** Runs another command of ours. One that fails has reported it and resolves to `undefined`. */
export async function runCommand<T>(command: string, argument?: unknown): Promise<T | undefined> {
  return vscode.commands.executeCommand<T | undefined>(command, argument);
}
