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
  readonly count: number;
  /** Of each record: all, and those that the user did not dismiss. */
  readonly found: readonly Finding[];
  readonly toDo: readonly Finding[];
  /** As they are shown. */
  readonly findings: readonly Finding[];
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
  let [count, characters] = [0, 0];
  const mustFit = (more: number) => {
    characters += more;
    if (characters + facts.characters > max) throw new TooMuchText();
  };
  await each((record) => {
    facts.add(record);
    mustFit(0);
  });
  await each((record) => {
    count += 1;
    const found = findingsIn(record, settings, facts);
    for (const one of found) mustFit(charactersOf(one));
    all.push(...found);
    if (saysToDo(record)) noted.push(record.id);
  });
  const [toDo, dismissed]: [Finding[], Finding[]] = [[], []];
  await inSlices(all, (one) => (isDismissed(one) ? dismissed : toDo).push(one));
  const shown = { findings: await grouped(toDo), dismissed: await grouped(dismissed) };
  return { settings, facts, count, found: all, toDo, ...shown, noted };
}

function charactersOf({ values = [], fix = '', choices = [] }: Finding): number {
  const texts = [...values, fix, ...choices.flatMap(({ name, value }) => [name, value])];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** What is wrong in one record that the facts know, in the order in which it should be fixed. */
export function findingsIn(record: CheckedRecord, settings: CheckSettings, facts: Facts): Finding[] {
  const all: Finding[] = [];
  /** What was found so far. */
  const places = new Set<string>();
  for (const [at, rule] of ruleIds.entries()) {
    const found = settings[rule] === false ? [] : rules[rule].find(record, facts);
    for (const { field } of found) places.add(`${rule} ${field}`);
    const isSettled = (field: string, value: string) => {
      const known = new Set(places);
      known.delete(`${rule} ${field}`);
      return isSound(field, value, record, facts) && isKnown(record.with(field, value), at, facts, known);
    };
    for (const one of found) all.push(finding(rule, one, record, facts, isSettled));
  }
  return all;
}

function finding(
  rule: RuleId,
  { fix, choices, group, ...found }: Found,
  record: CheckedRecord,
  facts: Facts,
  isSettled: (field: string, value: string) => boolean,
): Finding {
  const { field, kind = '' } = found;
  const sound = choices?.filter(({ value }) => isSound(field, value, record, facts)) ?? [];
  const category = record.text('category');
  const kin = [rule, field, kind, category, ...sound.map(({ name }) => name)].join('/');
  return {
    ...found,
    rule,
    id: record.id,
    category,
    ...(fix !== undefined && isSettled(field, fix) && { fix }),
    ...(sound.length > 0 && { choices: sound }),
    group: group === undefined ? { key: kin, of: facts.sizeOf(category) } : { key: [rule, kind, group].join('/') },
  };
}

/** Whether the rules up to this one find nothing but what was known before. */
function isKnown(record: CheckedRecord, last: number, facts: Facts, known: ReadonlySet<string>): boolean {
  const some = ruleIds.slice(0, last + 1);
  return some.every((rule) => rules[rule].find(record, facts).every(({ field }) => known.has(`${rule} ${field}`)));
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
