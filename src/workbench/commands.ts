import * as vscode from 'vscode';
import { type CommandName, commandIds } from './commandIds.ts';

// biome-ignore lint/suspicious/noExplicitAny: VS Code hands a command whatever its caller passed; each handler parses it.
export type CommandHandler = (...args: any[]) => unknown;
export type CommandHandlers = Partial<Record<CommandName, CommandHandler>>;
export type FailureReporter = (failure: unknown) => void;

/**
 * Registers handlers behind the one error boundary of all commands: a failure is reported to the user once, and the command
 * then resolves to `undefined`. Programs that want to know use the API.
 */
export function registerCommands(handlers: CommandHandlers, report: FailureReporter): vscode.Disposable {
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

/** An error whose message is written for the user, in their language. It is shown, and not logged: the log is English. */
export class UserError extends Error {}
