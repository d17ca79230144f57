import { diff3Merge } from 'node-diff3';
import { formatItems, formatNode } from './format.ts';
import { parseJson, sourceOf, stringValue } from './json.ts';
import { weave } from './splice.ts';

// node-diff3 compares every line with every equal line, which takes too long for a megabyte of blank lines.
// Larger texts are not merged: the user decides.
const maxLength = 1_000_000;
const maxLines = 20_000;
const maxSteps = 50_000_000;

/** A stretch of base lines that one side replaced. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** The text with the changes of both sides, or undefined if they changed the same lines. */
export function mergeLines(base: string, mine: string, theirs: string): string | undefined {
  if (Math.max(base.length, mine.length, theirs.length) > maxLength) return undefined;
  const [o, a, b] = [base.split('\n'), mine.split('\n'), theirs.split('\n')];
  if (Math.max(o.length, a.length, b.length) > maxLines) return undefined;
  const [first, second] = [editOf(o, a), editOf(o, b)].sort((x, y) => x.start - y.start) as [Edit, Edit];
  const merged =
    first.end < second.start
      ? [
          ...o.slice(0, first.start),
          ...first.lines,
          ...o.slice(first.end, second.start),
          ...second.lines,
          ...o.slice(second.end),
        ]
      : mergeInside(o, a, b, first.start, o.length - Math.max(first.end, second.end));
  return merged?.join('\n');
}

/** The smallest single edit that leads from one text to the other. */
function editOf(from: readonly string[], to: readonly string[]): Edit {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  return { start, end: from.length - tail, lines: to.slice(start, to.length - tail) };
}

/** Merges what lies between the lines that all three have in common at the start and at the end. */
function mergeInside(o: string[], a: string[], b: string[], start: number, tail: number): string[] | undefined {
  const inside = (lines: string[]) => lines.slice(start, lines.length - tail);
  const [base, mine, theirs] = [inside(o), inside(a), inside(b)];
  if (steps(base, mine) + steps(base, theirs) > maxSteps) return undefined;
  const regions = diff3Merge(mine, base, theirs).map(({ ok, conflict }) => ok ?? (conflict && lineByLine(conflict)));
  if (regions.includes(undefined)) return undefined;
  return [...o.slice(0, start), ...regions.flatMap((lines) => lines ?? []), ...o.slice(o.length - tail)];
}

/** Touching lines that stayed the same number are still different lines. */
function lineByLine({ a, o, b }: Record<'a' | 'o' | 'b', string[]>): string[] | undefined {
  if (a.length !== o.length || b.length !== o.length) return undefined;
  const lines = o.map((line, at) => (a[at] === line ? b[at] : b[at] === line || a[at] === b[at] ? a[at] : undefined));
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

/** An upper bound of what node-diff3's comparison of two texts takes. */
function steps(from: readonly string[], to: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of to) counts.set(line, (counts.get(line) ?? 0) + 1);
  const matches = from.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
  return matches * Math.min(from.length, to.length);
}

/** Longer lists are not merged: the user decides. */
const maxItems = 20_000;

/** Items by name. Each occurrence of a duplicate gets its own name, so that duplicates are kept and never created. */
type List = ReadonlyMap<string, string>;

/**
 * Merges three lists of strings: additions and removals of both sides apply. Undefined if both sides replaced the same
 * item or reordered the items they share, or if one value is not a list of strings.
 */
export function mergeLists(base: string, mine: string, theirs: string): string | undefined {
  const [b, m, t] = [readList(base), readList(mine), readList(theirs)];
  if (!b || !m || !t) return undefined;
  const order = mergedOrder([...b.keys()], [...m.keys()], [...t.keys()]);
  const items = order?.map((name) => m.get(name) ?? t.get(name) ?? '');
  return items && formatItems(items, 1);
}

function mergedOrder(base: string[], mine: string[], theirs: string[]): string[] | undefined {
  const [inBase, inMine, inTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
  const added = (names: string[], other: Set<string>) => names.some((name) => !inBase.has(name) && !other.has(name));
  const bothRemoved = base.some((name) => !inMine.has(name) && !inTheirs.has(name));
  // Both replaced one item with different ones. Nobody wrote a list that has both.
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
  const seen = new Map<string, number>();
  const named = new Map<string, string>();
  for (const item of list.items) {
    const value = stringValue(sourceOf(raw, item));
    const occurrence = (seen.get(value) ?? 0) + 1;
    seen.set(value, occurrence);
    named.set(`${occurrence} ${value}`, formatNode(raw, item, 2));
  }
  return named;
}
