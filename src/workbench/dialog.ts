import * as vscode from 'vscode';

/** Asks where data is at stake. Undefined: the user chose nothing, or the window, as in tests of extensions, can't ask. */
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
