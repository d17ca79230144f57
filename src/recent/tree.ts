import * as vscode from 'vscode';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type Recent, type RecentSearch, recentKey } from './entry.ts';
import type { RecordMarks } from './marks.ts';
import {
  type RowStatus,
  recentWords,
  rowDescription,
  rowIcon,
  rowLabel,
  rowTooltip,
  serviceTexts,
  spokenGroup,
  spokenLabel,
} from './messages.ts';
import { type GroupNode, type RecordNode, type TreeNode, treeNodes } from './nodes.ts';
import type { RecentChange, RecentStore } from './store.ts';

export interface RecentTree {
  getChildren(node?: TreeNode): TreeNode[];
  getTreeItem(node: TreeNode): vscode.TreeItem;
  getParent(node: TreeNode): TreeNode | undefined;
  /** Adds the tooltip, which VS Code asks for only when it is shown. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem;
  /** Shows a change, refreshing no more rows than necessary. */
  show(change: RecentChange): void;
  showAll(): void;
  /** Sorts the rows by when they were opened. Until then, a record that is opened again keeps its row. */
  sort(): void;
  /** Shows more rows of a group, and returns the first of them. */
  showMore(groupId: unknown): TreeNode | undefined;
  filter: string;
  /** The listed records: those that match the filter, in the order of the rows. */
  records(): readonly RecordName[];
  /** The row of a record, if VS Code has read it. */
  rowOf(name: RecordName): RecordNode | undefined;
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
  /** Makes VS Code read these rows again, or all. Called for every change, even of none of the rows that are shown. */
  readonly refresh: (nodes: TreeNode[] | undefined) => void;
  /** VS Code is given the rows of a group. */
  readonly onDidRead: () => void;
}

export function recentTree({ store, marks, services, search, refresh, onDidRead }: RecentTreeParts): RecentTree {
  let filter = '';
  let listed: { readonly pins: readonly Recent[]; readonly recents: readonly Recent[] } | undefined;
  const order = rowOrder();
  const lists = () => {
    listed ??= { pins: search(store.pins(), filter), recents: search(order.sorted(store.recents()), filter) };
    return listed;
  };
  const nodes = treeNodes({
    pins: () => lists().pins,
    recents: () => lists().recents,
    services: () => {
      const names = services.all().map(({ name }) => name);
      // Without any record, the view shows its welcome instead.
      if (filter === '') return isEmpty() ? [] : names;
      return names.filter((name) => lists().recents.some(({ service }) => service === name));
    },
  });
  const isEmpty = () => lists().pins.length + lists().recents.length === 0;

  /** What VS Code has read. */
  let roots: readonly GroupNode[] = [];
  const rows = new Map<GroupNode, readonly TreeNode[]>();

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
  const showAll = () => {
    listed = undefined;
    refresh(undefined);
  };
  let pending: (readonly RecordName[] | undefined)[] = [];
  const showPending = () => {
    const names = pending.every((some) => some !== undefined) ? pending.flat() : undefined;
    pending = [];
    if (!names || !isSame(nodes.roots(), roots)) return showAll();
    const changed = roots.filter((group) => !isSame(nodes.children(group), rows.get(group) ?? []));
    const inPlace = names.flatMap((name) => {
      const group = nodes.parent(name);
      return group && !changed.includes(group) ? (nodes.shown(name) ?? []) : [];
    });
    refresh([...changed, ...inPlace]);
  };

  return {
    getChildren(node) {
      if (node?.kind === 'group') {
        rows.set(node, nodes.children(node));
        onDidRead();
        return [...(rows.get(node) ?? [])];
      }
      if (node) return [];
      roots = nodes.roots();
      return [...roots];
    },
    getTreeItem(node) {
      if (node.kind === 'group') return groupItem(node, nodes.recents(node).length, services);
      if (node.kind === 'more') return moreItem(node.group);
      const recent = store.get(node);
      return recent ? recordItem(recent, statusOf(recent)) : new vscode.TreeItem(`${node.id}`);
    },
    getParent: (node) => (node.kind === 'record' ? nodes.parent(node) : undefined),
    resolveTreeItem(item, node) {
      const recent = node.kind === 'record' ? store.get(node) : undefined;
      if (!recent) return item;
      const pictures = vscode.workspace.getConfiguration('videoRecords').get('remotePictures') === true;
      item.tooltip = new vscode.MarkdownString(rowTooltip(recent, statusOf(recent), pictures));
      return item;
    },
    show(change) {
      listed = undefined;
      if (change.kind === 'record') {
        const node = nodes.shown(change.name);
        if (node) refresh([node]);
        return;
      }
      // Opening many records makes many changes, and each comparison of the groups visits all records.
      if (pending.length === 0) setImmediate(showPending);
      pending.push(change.names);
    },
    showAll,
    sort() {
      if (order.sort(store.recents())) showAll();
    },
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
    rowOf(name) {
      const group = nodes.parent(name);
      const node = nodes.shown(name);
      return group && node && rows.get(group)?.includes(node) ? node : undefined;
    },
    isEmpty,
    neighbour(removed) {
      const shown = nodes
        .roots()
        .flatMap((group) => nodes.children(group))
        .filter((node) => node.kind === 'record');
      const keys = new Set(removed.map(recentKey));
      const last = shown.findLastIndex((row) => keys.has(recentKey(row)));
      const isLeft = (row: RecordNode) => !keys.has(recentKey(row));
      return last < 0 ? undefined : (shown.slice(last).find(isLeft) ?? shown.slice(0, last).findLast(isLeft));
    },
  };
}

/** Keeps rows in their places: new ones come on top, and one that is opened again does not move under the pointer. */
function rowOrder() {
  let places = new Map<string, number>();
  let top = 0;
  const placeOf = (recent: Recent) => places.get(recentKey(recent)) ?? 0;
  return {
    sorted(newestFirst: readonly Recent[]): readonly Recent[] {
      const rows = newestFirst.toReversed().map((recent) => {
        const key = recentKey(recent);
        const place = places.get(key) ?? --top;
        places.set(key, place);
        return { recent, place };
      });
      return rows.sort((one, other) => one.place - other.place).map(({ recent }) => recent);
    },
    /** Says whether a row moves. */
    sort(newestFirst: readonly Recent[]): boolean {
      const isSorted = newestFirst.every(
        (recent, at) => at === 0 || placeOf(newestFirst[at - 1] ?? recent) < placeOf(recent),
      );
      places = new Map();
      top = 0;
      return !isSorted;
    },
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

function groupItem(group: GroupNode, count: number, services: Services): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(group.label, count > 0 ? Expanded : None);
  item.id = group.id;
  const label = spokenGroup(group.label, count);
  if (group.service === undefined) {
    item.contextValue = 'pinnedGroup';
    item.iconPath = new vscode.ThemeIcon('pinned');
    item.accessibilityInformation = { label };
    return item;
  }
  const service = services.find(group.service);
  const { icon, description, tooltip } = serviceTexts(service);
  item.contextValue = service ? 'service' : 'unknownService';
  item.iconPath = new vscode.ThemeIcon(icon);
  item.description = description;
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: description ? `${label}, ${description}` : label };
  return item;
}

function moreItem(group: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(recentWords.showMore());
  item.id = `more:${group.id}`;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: commandIds.showMoreRecent, title: recentWords.showMore(), arguments: [group.id] };
  item.accessibilityInformation = { label: recentWords.showMoreOf(group.label) };
  return item;
}

function recordItem(recent: Recent, status: RowStatus): vscode.TreeItem {
  const { icon, color } = rowIcon(recent, status);
  const { service, id } = recent;
  const item = new vscode.TreeItem(rowLabel(recent));
  item.id = recentKey(recent);
  item.description = rowDescription(recent, status);
  item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  item.contextValue = `record${status.pinned ? ' pinned' : ''}${recent.source_url ? ' page' : ''}`;
  item.accessibilityInformation = { label: spokenLabel(recent, status) };
  item.command = { command: commandIds.open, title: recentWords.openRecord(), arguments: [{ service, id }] };
  return item;
}
