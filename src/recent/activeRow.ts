import * as vscode from 'vscode';
import { activeRecord, recordKey } from '../document/recordUri.ts';
import type { RecordName } from '../service/services.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { RecentCommandsParts } from './commands.ts';

const quietMs = 100;

/** Reveals the active record in the tree, as the Explorer does, and sets the context keys that menus depend on. */
export function activeRow({ store, find, tree, view }: Pick<RecentCommandsParts, 'store' | 'find' | 'tree' | 'view'>) {
  let revealed: string | undefined;
  const reveal = async (name: RecordName) => {
    const row = view.visible && recordKey(name) !== revealed && tree.rowOf(name);
    if (!row || vscode.workspace.getConfiguration('explorer').get('autoReveal') === false) return;
    revealed = recordKey(name);
    // Rejects if the row is gone by the time VS Code looks for it.
    await view.reveal(row, { select: true, focus: false }).then(undefined, () => {});
  };
  const setContext = (key: 'activePinned' | 'activePage', value: boolean) =>
    void vscode.commands.executeCommand('setContext', `videoRecords.${key}`, value);
  const follow = () => {
    const name = activeRecord();
    setContext('activePinned', name !== undefined && store.isPinned(name));
    setContext('activePage', name !== undefined && find(name)?.source_url !== undefined);
    if (name) void reveal(name);
    else revealed = undefined;
  };
  const timer = quietTimers();
  const update = () => timer.schedule('', quietMs, follow);
  update();
  const listeners = vscode.Disposable.from(
    timer,
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    view.onDidChangeVisibility(({ visible }) => {
      revealed = undefined;
      if (visible) update();
    }),
  );
  return { update, dispose: () => listeners.dispose() };
}
