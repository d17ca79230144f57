import { sameField, sameValue } from './changes.ts';
import { formatString, formatValue } from './format.ts';
import { stringValue } from './json.ts';
import { mergeLines, mergeLists } from './mergeValues.ts';
import { spliceFields, weave } from './splice.ts';
import type { RecordText } from './text.ts';

/** The raw values of the three versions; undefined if the field does not exist there. */
export interface Conflict {
  readonly field: string;
  readonly base?: string | undefined;
  readonly mine?: string | undefined;
  readonly theirs?: string | undefined;
}

type Outcome = { readonly kind: 'mine' | 'theirs' | 'conflict' } | { readonly kind: 'merged'; readonly value: string };

/**
 * My version with their changes, and the fields in which `theirs` were merged. A field in conflict stays mine unless
 * `prefer` says otherwise.
 */
export function mergeRecords(
  base: RecordText,
  mine: RecordText,
  theirs: RecordText,
  prefer: 'mine' | 'theirs' = 'mine',
) {
  const conflicts: Conflict[] = [];
  const taken: string[] = [];
  const values = new Map<string, string>();
  for (const field of new Set([...mine.fields.keys(), ...theirs.fields.keys()])) {
    const [before, now] = [base.fields.get(field)?.raw, theirs.fields.get(field)?.raw];
    // Most fields: nobody else changed them.
    if (now === before) continue;
    const versions: Conflict = { field, base: before, mine: mine.fields.get(field)?.raw, theirs: now };
    const outcome = mergeField(versions);
    if (outcome.kind === 'conflict') conflicts.push(versions);
    if (outcome.kind === 'mine' || (outcome.kind === 'conflict' && prefer === 'mine')) continue;
    taken.push(field);
    const value = outcome.kind === 'merged' ? outcome.value : now && formatValue(now);
    if (value !== undefined) values.set(field, value);
  }
  if (taken.length === 0) return { text: mine.text, conflicts, theirs: taken };
  const { text } = spliceFields(mine, mergedOrder(mine, theirs, taken, values), values);
  return { text, conflicts, theirs: taken };
}

function mergeField({ base, mine, theirs }: Conflict): Outcome {
  if (sameField(mine, theirs) || sameField(base, theirs)) return { kind: 'mine' };
  if (sameField(base, mine)) return { kind: 'theirs' };
  if (base === undefined || mine === undefined || theirs === undefined) return { kind: 'conflict' };
  const value = mergeValues(base, mine, theirs);
  if (value === undefined) return { kind: 'conflict' };
  return sameValue(value, mine) ? { kind: 'mine' } : { kind: 'merged', value };
}

function mergeValues(base: string, mine: string, theirs: string): string | undefined {
  const all = [base, mine, theirs];
  if (all.every((raw) => raw.startsWith('['))) return mergeLists(base, mine, theirs);
  if (!all.every((raw) => raw.startsWith('"'))) return undefined;
  const merged = mergeLines(stringValue(base), stringValue(mine), stringValue(theirs));
  return merged === undefined ? undefined : formatString(merged);
}

function mergedOrder(
  mine: RecordText,
  theirs: RecordText,
  taken: readonly string[],
  values: ReadonlyMap<string, string>,
): string[] {
  const removed = new Set(taken.filter((name) => !values.has(name)));
  const own = [...mine.fields.keys()].filter((name) => !removed.has(name));
  const known = new Set(own);
  return weave(
    own,
    [...theirs.fields.keys()].filter((name) => known.has(name) || values.has(name)),
  );
}
