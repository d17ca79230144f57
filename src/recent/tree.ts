import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { recordKey, sameRecord } from '../document/recordUri.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { recordLabel } from '../workbench/plainText.ts';
import { type Recent, recentSearch } from './entry.ts';
import { type RecordMarks, type RowStatus, rowStatus } from './marks.ts';
import { rowDescription, rowIcon, rowTooltip, serviceTexts, spokenGroup, spokenLabel } from './messages.ts';
import type { RecentStore } from './store.ts';

/** The row of a record is its name, so that every command that accepts a record's name accepts a row. */
export interface RecordNode extends RecordName {
  readonly kind: 'record';
}

interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly label: string;
  /** The service whose recent records these are, so that a command on a service accepts the row. */
  readonly service?: string;
  readonly rows: readonly RecordNode[];
}

export type TreeNode = RecordNode | GroupNode;

export type RecentTree = ReturnType<typeof recentTree>;

interface RecentTreeParts {
  readonly store: RecentStore;
  readonly marks: RecordMarks;
  readonly services: Services;
  /** Makes VS Code read the rows again. */
  readonly refresh: () => void;
  /** VS Code is given the rows of a group. */
  readonly onDidRead: () => void;
}

export function recentTree({ store, marks, services, refresh, onDidRead }: RecentTreeParts) {
  let filter = '';
  /** The rows that VS Code has read, and their groups. */
  const read = new Map<RecordNode, string>();
  const search = recentSearch();
  const order = rowOrder();
  const nodes = recentNodes();

  const groups = () => {
    const pins = search(store.pins(), filter);
    const recents = search(order.inPlace(store.recents()), filter);
    const isShown = (name: string) => filter === '' || recents.some(({ service }) => service === name);
    // Without any record, the view shows its welcome instead.
    const names = pins.length + recents.length === 0 ? [] : services.all().map(({ name }) => name);
    return nodes({ pins, recents, services: names.filter(isShown) });
  };
  /** The listed records: those that match the filter, in the order of the rows. */
  const records = () => groups().flatMap(({ rows }) => rows);
  const groupOf = (row: RecordNode) => groups().find(({ rows }) => rows.includes(row));
  const statusOf = (recent: Recent) => rowStatus(recent, store.isPinned(recent), marks, services);

  return {
    getChildren(node?: TreeNode): TreeNode[] {
      if (node === undefined) return [...groups()];
      if (node.kind === 'record') return [];
      for (const row of node.rows) read.set(row, node.id);
      onDidRead();
      return [...node.rows];
    },
    getTreeItem(node: TreeNode): vscode.TreeItem {
      if (node.kind === 'group') return groupItem(node, services);
      const recent = store.get(node);
      return recent ? recordItem(recent, statusOf(recent)) : new vscode.TreeItem(`${node.id}`);
    },
    getParent: (node: TreeNode) => (node.kind === 'record' ? groupOf(node) : undefined),
    /** Adds the tooltip, which VS Code asks for only when it is shown. */
    resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
      const recent = node.kind === 'record' ? store.get(node) : undefined;
      if (!recent) return item;
      const pictures = vscode.workspace.getConfiguration('videoRecords').get('remotePictures') === true;
      item.tooltip = new vscode.MarkdownString(rowTooltip(recent, statusOf(recent), pictures));
      return item;
    },
    /** Sorts the rows by when they were opened. Until then, a record that is opened again keeps its row. */
    sort() {
      const before = records();
      order.forget();
      if (!isDeepStrictEqual(before, records())) refresh();
    },
    get filter() {
      return filter;
    },
    set filter(text) {
      filter = text;
      refresh();
    },
    records,
    /** The row of a record, if VS Code has read it. */
    rowOf(name: RecordName) {
      const row = records().find((other) => sameRecord(other, name));
      return row && read.get(row) === groupOf(row)?.id ? row : undefined;
    },
    /** The row to focus after these are removed. */
    neighbour: (removed: readonly RecordName[]) => neighbourOf(removed, records()),
  };
}

/** The records that match the filter. */
interface ListedRecords {
  readonly pins: readonly RecordName[];
  readonly recents: readonly RecordName[];
  /** The services to show even without recent records, in this order. */
  readonly services: readonly string[];
}

/**
 * Makes the tree's groups: pinned records, then the services with their recent records. A record keeps its node,
 * because VS Code and the selection identify rows by their objects.
 */
export function recentNodes(): (listed: ListedRecords) => readonly GroupNode[] {
  const nodes = new Map<string, RecordNode>();
  const nodeOf = ({ service, id }: RecordName): RecordNode => {
    const key = recordKey({ service, id });
    const node = nodes.get(key) ?? { kind: 'record', service, id };
    nodes.set(key, node);
    return node;
  };
  return ({ pins, recents, services }) => {
    const byService = Map.groupBy(recents, ({ service }) => service);
    const others = [...byService.keys()].filter((name) => !services.includes(name)).sort();
    const groups = [...services, ...others].map((service): GroupNode => {
      const rows = (byService.get(service) ?? []).map(nodeOf);
      return { kind: 'group', id: `service:${service}`, label: service, service, rows };
    });
    const pinned: GroupNode = { kind: 'group', id: 'pinned', label: vscode.l10n.t('Pinned'), rows: pins.map(nodeOf) };
    return pins.length > 0 ? [pinned, ...groups] : groups;
  };
}

function neighbourOf(removed: readonly RecordName[], rows: readonly RecordNode[]): RecordNode | undefined {
  const keys = new Set(removed.map(recordKey));
  const last = rows.findLastIndex((row) => keys.has(recordKey(row)));
  const isLeft = (row: RecordNode) => !keys.has(recordKey(row));
  return last < 0 ? undefined : (rows.slice(last).find(isLeft) ?? rows.slice(0, last).findLast(isLeft));
}

/** Keeps rows in their places: new ones come on top, and one that is opened again does not move under the pointer. */
function rowOrder() {
  let places: ReadonlyMap<string, number> = new Map();
  const placeOf = (recent: Recent) => places.get(recordKey(recent)) ?? -1;
  return {
    inPlace(newestFirst: readonly Recent[]): readonly Recent[] {
      const sorted = newestFirst.toSorted((one, other) => placeOf(one) - placeOf(other));
      places = new Map(sorted.map((recent, at) => [recordKey(recent), at]));
      return sorted;
    },
    forget() {
      places = new Map();
    },
  };
}

function groupItem(group: GroupNode, services: Services): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const count = group.rows.length;
  const item = new vscode.TreeItem(group.label, count > 0 ? Expanded : None);
  // VS Code would keep a row closed that once had no rows below it.
  item.id = count > 0 ? group.id : `${group.id}:empty`;
  const label = spokenGroup(group.label, count);
  if (group.service === undefined) {
    item.contextValue = 'pinnedGroup';
    item.iconPath = new vscode.ThemeIcon('pinned');
    item.accessibilityInformation = { label };
    return item;
  }
  const service = services.find(group.service);
  const { icon, description, tooltip } = serviceTexts(service);
  const known = service?.isTemporary ? 'service temporary' : 'service';
  item.contextValue = service ? known : 'unknownService';
  item.iconPath = new vscode.ThemeIcon(icon);
  item.description = description;
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: description ? `${label}, ${description}` : label };
  return item;
}

function recordItem(recent: Recent, status: RowStatus): vscode.TreeItem {
  const { icon, color } = rowIcon(recent, status);
  const { service, id } = recent;
  const item = new vscode.TreeItem(recordLabel(recent));
  item.id = recordKey(recent);
  item.description = rowDescription(recent, status);
  item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  item.contextValue = `record${status.pinned ? ' pinned' : ''}${recent.source_url ? ' page' : ''}`;
  item.accessibilityInformation = { label: spokenLabel(recent, status) };
  item.command = { command: commandIds.open, title: vscode.l10n.t('Open Record'), arguments: [{ service, id }] };
  return item;
}
