import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from './project.ts';

export interface GuardedProcess {
  stdout: Readable;
  stderr: Readable;
  /** Settles when the command has ended, whoever ended it. */
  ended: Promise<void>;
  /** Ends the command with all it started. */
  stop(): Promise<void>;
}

const guard = fileURLToPath(new URL('guard.ts', import.meta.url));

/** Starts a command that ends with this process at the latest; the folder, where one is given, is removed then. */
export function spawnGuarded(command: string[], env: Record<string, string> = {}, folder = ''): GuardedProcess {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    process.execPath,
    [...nodeFlags, guard, folder, ...command],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...inheritedEnvironment(), ...env },
      // Ctrl+C reaches the parent alone: the guard goes when the parent has gone.
      detached: true,
    },
  );
  const ended = once(child, 'exit').then(() => {});
  return {
    stdout: child.stdout.setEncoding('utf8'),
    stderr: child.stderr.setEncoding('utf8'),
    ended,
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

/** A terminal inside VS Code and a test runner both set variables that would change how the command behaves. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|NODE_TEST_CONTEXT$|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
