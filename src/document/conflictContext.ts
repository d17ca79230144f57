import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';
import { activeRecordUri } from './commandTarget.ts';
import type { OpenDocuments } from './openDocuments.ts';

/** Keep Mine and Take Theirs are offered in the editor's title while the active record has a conflict. */
export function conflictContext(
  documents: OpenDocuments,
  onDidChange: (name: RecordName, active: boolean) => void,
): vscode.Disposable {
  const active = new Set<string>();
  let shown = false;
  const refresh = () => {
    const uri = activeRecordUri();
    const inConflict = uri !== undefined && documents.known(uri)?.conflict !== undefined;
    if (inConflict === shown) return;
    shown = inConflict;
    void vscode.commands.executeCommand('setContext', 'videoRecords.conflict', inConflict);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(refresh),
    vscode.window.tabGroups.onDidChangeTabs(refresh),
    documents.onDidChange(({ uri, name, conflict }) => {
      if (active.has(uri) === (conflict !== undefined)) return;
      if (conflict) active.add(uri);
      else active.delete(uri);
      onDidChange(name, conflict !== undefined);
      refresh();
    }),
  );
}
