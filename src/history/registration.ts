import * as vscode from 'vscode';
import type { WriteJournal } from '../document/writeJournal.ts';
import { lazyMethods } from '../workbench/lazy.ts';
import { userSetting } from '../workbench/settings.ts';
import type { WriteHistory } from './journalView.ts';
import type { HistoryRow } from './tree.ts';

/** The view of the history, and how its rows are made to be read again. */
export function historyView(load: () => Promise<WriteHistory>) {
  const changed = new vscode.EventEmitter<undefined>();
  const rows = async () => (await load()).tree;
  const tree = vscode.window.createTreeView<HistoryRow>('videoRecords.history', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      ...lazyMethods(rows, 'getChildren', 'getTreeItem', 'getParent', 'resolveTreeItem'),
    },
  });
  const settings = vscode.workspace.onDidChangeConfiguration(async (event) => {
    if (event.affectsConfiguration('videoRecords.history') && !isOn()) await (await load()).turnedOff();
  });
  const dispose = () => vscode.Disposable.from(changed, tree, settings).dispose();
  return { tree, refresh: () => changed.fire(undefined), dispose };
}

/** Loads the history with the first write. If it can't be loaded, the write was stored all the same. */
export function lazyJournal(
  load: () => Promise<WriteHistory>,
  log: Pick<vscode.LogOutputChannel, 'error'>,
): WriteJournal {
  return {
    record: async (write) => {
      if (!isOn()) return;
      try {
        await (await load()).record(write);
      } catch (failure) {
        log.error(`The write of record ${write.id} was not recorded: ${failure}`);
      }
    },
  };
}

function isOn(): boolean {
  return userSetting('history') === true;
}
