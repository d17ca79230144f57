import * as vscode from 'vscode';
import { activeRecordUri } from './commandTarget.ts';
import type { RecordStates } from './recordStates.ts';

/** Keep Mine and Take Theirs are offered in the editor's title while the active record has a conflict. */
export function conflictContext(states: RecordStates): vscode.Disposable & { refresh(): void } {
  let shown = false;
  const refresh = () => {
    const uri = activeRecordUri();
    const inConflict = uri !== undefined && states.known(uri)?.conflict !== undefined;
    if (inConflict === shown) return;
    shown = inConflict;
    void vscode.commands.executeCommand('setContext', 'videoRecords.conflict', inConflict);
  };
  const listeners = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(refresh),
    vscode.window.tabGroups.onDidChangeTabs(refresh),
  );
  return { refresh, dispose: () => listeners.dispose() };
}
