import { l10n } from 'vscode';
import { recordKey } from '../document/recordUri.ts';
import type { RecordName } from '../service/services.ts';

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
  readonly rows: readonly RecordNode[];
}

export type TreeNode = RecordNode | GroupNode;

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
    const pinned: GroupNode = { kind: 'group', id: 'pinned', label: l10n.t('Pinned'), rows: pins.map(nodeOf) };
    return pins.length > 0 ? [pinned, ...groups] : groups;
  };
}
