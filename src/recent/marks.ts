import * as vscode from 'vscode';
import { recordKey, recordOf } from '../document/recordUri.ts';
import { unsavedDocument } from '../document/spellings.ts';
import { onDidChangeTabOf } from '../files/tabs.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { Recent } from './entry.ts';

type Mark = 'edited' | 'conflict';

export type RecordMarks = ReturnType<typeof recordMarks>;

/** The unsaved changes and conflicts in this window, which are not stored. */
export function recordMarks(onDidChange: () => void) {
  const marked: Record<Mark, Set<string>> = { edited: new Set(), conflict: new Set() };

  const set = (name: RecordName, mark: Mark, active: boolean) => {
    const key = recordKey(name);
    if (marked[mark].has(key) === active) return;
    if (active) marked[mark].add(key);
    else marked[mark].delete(key);
    onDidChange();
  };
  const follow = ({ uri }: vscode.TextDocument) => {
    const name = recordOf(uri);
    // Another spelling of the record's URI is another document.
    if (name) set(name, 'edited', unsavedDocument(name) !== undefined);
  };

  vscode.workspace.textDocuments.forEach(follow);
  const listeners = [
    vscode.workspace.onDidOpenTextDocument(follow),
    vscode.workspace.onDidChangeTextDocument(({ document }) => follow(document)),
    vscode.workspace.onDidSaveTextDocument(follow),
    vscode.workspace.onDidCloseTextDocument(follow),
    onDidChangeTabOf(follow),
  ];
  return {
    has: (name: RecordName, mark: Mark) => marked[mark].has(recordKey(name)),
    setConflict: (name: RecordName, active: boolean) => set(name, 'conflict', active),
    dispose: () => vscode.Disposable.from(...listeners).dispose(),
  };
}

/** The status of a record that is not stored with its entry. */
export type RowStatus = ReturnType<typeof rowStatus>;

export function rowStatus(recent: Recent, pinned: boolean, marks: RecordMarks, services: Services) {
  return {
    pinned,
    edited: marks.has(recent, 'edited'),
    conflict: marks.has(recent, 'conflict'),
    readOnly: recent.readOnly === true || services.find(recent.service)?.access === 'readOnly',
    /** Whether records of several services are side by side. */
    showService: pinned && services.all().length > 1,
  };
}
