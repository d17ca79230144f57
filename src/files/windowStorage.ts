import * as vscode from 'vscode';

const idKey = 'windowStorage';
const idPattern = /^[0-9a-f-]{36}$/;

/**
 * A folder for what belongs to the unsaved texts of this window. VS Code restores them per workspace, also per empty
 * window, so the folder's name is remembered there. What another window does to the same record leaves it alone.
 */
export function windowStorage({
  globalStorageUri,
  workspaceState,
}: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'workspaceState'>): vscode.Uri {
  const stored = workspaceState.get<unknown>(idKey);
  const id = typeof stored === 'string' && idPattern.test(stored) ? stored : crypto.randomUUID();
  if (id !== stored) void workspaceState.update(idKey, id);
  return vscode.Uri.joinPath(globalStorageUri, 'windows', id);
}
