import * as vscode from 'vscode';
import type { WriteJournal } from '../document/writeJournal.ts';
import type { CommandName } from '../workbench/commandIds.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { lazy, lazyHandlers } from '../workbench/lazy.ts';
import type { WriteHistory, WriteHistoryParts } from './journalView.ts';
import type { HistoryRow } from './rows.ts';

export interface History extends vscode.Disposable {
  readonly journal: WriteJournal;
  readonly handlers: CommandHandlers;
}

const commands = [
  ...(['showHistory', 'showRecordHistory', 'showWrite', 'revertWrite', 'copyWriteAsCurl'] as const),
  ...(['exportHistory', 'filterHistory', 'clearHistoryFilter', 'deleteHistory'] as const),
] satisfies readonly CommandName[];

/** The journal of writes and the view of it. What does the work is loaded when it is first needed. */
export function history(parts: WriteHistoryParts): History {
  const { log } = parts;
  const changed = new vscode.EventEmitter<undefined>();
  const writes = lazy(async (): Promise<WriteHistory> => {
    const { writeHistory } = await import('./journalView.ts');
    return writeHistory(parts, view, () => changed.fire(undefined));
  });
  const view = vscode.window.createTreeView<HistoryRow>('videoRecords.history', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (row) => (await writes()).tree.getChildren(row),
      getTreeItem: async (row) => (await writes()).tree.getTreeItem(row),
      getParent: async (row) => (await writes()).tree.getParent(row),
      resolveTreeItem: async (item, row, token) => (await writes()).tree.resolveTreeItem(item, row, token),
    },
  });
  const registrations = vscode.Disposable.from(
    changed,
    view,
    writes,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('videoRecords.history') || isOn()) return;
      writes()
        .then((loaded) => loaded.turnedOff())
        .catch(log.error);
    }),
  );
  return {
    journal: {
      record: async (write) => {
        if (!isOn()) return;
        await writes()
          .then(({ record }) => record(write))
          .catch(log.error);
      },
    },
    handlers: lazyHandlers(commands, writes),
    dispose: () => registrations.dispose(),
  };
}

function isOn(): boolean {
  return vscode.workspace.getConfiguration('videoRecords').get('history') === true;
}
