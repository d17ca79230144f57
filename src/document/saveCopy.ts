import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { recordScheme } from './recordUri.ts';

/**
 * Writes the text of the editor to a file. VS Code's own Save As begins among the records of the service, and has no
 * way out of there in a browser.
 */
export async function saveCopy(document: vscode.TextDocument, id: number): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title: `Save a Copy of Record ${id}`,
    defaultUri: vscode.Uri.joinPath(folder, basename(document.uri.path)),
  });
  if (!target) throw new vscode.CancellationError();
  if (target.scheme === recordScheme) throw new Error(`A copy of record ${id} can't be saved as another record.`);
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(document.getText()));
  vscode.window.setStatusBarMessage(`Saved a copy of record ${id} as ${basename(target.path)}.`, 5000);
}
