import { inSlices } from '../workbench/scheduling.ts';

export type GroupOrder = 'name' | 'count';

/** The records with one value. A record with two speakers is in two groups. */
export interface ValueGroup<T> {
  /** Empty: the records that have none. */
  readonly value: string;
  readonly entries: readonly T[];
  /** Another value differs from it only in spaces or case. */
  readonly isSimilar: boolean;
}

const dated = ['recorded', 'added', 'updated'];

/** Of times, only the year counts. */
export function isGroupedByYear(field: string): boolean {
  return dated.includes(field);
}

/** How many rows the view shows below another. */
export const maxRows = 1000;

/**
 * Records by the values of a field. Those without one come first, and similar values stand beside each other. The groups that
 * are shown are in order. In slices: there may be millions of values.
 */
export async function groupsOf<T>(
  entries: Iterable<T>,
  field: string,
  valuesOf: (entry: T) => readonly string[],
  order: GroupOrder,
  language?: string,
): Promise<readonly ValueGroup<T>[]> {
  const toGroup = isGroupedByYear(field) ? (value: string) => /^\d{4}(?=-)/.exec(value)?.[0] ?? value : undefined;
  const groups = new Map<string, T[]>();
  const add = (value: string, entry: T) => {
    const members = groups.get(value);
    // A list may have an item twice.
    if (!members) groups.set(value, [entry]);
    else if (members.at(-1) !== entry) members.push(entry);
  };
  await inSlices(entries, (entry) => {
    const values = valuesOf(entry);
    if (values.length === 0) add('', entry);
    for (const value of values) add(toGroup ? toGroup(value) : value, entry);
  });
  const without = groups.get('');
  groups.delete('');
  const named: ValueGroup<T>[] = [];
  await inSlices(await firstInOrder(await clustersOf(groups), orderedBy(order, language)), ({ members }) => {
    for (const [value, found] of members) named.push({ value, entries: found, isSimilar: members.length > 1 });
  });
  return without ? [{ value: '', entries: without, isSimilar: false }, ...named] : named;
}

interface Cluster<T> {
  readonly key: string;
  readonly count: number;
  readonly members: readonly (readonly [value: string, entries: readonly T[]])[];
}

type AnyCluster = Omit<Cluster<never>, 'members'>;

/** Values that differ only in spaces or case, the most frequent first. */
async function clustersOf<T>(groups: ReadonlyMap<string, readonly T[]>): Promise<readonly Cluster<T>[]> {
  const similar = new Map<string, [string, readonly T[]][]>();
  await inSlices(groups, (group) => {
    const key = group[0].replace(/\s+/g, ' ').trim().toLowerCase();
    const members = similar.get(key);
    if (members) members.push(group);
    else similar.set(key, [group]);
  });
  const clusters: Cluster<T>[] = [];
  await inSlices(similar, ([key, members]) => {
    const count = members.reduce((sum, [, entries]) => sum + entries.length, 0);
    members.sort(([one, its], [other, theirs]) => theirs.length - its.length || (one < other ? -1 : 1));
    clusters.push({ key, count, members });
  });
  return clusters;
}

/** Begins with those that are shown. To sort millions would take many seconds. */
async function firstInOrder<T>(items: readonly T[], compare: (one: T, other: T) => number): Promise<readonly T[]> {
  const [first, rest]: [T[], T[]] = [[], []];
  await inSlices(items, (item) => {
    first.push(item);
    if (first.length > 2 * maxRows) rest.push(...first.sort(compare).splice(maxRows));
  });
  return [...first.sort(compare), ...rest];
}

function orderedBy(order: GroupOrder, language: string | undefined): (one: AnyCluster, other: AnyCluster) => number {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byName = (one: AnyCluster, other: AnyCluster) => compare(one.key, other.key);
  return order === 'name' ? byName : (one, other) => other.count - one.count || byName(one, other);
}
