import * as vscode from 'vscode';
import { recordUri, targetRecords } from '../document/recordUri.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { failed, offer } from '../workbench/failure.ts';
import { draggedRows } from '../workbench/ids.ts';
import { withProgressIn } from '../workbench/progress.ts';
import { askFilter, isRow } from '../workbench/views.ts';
import type { Recent } from './entry.ts';
import { clearStep, pinStep, removeStep, restoreStep, unpinStep } from './lists.ts';
import { clearedMessage, pinsRemovedMessage, refreshFailedMessage } from './messages.ts';
import { refreshRecent } from './refresh.ts';
import type { RecentStore } from './store.ts';
import type { RecentTree, RecordNode, TreeNode } from './tree.ts';

export interface RecentCommandsParts {
  readonly store: RecentStore;
  /** The stored entry of a record, else one made from its open document, if it has one. */
  readonly entryOf: (name: RecordName) => Promise<Recent>;
  readonly tree: RecentTree;
  readonly view: vscode.TreeView<TreeNode>;
  readonly services: Services;
}

/** The commands that change the lists of records. */
export function recentCommands(parts: RecentCommandsParts): CommandHandlers<'recent'> {
  const { store, entryOf, tree, view } = parts;
  const refresh = refreshing(parts);
  const filter = (text: string) => {
    tree.filter = text.trim();
    void vscode.commands.executeCommand('setContext', 'videoRecords.filtered', tree.filter !== '');
  };
  const remove = async (names: readonly RecordName[], fromTree: boolean) => {
    const next = fromTree ? tree.neighbour(names) : undefined;
    const pins = store.pins();
    store.apply(removeStep(names));
    const lost = pins.filter((pin) => !store.isPinned(pin));
    const putBack = async () => {
      for (const pin of lost.toReversed()) {
        store.apply(pinStep([pin], pins.slice(pins.indexOf(pin)).find(store.isPinned)));
      }
    };
    if (lost.length > 0) void offer(pinsRemovedMessage(lost.length), [[vscode.l10n.t('Undo'), putBack]]);
    if (next) await view.reveal(next, { focus: true, select: true });
  };

  return {
    pin: async (argument?: unknown, several?: unknown) => {
      const names = targetRecords(argument, several).filter((name) => !store.isPinned(name));
      store.apply(pinStep(await Promise.all(names.map(entryOf))));
    },
    unpin: (argument?: unknown, several?: unknown) => store.apply(unpinStep(targetRecords(argument, several))),
    removeRecent: (argument?: unknown, several?: unknown) => {
      const [first] = [argument].flat();
      return remove(targetRecords(argument, several), isRow(first));
    },
    clearRecent: () => {
      const cleared = store.recents();
      store.apply(clearStep);
      const undo = async () => store.apply(restoreStep(cleared));
      if (cleared.length > 0) void offer(clearedMessage(cleared.length), [[vscode.l10n.t('Undo'), undo]]);
    },
    filterRecent: (text?: unknown) => {
      if (typeof text === 'string') return filter(text);
      const title = vscode.l10n.t('Filter Recent Records');
      const placeholder = vscode.l10n.t('ID, or words in the title, category, speakers or service');
      askFilter({ title, placeholder, before: tree.filter, filter, view });
    },
    clearFilter: () => filter(''),
    refreshRecent: refresh.start,
    stopRefresh: refresh.stop,
  };
}

/** One refresh at a time, with progress in the view. */
function refreshing({ store, tree, services }: RecentCommandsParts) {
  let running: Promise<void> | undefined;
  let abort = new AbortController();
  const run = async (signal: AbortSignal) => {
    store.reread();
    tree.sort();
    const failures = await refreshRecent(services, store, tree.records(), signal);
    const [first] = failures;
    if (!first) return;
    const message = refreshFailedMessage([...failures.keys()], first[1]);
    throw failed(first[1], { service: first[0] }, { retry: start }, message);
  };
  const start = (): Promise<void> => {
    // Whoever started it is told if it fails.
    if (running) return running.catch(() => {});
    abort = new AbortController();
    setRefreshing(true);
    running = withProgressIn('videoRecords.recent', () => run(abort.signal)).finally(() => {
      running = undefined;
      setRefreshing(false);
    });
    return running;
  };
  return { start, stop: () => abort.abort() };
}

function setRefreshing(value: boolean): void {
  void vscode.commands.executeCommand('setContext', 'videoRecords.refreshing', value);
}

/** Rows dragged into an editor open there; dragged onto the pins they are pinned or move. */
export function pinDragging(store: RecentStore) {
  return {
    handleDrag(nodes: readonly TreeNode[], transfer: vscode.DataTransfer) {
      const records = nodes.filter((node) => node.kind === 'record');
      const uris = records.map((node) => recordUri(node).toString());
      transfer.set('text/uri-list', new vscode.DataTransferItem(uris.join('\r\n')));
      transfer.set(draggedRows, new vscode.DataTransferItem(records));
    },
    handleDrop(target: TreeNode | undefined, transfer: vscode.DataTransfer) {
      const rows: unknown = transfer.get(draggedRows)?.value;
      // A drop below all rows does nothing, so that it can't lose a pin.
      if (!Array.isArray(rows) || !target) return;
      const records: RecordNode[] = rows;
      const onPins = target.kind === 'record' ? store.isPinned(target) : target.id === 'pinned';
      if (!onPins) return store.apply(unpinStep(records));
      const entries = records.flatMap((node) => store.get(node) ?? []);
      store.apply(pinStep(entries, target.kind === 'record' ? target : undefined));
    },
  };
}
