import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import { writeForUser } from '../../../src/workbench/userFiles.ts';

test('a disk that is full leaves the earlier file, and nothing beside it', async ({ mock }) => {
  const folder = await fs.mkdtemp(join(tmpdir(), 'files-'));
  const fsPath = join(folder, 'x.csv');
  await fs.writeFile(fsPath, 'mine');
  const { writeFile } = fs;
  const full = mock.method(fs, 'writeFile', async (path: string, text: string) => {
    await writeFile(path, text.slice(1));
    throw new Error('ENOSPC');
  });
  syncBuiltinESMExports();
  try {
    await assert.rejects(writeForUser({ scheme: 'file', fsPath } as Uri, 'new'), /ENOSPC/);
  } finally {
    full.mock.restore();
    syncBuiltinESMExports();
  }
  assert.deepEqual(await fs.readdir(folder), ['x.csv']);
  assert.equal(await fs.readFile(fsPath, 'utf8'), 'mine');
  await fs.rm(folder, { recursive: true });
});
