import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every secret of a test begins with it, so that one search finds whichever leaked. */
const marker = 'zq-secret-';

export function aSecret(): string {
  return marker + randomUUID();
}

export function holdsSecret(text: string): boolean {
  return secretPattern.test(text);
}

/** The files below a folder that hold a secret of a test, in plain or as Basic authorization and links encode it. */
export async function filesWithSecrets(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(files.map(async (file) => holdsSecret(await textOf(file))));
  return files.filter((_, index) => found[index]);
}

/** VS Code still runs, and removes files such as backups when it needs them no more. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Base64 shifts with what stands before, so each of the three ways of writing the marker's middle is looked for. */
const encodings = [0, 1, 2].map((shift) =>
  Buffer.from('x'.repeat(shift) + marker)
    .toString('base64')
    .slice(shift === 0 ? 0 : 4, -4),
);
const secretPattern = new RegExp([marker, ...encodings].join('|'));
