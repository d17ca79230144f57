import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { isRow } from '../workbench/viewRows.ts';
import { bareRecent, type Recent } from './recent.ts';
import type { RecentStore } from './recentStore.ts';
import type { RecentTree } from './recentTree.ts';
import type { Targets } from './targets.ts';
import type { TreeNode } from './treeNodes.ts';

export interface RecentCommandsParts {
  readonly store: RecentStore;
  /** What is remembered of a record, or else what its open document says. */
  readonly known: (name: RecordName) => Recent | undefined;
  readonly tree: RecentTree;
  readonly view: vscode.TreeView<TreeNode>;
  readonly targets: Targets;
  readonly filter: (text: string) => void;
}

/** What can be done to the lists of records. */
export function recentCommands({ store, known, tree, view, targets, filter }: RecentCommandsParts): CommandHandlers {
  const remove = async (names: readonly RecordName[], fromTree: boolean) => {
    const next = fromTree ? tree.neighbour(names) : undefined;
    const pins = store.pins();
    store.remove(names);
    const lost = pins.filter((pin) => !store.isPinned(pin));
    const putBack = () => {
      for (const pin of lost.toReversed()) store.pin([pin], pins.slice(pins.indexOf(pin)).find(store.isPinned));
    };
    if (lost.length > 0) void offerUndo(`${removed(lost.length, 'pinned')} Nothing changed on the services.`, putBack);
    if (next) await view.reveal(next, { focus: true, select: true });
  };

  return {
    pin: (argument?: unknown, several?: unknown) => {
      const names = targets.of(argument, several).filter((name) => !store.isPinned(name));
      store.pin(names.map((name) => known(name) ?? bareRecent(name, Date.now())));
    },
    unpin: (argument?: unknown, several?: unknown) => store.unpin(targets.of(argument, several)),
    removeRecent: (argument?: unknown, several?: unknown) => {
      const [first] = Array.isArray(argument) ? argument : [argument];
      return remove(targets.of(argument, several), isRow(first));
    },
    clearRecent: () => {
      const forgotten = store.clear();
      const message = `${removed(forgotten.length, 'recent')} Pinned ones stay, and nothing changed on the services.`;
      if (forgotten.length > 0) void offerUndo(message, () => store.restore(forgotten));
    },
    filterRecent: async (text?: unknown) => {
      if (typeof text === 'string') filter(text);
      else (await import('./filterInput.ts')).askFilter(tree.filter, filter, view);
    },
    refreshRecent: () => {
      store.reread();
      tree.showAll();
    },
    showMoreRecent: async (group?: unknown) => {
      const first = tree.showMore(group);
      // The row that had the focus has moved far down, and VS Code drops the focus.
      if (first) await view.reveal(first, { focus: true, select: false });
    },
  };
}

function removed(count: number, kind: 'pinned' | 'recent'): string {
  return `${count === 1 ? `One ${kind} record was` : `${count} ${kind} records were`} removed from the list.`;
}

async function offerUndo(message: string, undo: () => void): Promise<void> {
  const undoLabel = 'Undo';
  if ((await vscode.window.showInformationMessage(message, undoLabel)) === undoLabel) undo();
}
