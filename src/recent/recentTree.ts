import * as vscode from 'vscode';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type Recent, recentKey } from './recent.ts';
import type { RecentSearch } from './recentSearch.ts';
import type { RecentChange, RecentStore } from './recentStore.ts';
import type { RecordMarks } from './recordMarks.ts';
import { type RowStatus, rowDescription, rowIcon, rowLabel, rowTooltip, spokenLabel } from './rowTexts.ts';
import { type GroupNode, pinnedGroup, type RecordNode, type TreeNode, treeNodes } from './treeNodes.ts';

export interface RecentTree {
  getChildren(node?: TreeNode): TreeNode[];
  getTreeItem(node: TreeNode): vscode.TreeItem;
  getParent(node: TreeNode): TreeNode | undefined;
  /** Adds the tooltip, which VS Code asks for only when it is shown. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem;
  /** Shows a change, refreshing no more rows than necessary. */
  show(change: RecentChange): void;
  showAll(): void;
  /** Shows more rows of a group, and returns the first of them. */
  showMore(groupId: unknown): TreeNode | undefined;
  filter: string;
  /** The listed records: those that match the filter, in the order of the rows. */
  records(): readonly RecordName[];
  /** Whether no record matches the filter. */
  isEmpty(): boolean;
  /** The row to focus after these are removed. */
  neighbour(nodes: readonly RecordName[]): RecordNode | undefined;
}

export interface RecentTreeParts {
  readonly store: RecentStore;
  readonly marks: RecordMarks;
  readonly services: Services;
  readonly search: RecentSearch;
  /** Makes VS Code read these rows again, or all. */
  readonly refresh: (nodes: TreeNode[] | undefined) => void;
}

export function recentTree({ store, marks, services, search, refresh }: RecentTreeParts): RecentTree {
  let filter = '';
  const nodes = treeNodes({
    pins: () => search(store.pins(), filter),
    recents: () => search(store.recents(), filter),
    severalServices: () => severalServices(store.recents()),
  });
  let roots: readonly GroupNode[] = [];
  let pins: readonly TreeNode[] = [];

  const statusOf = (recent: Recent): RowStatus => {
    const pinned = store.isPinned(recent);
    return {
      pinned,
      edited: marks.has(recent, 'edited'),
      conflict: marks.has(recent, 'conflict'),
      readOnly: recent.readOnly === true || services.find(recent.service)?.access === 'readOnly',
      showService: pinned && services.all().length > 1,
    };
  };
  const showAll = () => refresh(undefined);
  let moved: (readonly RecordName[] | undefined)[] = [];
  const showMoved = () => {
    const names = moved.every((some) => some !== undefined) ? moved.flat() : undefined;
    moved = [];
    const samePins = names !== undefined && isSame(nodes.children(pinnedGroup), pins);
    const touched = nodes.touched(names).filter((group) => group !== pinnedGroup || !samePins);
    refresh(isSame(nodes.roots(), roots) ? touched : undefined);
  };

  return {
    getChildren(node) {
      if (node?.kind === 'group') {
        const rows = nodes.children(node);
        if (node === pinnedGroup) pins = rows;
        return [...rows];
      }
      if (node) return [];
      roots = nodes.roots();
      return [...roots];
    },
    getTreeItem(node) {
      if (node.kind === 'group') return groupItem(node, nodes.recents(node).length);
      if (node.kind === 'more') return moreItem(node.group);
      const recent = store.get(node);
      return recent ? recordItem(recent, statusOf(recent)) : new vscode.TreeItem(`Record ${node.id}`);
    },
    getParent: (node) => (node.kind === 'record' ? nodes.parent(node) : undefined),
    resolveTreeItem(item, node) {
      const recent = node.kind === 'record' ? store.get(node) : undefined;
      if (!recent) return item;
      const pictures = vscode.workspace.getConfiguration('videoRecords').get('remotePictures') === true;
      const options = { language: vscode.env.language, pictures };
      item.tooltip = new vscode.MarkdownString(rowTooltip(recent, statusOf(recent), options));
      return item;
    },
    show(change) {
      if (change.kind === 'record') {
        const node = nodes.shown(change.name);
        if (node) refresh([node]);
        return;
      }
      // Opening many records makes many changes, and each comparison of the groups visits all records.
      if (moved.length === 0) setImmediate(showMoved);
      moved.push(change.names);
    },
    showAll,
    showMore(groupId) {
      const group = roots.find(({ id }) => id === groupId);
      if (!group) return undefined;
      const before = nodes.children(group).length;
      nodes.showMore(group);
      refresh([group]);
      // The last row was Show More itself.
      return nodes.children(group)[before - 1];
    },
    get filter() {
      return filter;
    },
    set filter(text) {
      filter = text;
      showAll();
    },
    records: () => nodes.roots().flatMap((group) => nodes.recents(group)),
    isEmpty: () => nodes.roots().length === 0,
    neighbour(removed) {
      const rows = nodes
        .roots()
        .flatMap((group) => nodes.children(group))
        .filter((node) => node.kind === 'record');
      const keys = new Set(removed.map(recentKey));
      const last = rows.findLastIndex((row) => keys.has(recentKey(row)));
      const left = (row: RecordNode) => !keys.has(recentKey(row));
      return last < 0 ? undefined : (rows.slice(last).find(left) ?? rows.slice(0, last).findLast(left));
    },
  };
}

function severalServices(recents: readonly Recent[]): boolean {
  return recents.some(({ service }) => service !== recents[0]?.service);
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

function groupItem(group: GroupNode, count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(group.label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = group.id;
  item.contextValue = group === pinnedGroup ? 'pinnedGroup' : 'recentGroup';
  item.accessibilityInformation = { label: `${group.label}, ${count} ${count === 1 ? 'record' : 'records'}` };
  return item;
}

function moreItem(group: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem('Show More');
  item.id = `more:${group.id}`;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: commandIds.showMoreRecent, title: 'Show More', arguments: [group.id] };
  item.accessibilityInformation = { label: `Show More of ${group.label}` };
  return item;
}

function recordItem(recent: Recent, status: RowStatus): vscode.TreeItem {
  const { icon, color } = rowIcon(recent, status);
  const { service, id } = recent;
  const item = new vscode.TreeItem(rowLabel(recent));
  item.id = recentKey(recent);
  item.description = rowDescription(recent, status);
  item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  item.contextValue = `record${status.pinned ? ' pinned' : ''}${recent.source_url ? ' source' : ''}`;
  item.accessibilityInformation = { label: spokenLabel(recent, status) };
  item.command = { command: commandIds.open, title: 'Open Record', arguments: [{ service, id }] };
  return item;
}
