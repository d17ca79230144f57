import { inSlices } from '../workbench/scheduling.ts';
import { type CheckedRecord, saysToDo } from './checkedRecord.ts';
import { Facts } from './facts.ts';
import type { Found } from './finding.ts';
import type { LinkVerdicts } from './links/linkCache.ts';
import { type RuleId, ruleIds, rules } from './rules.ts';
import { isGeneric } from './titles.ts';

/** What is wrong in a field of a record. */
export interface Finding extends Omit<Found, 'group'> {
  readonly rule: RuleId;
  readonly id: number;
  readonly category: string;
  /** Findings of the same group are shown as one; with `of` only if they are most of so many records. */
  readonly group: { readonly key: string; readonly of?: number };
  /** The records it stands for, if they are several. */
  readonly ids?: readonly number[];
  /** Not all of them have its values. */
  readonly isMixed?: boolean;
}

/** `videoRecords.checks`: false turns a rule off. */
export type CheckSettings = Readonly<Record<string, unknown>>;

/** What a record that is edited is checked again with. */
export interface Checked {
  readonly settings: CheckSettings;
  readonly facts: Facts;
}

export interface CheckResult extends Checked {
  /** The records that were looked at. */
  readonly ids: ReadonlySet<number>;
  /** Of each record: all, and apart those that the user dismissed or did not. */
  readonly found: readonly Finding[];
  readonly toDo: readonly Finding[];
  readonly dismissed: readonly Finding[];
  /** The records on whose whiteboard people wrote that something remains to be done. */
  readonly noted: readonly number[];
  /** What to say of it; else how many problems there are. */
  readonly summary?: string;
}

/** Goes through all records, with pauses. */
export type EachRecord = (task: (record: CheckedRecord) => void) => Promise<void>;

export class TooMuchText extends Error {}

/** Of what records have together and of what is found in them, for what a check has in memory. */
const maxCharacters = 50 * 1024 * 1024;

export interface CheckOptions {
  readonly max?: number;
  /** What a check of links was told. */
  readonly links?: LinkVerdicts;
  readonly isDismissed?: IsDismissed;
}

export type IsDismissed = (finding: Finding) => boolean;

/** Looks at all records twice: at what they have together, then at each. Rejects with `TooMuchText` if that does not fit into memory. */
export async function checkRecords(
  each: EachRecord,
  settings: CheckSettings,
  { max = maxCharacters, links, isDismissed = () => false }: CheckOptions = {},
): Promise<CheckResult> {
  const facts = new Facts(links);
  const all: Finding[] = [];
  const noted: number[] = [];
  const ids = new Set<number>();
  let characters = 0;
  const mustFit = (more: number) => {
    characters += more;
    if (characters + facts.characters > max) throw new TooMuchText();
  };
  await each((record) => {
    facts.add(record);
    mustFit(0);
  });
  await each((record) => {
    ids.add(record.id);
    const found = findingsIn(record, settings, facts);
    for (const one of found) mustFit(charactersOf(one));
    all.push(...found);
    if (saysToDo(record)) noted.push(record.id);
  });
  const [toDo, dismissed]: [Finding[], Finding[]] = [[], []];
  await inSlices(all, (one) => (isDismissed(one) ? dismissed : toDo).push(one));
  return { settings, facts, ids, found: all, toDo, dismissed, noted };
}

function charactersOf({ values = [], fix = '', choices = [] }: Finding): number {
  const texts = [...values, fix, ...choices.flatMap(({ name, value }) => [name, value])];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** What is wrong in one record that the facts know, in the order in which it should be fixed. */
export function findingsIn(record: CheckedRecord, settings: CheckSettings, facts: Facts): Finding[] {
  const all: Finding[] = [];
  /** How often each was found so far. */
  const known = new Map<string, number>();
  for (const [at, rule] of ruleIds.entries()) {
    const found = settings[rule] === false ? [] : rules[rule].find(record, facts);
    for (const one of found) count(known, placeOf(rule, one));
    const isSettled = (field: string, value: string, fixed: readonly Found[]) => {
      if (!isSound(field, value, record, facts)) return false;
      const allowed = new Map(known);
      for (const one of fixed) count(allowed, placeOf(rule, one), -1);
      return isKnown(record.with(field, value), at, facts, allowed);
    };
    for (const [field, some] of Map.groupBy(found, (one) => one.field)) {
      // If the fixes of all items are settled, each is.
      const items = some.filter(({ instead }) => instead);
      const areSettled = items.length > 1 && isSettled(field, fixedTogether(record, field, items), items);
      for (const one of some) {
        const fix = one.instead ? fixedTogether(record, field, [one]) : one.fix;
        const isFix = fix !== undefined && ((one.instead && areSettled) || isSettled(field, fix, [one]));
        all.push(finding(rule, one, isFix ? fix : undefined, record, facts));
      }
    }
  }
  return all;
}

/** A field's value after the fixes of some of its items, or of its text. */
export function fixedTogether(
  record: CheckedRecord,
  field: string,
  found: readonly Pick<Found, 'item' | 'instead'>[],
): string {
  const fixes = new Map(found.map(({ item, instead }) => [item, instead]));
  return record.rewritten(field, (text, at) => fixes.get(at) ?? [text]);
}

function finding(
  rule: RuleId,
  { fix: _, instead, choices, group, ...found }: Found,
  fix: string | undefined,
  record: CheckedRecord,
  facts: Facts,
): Finding {
  const { field, kind = '', item, values = [] } = found;
  const sound = choices?.filter(({ value }) => isSound(field, value, record, facts)) ?? [];
  const category = record.text('category');
  const what = [...(item === undefined ? [] : values), ...sound.map(({ name }) => name)];
  const kin = [rule, field, kind, category, ...what].join('/');
  return {
    ...found,
    rule,
    id: record.id,
    category,
    ...(fix !== undefined && { fix, ...(instead && { instead }) }),
    ...(sound.length > 0 && { choices: sound }),
    group: group === undefined ? { key: kin, of: facts.sizeOf(category) } : { key: [rule, kind, group].join('/') },
  };
}

function count(counts: Map<string, number>, place: string, by = 1): void {
  counts.set(place, (counts.get(place) ?? 0) + by);
}

function placeOf(rule: RuleId, { field, kind, values }: Found): string {
  return JSON.stringify([rule, field, kind, values]);
}

/** Whether the rules up to this one that have fixes find nothing but what was known before, and no more often. */
function isKnown(record: CheckedRecord, last: number, facts: Facts, known: ReadonlyMap<string, number>): boolean {
  const found = new Map<string, number>();
  return ruleIds.slice(0, last + 1).every((rule) => {
    if ('isInformation' in rules[rule]) return true;
    for (const one of rules[rule].find(record, facts)) count(found, placeOf(rule, one));
    return [...found].every(([place, times]) => times <= (known.get(place) ?? 0));
  });
}

/** No title, category or language becomes empty, and no title generic or equal to that of another record. */
function isSound(field: string, value: string, record: CheckedRecord, facts: Facts): boolean {
  const isBad = (one: CheckedRecord) =>
    facts.isTitleTaken(one) || isGeneric(one.text('title'), record.text('category'));
  if (value === '""' && ['title', 'category', 'language'].includes(field)) return false;
  return field !== 'title' || !isBad(record.with(field, value)) || isBad(record);
}

/** What concerns most of a category, one host or one name is one finding. */
export async function grouped(findings: readonly Finding[]): Promise<Finding[]> {
  const groups = new Map<string, Finding[]>();
  await inSlices(findings, (finding) => {
    const { key } = finding.group;
    groups
      .set(key, groups.get(key) ?? [])
      .get(key)
      ?.push(finding);
  });
  const shown: Finding[] = [];
  await inSlices(groups.values(), (members) => {
    for (const one of shownOf(members)) shown.push(one);
  });
  return shown;
}

function shownOf(members: readonly Finding[]): readonly Finding[] {
  const [first] = members;
  const ids = [...new Set(members.map(({ id }) => id))];
  const isMost = first?.group.of === undefined || (ids.length >= 5 && ids.length * 2 > first.group.of);
  const isOne = isMost && ids.length > 1 && members.every(({ fix }) => fix === undefined);
  if (!first || !isOne) return members;
  const isMixed = new Set(members.map(({ values = [] }) => JSON.stringify(values))).size > 1;
  return [{ ...first, ids, isMixed }];
}
