import * as vscode from 'vscode';
import type { CommandName } from '../workbench/commandIds.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { setContext, tickOff } from './contextKeys.ts';
import { draggedRows } from './draggedRows.ts';
import type { NotedEvent, RecentRecords, RecentRecordsParts } from './recentRecords.ts';
import type { SeenField } from './seenValues.ts';
import type { TreeNode } from './treeNodes.ts';

export interface RecentSidebar extends vscode.Disposable {
  readonly handlers: CommandHandlers;
  note(event: NotedEvent): void;
  /** What recent records of a service say in a field, the most recent first. */
  seenValues(service: string, field: SeenField): readonly string[];
}

export interface RecentSidebarParts extends RecentRecordsParts {
  readonly services: RecentRecordsParts['services'] & { readonly onDidChange: vscode.Event<void> };
}

const commands = [
  ...(['open', 'openAnother', 'openToSide', 'openNext', 'openPrevious'] as const),
  ...(['pin', 'unpin', 'removeRecent', 'clearRecent', 'filterRecent', 'refreshRecent', 'showMoreRecent'] as const),
  ...(['copyId', 'copyLink', 'copyEditorLink', 'openInBrowser'] as const),
] satisfies readonly CommandName[];

/** Recent and pinned records, and the ways to open more. What does the work is loaded when it is needed. */
export function recentSidebar(parts: RecentSidebarParts): RecentSidebar {
  const { services, log } = parts;
  const changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  let loading: Promise<RecentRecords> | undefined;
  let loaded: RecentRecords | undefined;

  const load = async (): Promise<RecentRecords> => {
    const { recentRecords } = await import('./recentRecords.ts');
    loaded = recentRecords(parts, view, (nodes) => changed.fire(nodes));
    return loaded;
  };
  const records = () => {
    loading ??= load();
    return loading;
  };
  const view = recentView(records, changed.event);
  const showServices = () => {
    const some = services.all().length > 0;
    setContext('services', some ? 'some' : 'none');
    if (some) tickOff('connect');
    changed.fire(undefined);
  };

  showServices();
  const registrations = vscode.Disposable.from(
    view,
    changed,
    services.onDidChange(showServices),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => (await import('../opening/recordLinks.ts')).followLink(uri, services),
    }),
  );
  const handlers = commands.map((name) => [
    name,
    async (...args: unknown[]) => (await records()).handlers[name]?.(...args),
  ]);

  return {
    note: (event) => {
      records()
        .then(({ note }) => note(event))
        .catch(log.error);
    },
    seenValues: (service, field) => loaded?.seenValues(service, field) ?? [],
    handlers: Object.fromEntries(handlers),
    dispose() {
      registrations.dispose();
      loaded?.dispose();
    },
  };
}

function recentView(
  records: () => Promise<RecentRecords>,
  onDidChangeTreeData: vscode.Event<TreeNode[] | undefined>,
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
      dropMimeTypes: [draggedRows],
      handleDrag: async (nodes, transfer) => (await records()).dragging.handleDrag(nodes, transfer),
      handleDrop: async (target, transfer) => (await records()).dragging.handleDrop(target, transfer),
    },
  });
}
