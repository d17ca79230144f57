import { globSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const pollMs = 50;
const timeoutMs = 15_000;

/** Waits until one of the backups that VS Code keeps of changed documents holds the text. */
export async function backedUp(userDataDir: string, text: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!backups(userDataDir).some((backup) => backup.includes(text))) {
    if (performance.now() > deadline) throw new Error(`No backup holds ${JSON.stringify(text)}.`);
    await setTimeout(pollMs);
  }
}

function backups(userDataDir: string): string[] {
  return globSync('data/User/Backups/*/*/*', { cwd: userDataDir }).map((file) => {
    try {
      return readFileSync(`${userDataDir}/${file}`, 'utf8');
    } catch (error) {
      // A backup goes as soon as its document is saved.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  });
}
