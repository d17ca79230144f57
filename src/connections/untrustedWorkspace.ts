import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';

const toldKey = 'toldOfIgnoredServices';

/**
 * VS Code leaves the services of an untrusted workspace out of the settings that an extension sees, and says nothing.
 * So the files are looked at, to tell the user, and for nothing else.
 */
export async function tellOfIgnoredServices(memory: vscode.Memento): Promise<void> {
  if (memory.get(toldKey) === true || !(await workspaceNamesServices())) return;
  await memory.update(toldKey, true);
  const manage = 'Manage Workspace Trust';
  const chosen = await vscode.window.showInformationMessage(
    'This workspace is not trusted, so the video record services in its settings are ignored. The services in your own settings work.',
    manage,
  );
  if (chosen === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}

async function workspaceNamesServices(): Promise<boolean> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const files = workspaceFolders.map(({ uri }) => vscode.Uri.joinPath(uri, '.vscode', 'settings.json'));
  const settings = await Promise.all([
    ...files.map(readJson),
    workspaceFile ? readJson(workspaceFile).then((workspace) => member(workspace, 'settings')) : undefined,
  ]);
  return settings.some((setting) => Object.keys(member(setting, 'videoRecords.services') ?? {}).length > 0);
}

async function readJson(uri: vscode.Uri): Promise<unknown> {
  try {
    return parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
  } catch {
    return undefined;
  }
}

function member(value: unknown, key: string): object | undefined {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === 'object' && found !== null ? found : undefined;
}
