import * as vscode from 'vscode';
import type { RecordEvent } from '../document/recordDocuments.ts';
import type { ServiceRename } from '../service/services.ts';
import type { CommandName } from '../workbench/commandIds.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { lazy, lazyHandlers } from '../workbench/lazy.ts';
import { draggedRows } from '../workbench/views.ts';
import type { SeenField } from './entry.ts';
import type { TreeNode } from './nodes.ts';
import type { RecentRecords, RecentRecordsParts } from './records.ts';

export interface RecentSidebar extends vscode.Disposable {
  readonly handlers: CommandHandlers;
  records(): Promise<RecentRecords>;
  note(news: RecordEvent): void;
  /** Lists the records of a service under its new name. */
  renameService(rename: ServiceRename): void;
  /** The values that recent records of a service have in a field, the most recent first. */
  seenValues(service: string, field: SeenField): readonly string[];
}

const commands = [
  ...(['pin', 'unpin', 'removeRecent', 'clearRecent'] as const),
  ...(['filterRecent', 'clearFilter', 'refreshRecent', 'stopRefresh'] as const),
] satisfies readonly CommandName[];

/** The view of recent and pinned records. Its contents are loaded when they are first needed. */
export function recentSidebar(parts: RecentRecordsParts): RecentSidebar {
  const { services, log } = parts;
  const changed = new vscode.EventEmitter<undefined>();
  let loaded: RecentRecords | undefined;
  const records = lazy(async (): Promise<RecentRecords> => {
    const { recentRecords } = await import('./records.ts');
    loaded = recentRecords(parts, view, () => changed.fire(undefined));
    return loaded;
  });
  const view = recentView(records, changed.event);
  const showServices = () => {
    const some = services.all().length > 0;
    void vscode.commands.executeCommand('setContext', 'videoRecords.services', some ? 'some' : 'none');
    changed.fire(undefined);
  };
  const registrations = vscode.Disposable.from(view, changed, records, services.onDidChange(showServices));

  return {
    records,
    note: (news) => {
      records()
        .then(({ note }) => note(news))
        .catch(log.error);
    },
    renameService: (rename) => {
      records()
        .then(({ renameService }) => renameService(rename))
        .catch(log.error);
    },
    seenValues: (service, field) => loaded?.seenValues(service, field) ?? [],
    handlers: lazyHandlers(commands, records),
    dispose: () => registrations.dispose(),
  };
}

function recentView(
  records: () => Promise<RecentRecords>,
  onDidChangeTreeData: vscode.Event<undefined>,
): vscode.TreeView<TreeNode> {
  return vscode.window.createTreeView<TreeNode>('videoRecords.recent', {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData,
      getChildren: async (node) => (await records()).tree.getChildren(node),
      getTreeItem: async (node) => (await records()).tree.getTreeItem(node),
      getParent: async (node) => (await records()).tree.getParent(node),
      resolveTreeItem: async (item, node) => (await records()).tree.resolveTreeItem(item, node),
    },
    dragAndDropController: {
      dragMimeTypes: ['text/uri-list'],
      dropMimeTypes: [draggedRows('videoRecords.recent')],
      handleDrag: async (nodes, transfer) => (await records()).dragging.handleDrag(nodes, transfer),
      handleDrop: async (target, transfer) => (await records()).dragging.handleDrop(target, transfer),
    },
  });
}
