import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';

/** A file on this computer is readable only by the user, also if it was there before. A link is replaced, not followed. */
export async function writeForUser(file: vscode.Uri, text: string): Promise<void> {
  if (file.scheme !== 'file') return vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  await rm(file.fsPath, { force: true });
  await writeFile(file.fsPath, text, { mode: 0o600, flag: 'wx' });
}
