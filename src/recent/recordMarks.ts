import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';
import { isUnsaved, onDidChangeTabOf } from '../workbench/documents.ts';
import { recentKey } from './recent.ts';

export type Mark = 'edited' | 'conflict';

/** The unsaved changes and conflicts in this window, which are not stored. */
export interface RecordMarks extends vscode.Disposable {
  has(name: RecordName, mark: Mark): boolean;
  setConflict(name: RecordName, active: boolean): void;
  readonly onDidChange: vscode.Event<RecordName>;
}

export function recordMarks(recordOf: (uri: vscode.Uri) => RecordName | undefined): RecordMarks {
  const marked: Record<Mark, Set<string>> = { edited: new Set(), conflict: new Set() };
  const changed = new vscode.EventEmitter<RecordName>();

  const set = (name: RecordName, mark: Mark, active: boolean) => {
    const key = recentKey(name);
    if (marked[mark].has(key) === active) return;
    if (active) marked[mark].add(key);
    else marked[mark].delete(key);
    changed.fire(name);
  };
  const follow = (document: vscode.TextDocument, isOpen = true) => {
    const name = recordOf(document.uri);
    if (name) set(name, 'edited', isOpen && isUnsaved(document));
  };

  for (const document of vscode.workspace.textDocuments) follow(document);
  const listeners = [
    vscode.workspace.onDidOpenTextDocument((document) => follow(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => follow(document)),
    vscode.workspace.onDidSaveTextDocument((document) => follow(document)),
    vscode.workspace.onDidCloseTextDocument((document) => follow(document, false)),
    onDidChangeTabOf((document) => follow(document)),
  ];
  return {
    has: (name, mark) => marked[mark].has(recentKey(name)),
    setConflict: (name, active) => set(name, 'conflict', active),
    onDidChange: changed.event,
    dispose: () => vscode.Disposable.from(changed, ...listeners).dispose(),
  };
}
