/**
 * Runs a command for as long as stdin stays open, then ends it with all it started and removes the given folder.
 * The pipe closes however the parent ends, SIGKILL included, so nothing outlives the parent.
 *
 *   node guard.ts <folder to remove, or ''> <command> [argument…]
 */
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

const [folder, command, ...args] = process.argv.slice(2);
if (!command) throw new Error('guard.ts needs a command to run.');

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: process.platform !== 'win32' });

function endAll(exitCode: number): void {
  if (child.pid) killTree(child.pid);
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(exitCode);
}

function killTree(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

child.once('error', (error) => {
  console.error(error.message);
  endAll(1);
});
child.once('exit', (code) => endAll(code ?? 1));
process.stdin.once('close', () => endAll(0)).resume();
