import { formatItems, formatNode } from './format.ts';
import { type JsonNode, parseJson, sourceOf, stringValue } from './json.ts';
import { weave } from './weave.ts';

/** Longer lists are left to a person, as longer texts are. */
const maxItems = 20_000;

/** Item by name. A doubled item gets a name per occurrence, so that a double is kept, and never made. */
type List = ReadonlyMap<string, string>;

/**
 * Three lists of strings into one: what either side added is in, what either side removed is out.
 * Undefined where both sides replaced the same item, put the items they share into another order, or where one is no list of strings.
 */
export function mergeLists(base: string, mine: string, theirs: string): string | undefined {
  const [b, m, t] = [readList(base), readList(mine), readList(theirs)];
  if (!b || !m || !t) return undefined;
  const order = mergedOrder([...b.keys()], [...m.keys()], [...t.keys()]);
  return (
    order &&
    formatItems(
      order.map((name) => m.get(name) ?? t.get(name) ?? ''),
      1,
    )
  );
}

function mergedOrder(base: string[], mine: string[], theirs: string[]): string[] | undefined {
  const [inBase, inMine, inTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
  const added = (names: string[], other: Set<string>) => names.some((name) => !inBase.has(name) && !other.has(name));
  const bothRemoved = base.some((name) => !inMine.has(name) && !inTheirs.has(name));
  // Both put something else in the place of one item: nobody wrote a list that has both.
  if (bothRemoved && added(mine, inTheirs) && added(theirs, inMine)) return undefined;
  const stays = (name: string) => (inMine.has(name) && inTheirs.has(name)) || !inBase.has(name);
  const shared = (names: string[]) => names.filter((name) => inBase.has(name) && stays(name));
  const [baseOrder, mineOrder, theirOrder] = [shared(base), shared(mine), shared(theirs)];
  const [own, other] = [mine.filter(stays), theirs.filter(stays)];
  if (sameOrder(theirOrder, baseOrder) || sameOrder(theirOrder, mineOrder)) return weave(own, other);
  return sameOrder(mineOrder, baseOrder) ? weave(other, own) : undefined;
}

function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.every((name, index) => name === b[index]);
}

function readList(raw: string): List | undefined {
  const list = parseJson(raw);
  if (list.kind !== 'array' || list.items.length > maxItems || !list.items.every((item) => item.kind === 'string'))
    return undefined;
  return nameItems(raw, list.items);
}

function nameItems(raw: string, items: readonly JsonNode[]): List {
  const seen = new Map<string, number>();
  const named = new Map<string, string>();
  for (const item of items) {
    const value = stringValue(sourceOf(raw, item));
    const occurrence = (seen.get(value) ?? 0) + 1;
    seen.set(value, occurrence);
    named.set(`${occurrence} ${value}`, formatNode(raw, item, 2));
  }
  return named;
}
