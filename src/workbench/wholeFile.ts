import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file that only the user can read. It is renamed into place, so that a crash leaves no partial file. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(aside, text, { mode: 0o600 });
    await rename(aside, path);
  } catch (failure) {
    await rm(aside, { force: true });
    throw failure;
  }
}
