import { diff3Merge } from 'node-diff3';

// node-diff3 compares every line with every line like it: fine for a page, endless for a megabyte of blank lines.
// Past these bounds a text is left to a person.
const maxLength = 1_000_000;
const maxLines = 20_000;
const maxSteps = 50_000_000;

/** A stretch of base lines that one side replaced. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** The text with the lines both sides changed, or undefined where they changed the same lines. */
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
