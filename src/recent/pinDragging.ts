import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';
import { draggedRows } from './draggedRows.ts';
import { bareRecent } from './recent.ts';
import type { RecentStore } from './recentStore.ts';
import { pinnedGroup, type RecordNode, type TreeNode } from './treeNodes.ts';

export interface PinDragging {
  handleDrag(nodes: readonly TreeNode[], transfer: vscode.DataTransfer): void;
  handleDrop(target: TreeNode | undefined, transfer: vscode.DataTransfer): void;
}

/** Rows dragged into an editor open there; dragged among the pins they are pinned, or find their new place. */
export function pinDragging(store: RecentStore, uriOf: (name: RecordName) => vscode.Uri): PinDragging {
  return {
    handleDrag(nodes, transfer) {
      const records = nodes.filter((node) => node.kind === 'record');
      const uris = records.map((node) => uriOf(node).toString());
      transfer.set('text/uri-list', new vscode.DataTransferItem(uris.join('\r\n')));
      transfer.set(draggedRows, new vscode.DataTransferItem(records));
    },
    handleDrop(target, transfer) {
      const rows: unknown = transfer.get(draggedRows)?.value;
      // Beside all rows, a drop means nothing: it must not cost a pin.
      if (!Array.isArray(rows) || !target || target.kind === 'more') return;
      const records: RecordNode[] = rows;
      const amongPins = target === pinnedGroup || (target.kind === 'record' && store.isPinned(target));
      if (!amongPins) {
        store.unpin(records);
        return;
      }
      const entries = records.map((node) => store.get(node) ?? bareRecent(node, Date.now()));
      store.pin(entries, target.kind === 'record' ? target : undefined);
    },
  };
}
