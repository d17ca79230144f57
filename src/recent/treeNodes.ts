import type { RecordName } from '../service/services.ts';
import { type Recent, recentKey } from './recent.ts';

/** The row of a record is its name, so that every command that takes a record's name takes a row. */
export interface RecordNode extends RecordName {
  readonly kind: 'record';
}

export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly label: string;
  /** Only where the recent records are grouped by service. */
  readonly service?: string;
}

/** The last row of a group that has more rows than are shown. */
export interface MoreNode {
  readonly kind: 'more';
  readonly group: GroupNode;
}

export type TreeNode = RecordNode | GroupNode | MoreNode;

/** The records that match the filter. */
export interface RecentGroups {
  pins(): readonly Recent[];
  recents(): readonly Recent[];
  /** Without the filter: a group keeps its name when the filter hides all others. */
  severalServices(): boolean;
}

export const pinnedGroup: GroupNode = { kind: 'group', id: 'pinned', label: 'Pinned' };
const recentGroup: GroupNode = { kind: 'group', id: 'recent', label: 'Recent' };
const pageSize = 200;

/** The shape of the tree: pinned records, then recent ones, by service if there are several. */
export interface TreeNodes {
  roots(): readonly GroupNode[];
  children(group: GroupNode): readonly TreeNode[];
  recents(group: GroupNode): readonly Recent[];
  parent(node: RecordNode): GroupNode | undefined;
  /** The groups that may change when these records are added, removed or moved; all of them, if none is named. */
  touched(names?: readonly RecordName[]): GroupNode[];
  /** The node of a record that is or was shown: VS Code identifies rows by their objects. */
  shown(name: RecordName): RecordNode | undefined;
  showMore(group: GroupNode): void;
}

export function treeNodes(groups: RecentGroups): TreeNodes {
  const services = new Map<string, GroupNode>();
  const records = new Map<string, RecordNode>();
  const pages = new Map<GroupNode, number>();

  const serviceGroup = (service: string): GroupNode => {
    const group = services.get(service) ?? { kind: 'group', id: `service:${service}`, label: service, service };
    services.set(service, group);
    return group;
  };
  const recordNode = (name: RecordName): RecordNode => {
    const node = records.get(recentKey(name)) ?? { kind: 'record', service: name.service, id: name.id };
    records.set(recentKey(name), node);
    return node;
  };
  const servicesShown = () => {
    const found = new Set<string>();
    for (const { service } of groups.recents()) found.add(service);
    return [...found].sort();
  };
  const recentsOf = (group: GroupNode) => {
    if (group === pinnedGroup) return groups.pins();
    const all = groups.recents();
    return group === recentGroup ? all : all.filter(({ service }) => service === group.service);
  };

  const roots = () => {
    const names = servicesShown();
    const recent = groups.severalServices() ? names.map(serviceGroup) : names.map(() => recentGroup);
    return groups.pins().length > 0 ? [pinnedGroup, ...recent] : recent;
  };

  return {
    roots,
    touched(names) {
      const changed = names && new Set(names.map(({ service }) => service));
      return roots().filter((group) => group.service === undefined || !changed || changed.has(group.service));
    },
    children(group) {
      const recents = recentsOf(group);
      const most = (pages.get(group) ?? 1) * pageSize;
      const shown: TreeNode[] = recents.slice(0, most).map(recordNode);
      return recents.length > most ? [...shown, { kind: 'more', group }] : shown;
    },
    recents: recentsOf,
    parent(node) {
      const same = ({ service, id }: Recent) => service === node.service && id === node.id;
      if (groups.pins().some(same)) return pinnedGroup;
      if (!groups.recents().some(same)) return undefined;
      return groups.severalServices() ? serviceGroup(node.service) : recentGroup;
    },
    shown: (name) => records.get(recentKey(name)),
    showMore: (group) => void pages.set(group, (pages.get(group) ?? 1) + 1),
  };
}
