import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { iconsAsText, listOf, plainText } from './plainText.ts';

/** Asks in a modal dialog. Undefined if the user chose nothing, or if the window can't ask, as in extension tests. */
export async function askInDialog(
  message: string,
  detail: string,
  ...choices: readonly string[]
): Promise<string | undefined> {
  try {
    return await vscode.window.showWarningMessage(message, { modal: true, detail }, ...choices);
  } catch {
    return undefined;
  }
}

/** Rejects if the user picks none, which cancels the command. */
export async function pickOne<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T> {
  const picked = await vscode.window.showQuickPick(items, options);
  if (!picked) throw new vscode.CancellationError();
  return picked;
}

/** A file to write, at first beside those of the workspace. Rejects if the user picks none. */
export async function askFile(name: string, options: Pick<vscode.SaveDialogOptions, 'title' | 'filters'>) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const file = await vscode.window.showSaveDialog({ ...options, defaultUri: vscode.Uri.joinPath(folder, name) });
  if (!file) throw new vscode.CancellationError();
  return file;
}

/**
 * For files that a command was given, whoever runs it: asks before those that are there are replaced, and rejects unless
 * the user agrees. VS Code's own dialog asks itself.
 */
export async function agreeToReplace(files: readonly vscode.Uri[]): Promise<void> {
  const areThere = await Promise.all(files.map(isThere));
  const existing = files.filter((_, at) => areThere[at]);
  if (existing.length === 0) return;
  const paths = existing.map((file) => plainText(file.scheme === 'file' ? file.fsPath : file.toString(true)));
  const replace = vscode.l10n.t('Replace');
  const detail =
    existing.length === 1
      ? vscode.l10n.t('A file with this name already exists. Replacing it overwrites its contents.')
      : vscode.l10n.t('Files with these names already exist. Replacing them overwrites their contents.');
  const chosen = await askInDialog(vscode.l10n.t('Replace {0}?', listOf(paths)), detail, replace);
  if (chosen !== replace) throw new vscode.CancellationError();
}

async function isThere(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    (failure: unknown) => !(failure instanceof vscode.FileSystemError && failure.code === 'FileNotFound'),
  );
}

/** In the status bar, because there is nothing to decide. */
export function showBriefly(message: string): void {
  vscode.window.setStatusBarMessage(iconsAsText(message), 5000);
}

/** One of several steps: it stays open when the focus moves, and cancelling it cancels all of them. */
export async function askText(options: vscode.InputBoxOptions): Promise<string> {
  const answer = await vscode.window.showInputBox({ ...options, ignoreFocusOut: true });
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}
