import { hash } from 'node:crypto';
import * as z from 'zod';
import { linkReasons } from '../service/linkVerdict.ts';
import type { CheckResult, Finding, IsDismissed } from './checkRecords.ts';
import { type Kind, kindOf, kinds, noted } from './kinds.ts';
import type { LinkVerdicts } from './links/linkCache.ts';

/** The records in which a check found something of one kind, in the order of their worksheet. */
const foundOfKind = z.object({
  kind: z.enum(kinds),
  fields: z.array(z.string()).readonly(),
  records: z
    .array(
      z.object({
        id: z.int(),
        /** Saved without a finding of the kind since. */
        isDone: z.boolean(),
        /** Of each finding, what a dismissal of it may be of. */
        findings: z.array(z.array(z.string()).readonly()).readonly(),
      }),
    )
    .readonly(),
});

const dismissal = z.object({ key: z.string(), label: z.string() });

/** What was requested, and what became of it. */
const verdict = z.tuple([
  z.string(),
  z.object({ verdict: z.enum(['gone', 'unknown']), reason: z.enum(linkReasons), status: z.int().exactOptional() }),
]);

/** What was found in a service's records by the last checks of its catalogue, and what the user dismissed. */
const stored = z.object({
  /** Of the last check of records. */
  query: z.string(),
  found: z.array(foundOfKind).readonly(),
  /** Those that the found links had. */
  verdicts: z.array(verdict).readonly(),
  dismissed: z.array(dismissal).readonly(),
});

type FoundOfKind = Readonly<z.infer<typeof foundOfKind>>;
export type Dismissal = Readonly<z.infer<typeof dismissal>>;
export type ToDo = Readonly<z.infer<typeof stored>>;

export const nothing: ToDo = { query: '', found: [], verdicts: [], dismissed: [] };
const maxDismissed = 10_000;

export function parseToDo(value: unknown): ToDo {
  return stored.safeParse(value).data ?? nothing;
}

/** What a dismissal may be of: this finding, what is shown as one with it, and its kind in its category. */
export function keysOf(finding: Finding): readonly [own: string, group: string, category: string] {
  const { rule, kind = '', id, field, values = [], group, key, category } = finding;
  const own = key ?? (group.of === undefined ? group.key : [id, field, ...values]);
  return [hashOf([rule, kind, own]), hashOf([rule, group.key]), hashOf([kindOf(finding), category])];
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
  return { ...toDo, dismissed: [...others, one].slice(-maxDismissed) };
}

export function withoutDismissed(toDo: ToDo, key: string): ToDo {
  return { ...toDo, dismissed: toDo.dismissed.filter((one) => one.key !== key) };
}

/** After a check of the catalogue: what it looked for is as it found it. */
export function withResult(toDo: ToDo, { found, noted: ids, facts }: CheckResult, query: string): ToDo {
  const isOfLinks = facts.links !== undefined;
  const others = toDo.found.filter(({ kind }) => kind.startsWith('links') !== isOfLinks);
  const all = [...Map.groupBy(inOrder(found), kindOf)].map(([kind, some]) => ofKind(kind, some));
  if (isOfLinks) return { ...toDo, found: [...others, ...all], verdicts: badVerdicts(facts.links) };
  const notes = ids.map((id) => ({ id, isDone: false, findings: [[]] }));
  const ofNotes = ids.length > 0 ? [{ kind: noted, fields: [noted], records: notes } as const] : [];
  return { ...toDo, query, found: [...others, ...all, ...ofNotes] };
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => (one.first ?? one.id) - (other.first ?? other.id) || one.id - other.id);
}

function ofKind(kind: Kind, found: readonly Finding[]): FoundOfKind {
  const records = [...Map.groupBy(found, ({ id }) => id)];
  return {
    kind,
    fields: [...new Set(found.map(({ field }) => field))],
    records: records.map(([id, some]) => ({ id, isDone: false, findings: some.map(keysOf) })),
  };
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

export function hasRecord({ found }: ToDo, id: number): boolean {
  return found.some(({ records }) => records.some((one) => one.id === id));
}

/** After a save: a record is done with the kinds that are no longer found in it. */
export function withSaved(toDo: ToDo, id: number, findings: readonly Finding[], isNoted: boolean): ToDo {
  const found = toDo.found.map((list) => {
    const now =
      list.kind === noted ? (isNoted ? [[]] : []) : findings.filter((one) => kindOf(one) === list.kind).map(keysOf);
    const after = now.length > 0 ? { isDone: false, findings: now } : { isDone: true };
    return { ...list, records: list.records.map((one) => (one.id === id ? { ...one, ...after } : one)) };
  });
  return { ...toDo, found };
}

export interface LeftOfKind extends Pick<FoundOfKind, 'kind' | 'fields'> {
  readonly ids: readonly number[];
  readonly done: number;
}

/** What is to do of each kind: without what is done, and without records of which all findings are dismissed. */
export function left({ found, dismissed }: ToDo): readonly LeftOfKind[] {
  const keys = new Set(dismissed.map(({ key }) => key));
  return found.flatMap(({ kind, fields, records }) => {
    const own = records.filter(({ findings }) => findings.some((one) => !one.some((key) => keys.has(key))));
    const ids = own.filter(({ isDone }) => !isDone).map(({ id }) => id);
    return own.length === 0 ? [] : [{ kind, fields, ids, done: own.length - ids.length }];
  });
}
