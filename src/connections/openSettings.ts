import * as vscode from 'vscode';

export async function openServiceSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'videoRecords.services');
}
