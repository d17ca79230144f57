import * as vscode from 'vscode';

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
