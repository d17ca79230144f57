import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';
import type { RecordNode, TreeNode } from './nodes.ts';
import type { RecentStore } from './store.ts';

/** The type under which VS Code passes dragged rows within the view. */
export const draggedRows = 'application/vnd.code.tree.videorecords.recent';

export interface PinDragging {
  handleDrag(nodes: readonly TreeNode[], transfer: vscode.DataTransfer): void;
  handleDrop(target: TreeNode | undefined, transfer: vscode.DataTransfer): void;
}

/** Rows dragged into an editor open there; dragged onto the pins they are pinned or move. */
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
      // A drop below all rows does nothing, so that it can't lose a pin.
      if (!Array.isArray(rows) || !target || target.kind === 'more') return;
      const records: RecordNode[] = rows;
      const onPins = target.kind === 'record' ? store.isPinned(target) : target.id === 'pinned';
      if (!onPins) return store.unpin(records);
      const entries = records.flatMap((node) => store.get(node) ?? []);
      store.pin(entries, target.kind === 'record' ? target : undefined);
    },
  };
}
