import * as vscode from 'vscode';

/** One step of several: it stays while the user looks elsewhere, and who goes away ends them all. */
export async function askText(options: vscode.InputBoxOptions): Promise<string> {
  const answer = await vscode.window.showInputBox({ ...options, ignoreFocusOut: true });
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}
