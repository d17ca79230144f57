import { globSync, readFileSync } from 'node:fs';
import { polled } from '../polled.ts';

/** Waits until one of the backups that VS Code keeps of changed documents holds the text. */
export async function backedUp(userDataDir: string, text: string): Promise<void> {
  await polled(`a backup holds ${JSON.stringify(text)}`, () =>
    backups(userDataDir).find((backup) => backup.includes(text)),
  );
}

/** Waits until there is no backup left, which is some time after the last document is saved. */
export async function backupsRemoved(userDataDir: string): Promise<void> {
  await polled('the backups are removed', () => backups(userDataDir).length === 0 || undefined);
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
