import { CheckedRecord, type SourceRecord } from './checkedRecord.ts';
import type { Facts } from './facts.ts';
import type { Found } from './finding.ts';
import { type RuleId, ruleIds, rules } from './rules.ts';
import { isGeneric } from './titles.ts';

/** What is wrong in a field of a record. */
export interface Finding extends Omit<Found, 'group'> {
  readonly rule: RuleId;
  readonly id: number;
  /** Findings of the same group are shown as one; with `of` only if they are most of so many records. */
  readonly group: { readonly key: string; readonly of?: number };
}

/** `videoRecords.checks`: false turns a rule off. */
export type CheckSettings = Readonly<Record<string, boolean>>;

/** Looks at all records twice: at what they have together, then at each. It may be paused after each step. */
export function* checkRecords(
  sources: readonly SourceRecord[],
  settings: CheckSettings,
  facts: Facts,
): Generator<void, Finding[]> {
  for (const source of sources) {
    facts.add(new CheckedRecord(source));
    yield;
  }
  const findings: Finding[] = [];
  for (const source of sources) {
    findings.push(...findingsIn(source, settings, facts));
    yield;
  }
  return findings;
}

/** What is wrong in one record that the facts know, in the order in which it should be fixed. */
export function findingsIn(source: SourceRecord, settings: CheckSettings, facts: Facts): Finding[] {
  const record = new CheckedRecord(source);
  return ruleIds
    .filter((rule) => settings[rule] !== false)
    .flatMap((rule) => rules[rule].find(record, facts).map((found) => finding(rule, found, record, facts)));
}

function finding(rule: RuleId, { fix, choices, group, ...found }: Found, record: CheckedRecord, facts: Facts): Finding {
  const { field, kind = '' } = found;
  const sound = choices?.filter(({ value }) => isSound(field, value, record, facts)) ?? [];
  const category = record.text('category');
  const kin = [rule, field, kind, category, ...sound.map(({ name }) => name)].join('/');
  return {
    ...found,
    rule,
    id: record.id,
    ...(fix !== undefined && isSettled(rule, field, fix, record, facts) && { fix }),
    ...(sound.length > 0 && { choices: sound }),
    group: group === undefined ? { key: kin, of: facts.sizeOf(category) } : { key: [rule, kind, group].join('/') },
  };
}

/** Whether the rule finds nothing more in the field, and no earlier rule finds anything new. */
function isSettled(rule: RuleId, field: string, value: string, record: CheckedRecord, facts: Facts): boolean {
  const earlier = ruleIds.slice(0, ruleIds.indexOf(rule) + 1);
  const places = (checked: CheckedRecord) =>
    earlier.flatMap((id) => rules[id].find(checked, facts).map((found) => `${id} ${found.field}`));
  const known = new Set(places(record));
  known.delete(`${rule} ${field}`);
  return isSound(field, value, record, facts) && places(record.with(field, value)).every((place) => known.has(place));
}

/** No title, category or language becomes empty, and no title generic or equal to that of another record. */
function isSound(field: string, value: string, record: CheckedRecord, facts: Facts): boolean {
  const isBad = (one: CheckedRecord) =>
    facts.isTitleTaken(one) || isGeneric(one.text('title'), record.text('category'));
  if (value === '""' && ['title', 'category', 'language'].includes(field)) return false;
  return field !== 'title' || !isBad(record.with(field, value)) || isBad(record);
}

/** A finding that may stand for several. */
export interface GroupedFinding extends Finding {
  /** The records it stands for, if they are several. */
  readonly ids?: readonly number[];
}

/** What concerns most of a category, one host or one name is one finding. */
export function grouped(findings: readonly Finding[]): GroupedFinding[] {
  return [...Map.groupBy(findings, ({ group }) => group.key).values()].flatMap((members): GroupedFinding[] => {
    const [first] = members;
    const ids = [...new Set(members.map(({ id }) => id))];
    const isMost = first?.group.of === undefined || (ids.length >= 5 && ids.length * 2 > first.group.of);
    const isOne = isMost && ids.length > 1 && members.every(({ fix }) => fix === undefined);
    return first && isOne ? [{ ...first, ids }] : members;
  });
}
