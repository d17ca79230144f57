import * as vscode from 'vscode';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from './commandIds.ts';
import { networkKinds } from './failureLinks.ts';
import { plainText } from './plainText.ts';

/** What was asked for and failed, with what the user can do about it. */
export class Failure extends Error {
  readonly record: Partial<RecordName>;
  readonly retry: (() => Promise<unknown>) | undefined;

  constructor(cause: unknown, record: Partial<RecordName>, retry?: () => Promise<unknown>) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.record = record;
    this.retry = retry;
  }
}

/** A failure that was shown already: by VS Code itself, as it does for a failed save, or by another command. */
export class AlreadyTold extends Error {}

/** The user knows already: who cancelled, or who saw another message about it. */
export function isQuiet(failure: unknown): boolean {
  if (failure instanceof vscode.CancellationError || failure instanceof AlreadyTold) return true;
  const cause = failure instanceof Failure ? failure.cause : failure;
  return isRecordError(cause) && cause.kind === 'cancelled';
}

type Action = readonly [label: string, run: () => Promise<unknown>];

/** The one message of a failed command: what happened, and actions that fit. */
export async function reportFailure(failure: unknown): Promise<void> {
  if (isQuiet(failure)) return;
  const actions = failure instanceof Failure ? actionsFor(failure) : [];
  const labels = actions.map(([label]) => label);
  const message = plainText(failure instanceof Error ? failure.message : String(failure), 600);
  const chosen = await vscode.window.showErrorMessage(message, ...labels);
  try {
    await actions.find(([label]) => label === chosen)?.[1]();
  } catch (next) {
    await reportFailure(next);
  }
}

function actionsFor({ cause, record, retry }: Failure): Action[] {
  if (!isRecordError(cause)) return [];
  const run = (command: string, argument: unknown) => () => runCommand(command, argument);
  const again: Action[] = retry ? [['Retry', retry]] : [];
  if (cause.kind === 'unauthorized') {
    const setCredential = async () => {
      await runCommand(commandIds.setCredential, { service: record.service });
      return retry?.();
    };
    return [['Set Credential', setCredential], ...again];
  }
  if (cause.kind === 'notFound') {
    return record.id === undefined ? again : [...again, ['Remove from Recent', run(commandIds.removeRecent, record)]];
  }
  if (cause.kind === 'forbidden')
    return [['Set Credential', run(commandIds.setCredential, { service: record.service })]];
  if (networkKinds.has(cause.kind)) return [...again, ['Test Connection', run(commandIds.testConnection, record)]];
  return again;
}

/** Runs a command from within another. One that fails has told so itself. */
export async function runCommand<T>(command: string, argument?: unknown): Promise<T> {
  try {
    return await vscode.commands.executeCommand<T>(command, argument);
  } catch (failure) {
    throw new AlreadyTold(failure instanceof Error ? failure.message : String(failure), { cause: failure });
  }
}
