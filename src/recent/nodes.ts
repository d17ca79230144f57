import type { RecordName } from '../service/services.ts';
import { type Recent, recentKey } from './entry.ts';
import { recentWords } from './messages.ts';

/** The row of a record is its name, so that every command that accepts a record's name accepts a row. */
export interface RecordNode extends RecordName {
  readonly kind: 'record';
}

export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly label: string;
  /** The service whose recent records these are, so that a command on a service accepts the row. */
  readonly service?: string;
}

/** The last row of a group that has more rows than are shown. */
export interface MoreNode {
  readonly kind: 'more';
  readonly group: GroupNode;
}

export type TreeNode = RecordNode | GroupNode | MoreNode;

/** What the tree shows. */
export interface TreeContents {
  /** The records that match the filter. */
  pins(): readonly Recent[];
  recents(): readonly Recent[];
  /** The services to show even without recent records, in this order. */
  services(): readonly string[];
}

export const pinnedGroup: GroupNode = { kind: 'group', id: 'pinned', label: recentWords.pinned() };
const pageSize = 200;

/** The shape of the tree: pinned records, then the services with their recent records. */
export interface TreeNodes {
  roots(): readonly GroupNode[];
  children(group: GroupNode): readonly TreeNode[];
  recents(group: GroupNode): readonly Recent[];
  parent(name: RecordName): GroupNode | undefined;
  /** The node of a record that is or was shown: VS Code identifies rows by their objects. */
  shown(name: RecordName): RecordNode | undefined;
  showMore(group: GroupNode): void;
}

export function treeNodes(contents: TreeContents): TreeNodes {
  const records = new Map<string, RecordNode>();
  const serviceGroups = new Map<string, GroupNode>();
  const moreNodes = new Map<GroupNode, MoreNode>();
  const pages = new Map<GroupNode, number>();

  const serviceGroup = (service: string): GroupNode =>
    kept(serviceGroups, service, () => ({ kind: 'group', id: `service:${service}`, label: service, service }));
  const recordNode = ({ service, id }: RecordName): RecordNode =>
    kept(records, recentKey({ service, id }), () => ({ kind: 'record', service, id }));
  const moreNode = (group: GroupNode): MoreNode => kept(moreNodes, group, () => ({ kind: 'more', group }));

  const recentsOf = (group: GroupNode) =>
    group === pinnedGroup ? contents.pins() : contents.recents().filter(({ service }) => service === group.service);
  const includes = (recents: readonly Recent[], { service, id }: RecordName) =>
    recents.some((recent) => recent.service === service && recent.id === id);

  return {
    roots() {
      const pins = contents.pins();
      const names = new Set(contents.services());
      const others = new Set(contents.recents().flatMap(({ service }) => (names.has(service) ? [] : [service])));
      const services = [...names, ...[...others].sort()].map(serviceGroup);
      return pins.length > 0 ? [pinnedGroup, ...services] : services;
    },
    children(group) {
      const recents = recentsOf(group);
      const most = (pages.get(group) ?? 1) * pageSize;
      const shown: TreeNode[] = recents.slice(0, most).map(recordNode);
      return recents.length > most ? [...shown, moreNode(group)] : shown;
    },
    recents: recentsOf,
    parent(name) {
      if (includes(contents.pins(), name)) return pinnedGroup;
      return includes(contents.recents(), name) ? serviceGroup(name.service) : undefined;
    },
    shown: (name) => records.get(recentKey(name)),
    showMore: (group) => void pages.set(group, (pages.get(group) ?? 1) + 1),
  };
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
