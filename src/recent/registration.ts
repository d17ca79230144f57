import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import { draggedRows } from '../workbench/ids.ts';
import { lazyMethods } from '../workbench/lazy.ts';
import type { RecentRecords } from './records.ts';
import type { TreeNode } from './tree.ts';

/** The view of recent records, and how its rows are made to be read again. */
export function recentView(load: () => Promise<RecentRecords>, services: Services) {
  const changed = new vscode.EventEmitter<undefined>();
  const tree = vscode.window.createTreeView<TreeNode>('videoRecords.recent', {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      ...lazyMethods(async () => (await load()).tree, 'getChildren', 'getTreeItem', 'getParent', 'resolveTreeItem'),
    },
    dragAndDropController: {
      dragMimeTypes: ['text/uri-list'],
      dropMimeTypes: [draggedRows],
      ...lazyMethods(async () => (await load()).dragging, 'handleDrag', 'handleDrop'),
    },
  });
  const showServices = () => {
    const some = services.all().length > 0;
    void vscode.commands.executeCommand('setContext', 'videoRecords.services', some ? 'some' : 'none');
    changed.fire(undefined);
  };
  const registrations = vscode.Disposable.from(tree, changed, services.onDidChange(showServices));
  return { tree, refresh: () => changed.fire(undefined), dispose: () => registrations.dispose() };
}
