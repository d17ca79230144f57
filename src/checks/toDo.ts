import { hash } from 'node:crypto';
import * as z from 'zod';
import { linkReasons } from '../service/linkVerdict.ts';
import type { CheckResult, Finding, IsDismissed } from './checkRecords.ts';
import { type Kind, kindOf, kinds, noted } from './kinds.ts';
import type { LinkVerdicts } from './links/linkCache.ts';

/** A finding, in the order of the worksheet of its kind. */
const item = z.object({
  kind: z.enum(kinds),
  id: z.int(),
  field: z.string(),
  /** What a dismissal of it may be of. */
  keys: z.array(z.string()).readonly(),
  /** The record was saved without a finding of the kind since. */
  isDone: z.boolean(),
});

const dismissal = z.object({ key: z.string(), label: z.string() });

/** What was requested, and what became of it. */
const verdict = z.tuple([
  z.string(),
  z.object({ verdict: z.enum(['gone', 'unknown']), reason: z.enum(linkReasons), status: z.int().exactOptional() }),
]);

/** What was found in a service's records by the last checks of its catalogue, and what the user dismissed. */
const stored = z.object({
  /** Of the records that were checked; empty for all. */
  query: z.string(),
  // Another version may know other kinds. What the user dismissed stays.
  found: z.array(item).readonly().catch([]),
  /** Those that the found links had. */
  verdicts: z.array(verdict).readonly().catch([]),
  dismissed: z.array(dismissal).readonly(),
});

type Item = Readonly<z.infer<typeof item>>;
export type Dismissal = Readonly<z.infer<typeof dismissal>>;
export type ToDo = Readonly<z.infer<typeof stored>>;

export const nothing: ToDo = { query: '', found: [], verdicts: [], dismissed: [] };

export function parseToDo(value: unknown): ToDo {
  return stored.safeParse(value).data ?? nothing;
}

/** What a dismissal may be of: this finding, what is shown as one with it, and its kind in its category. */
export function keysOf(finding: Finding): readonly [own: string, group: string, category: string] {
  const { rule, kind = '', id, field, values = [], group, key, category } = finding;
  // Why nobody can tell of a link may change.
  const what = rule === 'links' ? [kindOf(finding), id, field, values[0]] : [rule, kind, key ?? [id, field, ...values]];
  return [hashOf(what), hashOf([rule, group.key]), hashOf([kindOf(finding), category])];
}

/** Values of records can be long. */
function hashOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);
}

/** Whether the user said that a finding is no mistake. */
export function dismissedBy({ dismissed }: ToDo): IsDismissed {
  const keys = new Set(dismissed.map(({ key }) => key));
  return (finding) => keys.size > 0 && keysOf(finding).some((key) => keys.has(key));
}

export function withDismissed(toDo: ToDo, one: Dismissal): ToDo {
  const others = withoutDismissed(toDo, one.key).dismissed;
  return { ...toDo, dismissed: [...others, one] };
}

export function withoutDismissed(toDo: ToDo, key: string): ToDo {
  return { ...toDo, dismissed: toDo.dismissed.filter((one) => one.key !== key) };
}

/** After a check of the catalogue: what it looked for, in the records it looked at, is as it found it. */
export function withResult(toDo: ToDo, { found, noted: notes, facts, ids }: CheckResult, query: string): ToDo {
  const isOfLinks = facts.links !== undefined;
  const isOther = ({ kind }: Item) => kind.startsWith('links') !== isOfLinks;
  const isWhole = query === '';
  const others = toDo.found.filter((one) => isOther(one) || !(isWhole || ids.has(one.id)));
  const all = itemsOf(found, keysOf);
  if (facts.links) {
    const verdicts = badVerdicts(new Map([...(isWhole ? [] : toDo.verdicts), ...facts.links]));
    return { ...toDo, found: [...others, ...all], verdicts };
  }
  const ofNotes = notes.map((id) => ({ kind: noted, id, field: noted, keys: [], isDone: false }) as const);
  // What is known across records is that of all of them, as soon as several queries were checked.
  const isSame = others.every(isOther) || query === toDo.query;
  return { ...toDo, query: isSame ? query : '', found: [...others, ...all, ...ofNotes] };
}

/** Records that belong together are side by side. */
function itemsOf(found: readonly Finding[], keys: (finding: Finding) => readonly string[]): readonly Item[] {
  const place = ({ id, first = id }: Finding) => first;
  const inOrder = found.toSorted((one, other) => place(one) - place(other) || one.id - other.id);
  return inOrder.map((one) => ({
    kind: kindOf(one),
    id: one.id,
    field: one.field,
    keys: keys(one),
    isDone: false,
  }));
}

function badVerdicts(links: LinkVerdicts = new Map()): ToDo['verdicts'] {
  return [...links].flatMap(([request, { verdict, ...why }]) =>
    verdict === 'works' ? [] : [[request, { verdict, ...why }]],
  );
}

/** Undefined if no link was checked, or none is wrong. */
export function verdictsIn({ verdicts }: ToDo): LinkVerdicts | undefined {
  return verdicts.length > 0 ? new Map(verdicts) : undefined;
}

/** After a save: a record is done with the kinds that are no longer found in it. */
export function withSaved(toDo: ToDo, id: number, found: ReadonlySet<Kind>): ToDo {
  const after = (one: Item) => (one.id === id ? { ...one, isDone: !found.has(one.kind) } : one);
  return { ...toDo, found: toDo.found.map(after) };
}

/** The records to do of a kind, the fields with findings, and how many records are done. */
export interface LeftOfKind {
  readonly kind: Kind;
  readonly ids: readonly number[];
  readonly fields: readonly string[];
  readonly done: number;
}

/** What is to do of each kind, without what was dismissed. */
export function left({ found, dismissed }: Pick<ToDo, 'found' | 'dismissed'>): readonly LeftOfKind[] {
  const gone = new Set(dismissed.map(({ key }) => key));
  const shown = found.filter(({ keys }) => !keys.some((key) => gone.has(key)));
  const isOver = overIn(found);
  return [...Map.groupBy(shown, ({ kind }) => kind)].map(([kind, some]) => {
    const [open, done] = [some.filter((one) => !isOver(one)), some.filter(isOver)];
    const ids = (of: readonly Item[]) => [...new Set(of.map(({ id }) => id))];
    return { kind, ids: ids(open), fields: [...new Set(some.map(({ field }) => field))], done: ids(done).length };
  });
}

/** Whether nothing is left of a finding. The last of several duplicates is none any more, although it was not saved. */
function overIn(found: readonly Item[]): (one: Item) => boolean {
  const duplicates = found.filter(({ kind }) => kind === 'duplicates');
  const sets = Map.groupBy(duplicates, ({ keys: [own] }) => own);
  const isLast = ({ kind, keys: [own] }: Item) => {
    const set = kind === 'duplicates' && own !== undefined ? (sets.get(own) ?? []) : [];
    return set.length > 1 && set.filter(({ isDone }) => !isDone).length === 1;
  };
  return (one) => one.isDone || isLast(one);
}

/** What is to do of each kind, before anything is done. */
export function toDoOf(found: readonly Finding[]): readonly LeftOfKind[] {
  return left({ found: itemsOf(found, () => []), dismissed: [] });
}
