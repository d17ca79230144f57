import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file that only the user can read. It is renamed into place, so that a crash leaves no partial file. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomUUID()}.tmp`;
  await writeFile(aside, text, { mode: 0o600 });
  await rename(aside, path);
}
