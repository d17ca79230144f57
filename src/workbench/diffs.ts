import * as vscode from 'vscode';
import type { PlainText } from './plainText.ts';

export async function showDiff(left: vscode.Uri, right: vscode.Uri, title: PlainText): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
}

/** Several diffs in one editor. */
export async function showChanges(
  title: PlainText,
  resources: readonly (readonly [vscode.Uri, vscode.Uri, vscode.Uri])[],
): Promise<void> {
  await vscode.commands.executeCommand('vscode.changes', title, resources);
}
