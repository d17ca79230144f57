import * as vscode from 'vscode';
import type { PlainText } from './plainText.ts';

/** Resolves when the diff is drawn, or when another editor takes its place before that: VS Code 1.105 would never say so. */
export async function showDiff(left: vscode.Uri, right: vscode.Uri, title: PlainText): Promise<void> {
  const { promise: covered, resolve } = Promise.withResolvers<void>();
  let wasShown = isShown(left, right);
  const looking = vscode.window.tabGroups.onDidChangeTabs(() => {
    const isStillShown = isShown(left, right);
    if (wasShown && !isStillShown) resolve();
    wasShown = isStillShown;
  });
  const drawn = vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
  await Promise.race([drawn, covered]).finally(() => looking.dispose());
}

function isShown(left: vscode.Uri, right: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ activeTab }) => {
    const diff = activeTab?.input;
    if (!(diff instanceof vscode.TabInputTextDiff)) return false;
    return diff.original.toString() === left.toString() && diff.modified.toString() === right.toString();
  });
}

/** Several diffs in one editor. */
export async function showChanges(
  title: PlainText,
  resources: readonly (readonly [vscode.Uri, vscode.Uri, vscode.Uri])[],
): Promise<void> {
  await vscode.commands.executeCommand('vscode.changes', title, resources);
}
