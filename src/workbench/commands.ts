import * as vscode from 'vscode';
import { type CommandName, commandIds, type Feature } from './commandIds.ts';
import type { PlainText } from './plainText.ts';

// biome-ignore lint/suspicious/noExplicitAny: VS Code hands a command whatever its caller passed; each handler parses it.
type CommandHandler = (...args: any[]) => unknown;
/** All commands of a feature: a missing one does not compile. */
export type CommandHandlers<F extends Feature = Feature> = Readonly<Record<CommandName<F>, CommandHandler>>;

/**
 * Registers handlers behind the one error boundary of all commands: a failure is reported to the user once, and the command
 * then resolves to `undefined`. Programs that want to know use the API.
 */
export function registerCommands(handlers: CommandHandlers, report: (failure: unknown) => void): vscode.Disposable {
  const registrations = Object.entries(handlers).map(([name, handler]) =>
    vscode.commands.registerCommand(commandIds[name as CommandName], async (...args: unknown[]) => {
      try {
        return await handler(...args);
      } catch (failure) {
        report(failure);
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registrations);
}

/** The key of what the user has agreed to, in the argument of a command. No other extension can have it. */
export const agreed = Symbol('agreed');

/** What the user can do about a failure: a button's label, and what it does. */
export type Action = readonly [label: string, run: () => Promise<unknown>];

/** Why a save ended without one, as the API names it. */
export type UserErrorKind = 'refused' | 'declined' | 'invalid' | 'conflict' | 'notStored' | 'readOnly';

interface UserErrorOptions {
  readonly cause?: unknown;
  readonly kind?: UserErrorKind | undefined;
  readonly actions?: readonly Action[];
}

/** An error whose message is written for the user, in their language. It is shown, and not logged: the log is English. */
export class UserError extends Error {
  declare readonly message: PlainText;
  readonly kind: UserErrorKind | undefined;
  readonly actions: readonly Action[];

  constructor(message: PlainText, { cause, kind, actions = [] }: UserErrorOptions = {}) {
    super(message, { cause });
    this.kind = kind;
    this.actions = actions;
  }
}
