import * as vscode from 'vscode';
import { recordUri } from '../document/recordUri.ts';
import { draggedRows } from '../workbench/views.ts';
import { pinStep, unpinStep } from './lists.ts';
import type { RecordNode, TreeNode } from './nodes.ts';
import type { RecentStore } from './store.ts';

const rowsType = draggedRows('videoRecords.recent');

/** Rows dragged into an editor open there; dragged onto the pins they are pinned or move. */
export function pinDragging(store: RecentStore) {
  return {
    handleDrag(nodes: readonly TreeNode[], transfer: vscode.DataTransfer) {
      const records = nodes.filter((node) => node.kind === 'record');
      const uris = records.map((node) => recordUri(node).toString());
      transfer.set('text/uri-list', new vscode.DataTransferItem(uris.join('\r\n')));
      transfer.set(rowsType, new vscode.DataTransferItem(records));
    },
    handleDrop(target: TreeNode | undefined, transfer: vscode.DataTransfer) {
      const rows: unknown = transfer.get(rowsType)?.value;
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
