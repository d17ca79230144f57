import * as vscode from 'vscode';
import { writeWhole } from './wholeFile.ts';

/** A file on this computer is readable only by the user, also if it was there before. A link is replaced, not followed. */
export async function writeForUser(file: vscode.Uri, text: string): Promise<void> {
  if (file.scheme !== 'file') return vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  await writeWhole(file.fsPath, text);
}
