import * as vscode from 'vscode';
import { type CommandName, commandIds } from './commandIds.ts';
import { isQuiet } from './failure.ts';

// biome-ignore lint/suspicious/noExplicitAny: VS Code hands a command whatever its caller passed; each handler parses it.
export type CommandHandler = (...args: any[]) => unknown;
export type CommandHandlers = Partial<Record<CommandName, CommandHandler>>;
export type FailureReporter = (failure: unknown) => void;

/** Registers handlers behind the one error boundary of all commands. */
export function registerCommands(handlers: CommandHandlers, report: FailureReporter): vscode.Disposable {
  const registrations = Object.entries(handlers).map(([name, handler]) =>
    vscode.commands.registerCommand(commandIds[name as CommandName], (...args: unknown[]) =>
      guard(handler, args, report, calledByWorkbench()),
    ),
  );
  return vscode.Disposable.from(...registrations);
}

async function guard(handler: CommandHandler, args: unknown[], report: FailureReporter, byPerson: boolean) {
  try {
    return await handler(...args);
  } catch (failure) {
    if (!isQuiet(failure)) report(failure);
    if (byPerson) return undefined;
    throw failure;
  }
}

/**
 * A command that failed rejects, so that scripts know. But where a person ran it, the workbench answers a rejection with
 * a dialog of its own, beside our message. VS Code doesn't tell who called; its own entry point on the stack does, if
 * there is nothing but VS Code between it and us: another extension's command may have been run by a person, and then
 * call ours. Were the entry point renamed, a person would see both, and nothing else would change.
 */
function calledByWorkbench(): boolean {
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const callers = frames.slice(frames.findIndex((frame) => fileOf(frame) !== fileOf(frames[0])));
  const entry = callers.findIndex((frame) => frame.includes('$executeContributedCommand'));
  return entry >= 0 && callers.slice(0, entry).every((frame) => fileOf(frame) === fileOf(callers[entry]));
}

function fileOf(frame: string | undefined): string | undefined {
  return frame && /([^( ]+):\d+:\d+\)?$/.exec(frame)?.[1];
}
