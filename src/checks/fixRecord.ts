import type { CheckedRecord } from './checkedRecord.ts';
import { type CheckSettings, type Finding, findingsIn, fixedTogether } from './checkRecords.ts';
import type { Facts } from './facts.ts';
import { rules } from './rules.ts';

/** The value that a finding's field gets, as JSON text; undefined leaves it. */
export type FixPick = (finding: Finding) => string | undefined;

/** "Fix everything": what has one clear fix, of the rules whose fixes were never wrong. */
export const safeFix: FixPick = ({ rule, fix }) => (rules[rule].isSafe ? fix : undefined);

/** "Fix all of this kind". */
export function fixOf(rule: Finding['rule']): FixPick {
  return (finding) => (finding.rule === rule ? finding.fix : undefined);
}

/** A choice, for every record of a finding's group. */
export function choiceOf({ group }: Finding, name: string): FixPick {
  return (finding) =>
    finding.group.key === group.key ? finding.choices?.find((choice) => choice.name === name)?.value : undefined;
}

/**
 * The values that fixes give a record's fields, beginning with `first`. It is checked again after each, and the facts
 * follow. Each rule changes each field once: a duration that was multiplied by 60 may still look like minutes.
 */
export function fixRecord(
  source: CheckedRecord,
  settings: CheckSettings,
  facts: Facts,
  pick: FixPick,
  first?: Finding,
): Map<string, string> {
  const values = new Map<string, string>();
  const fixed = new Set<string>();
  const place = ({ rule, field }: Finding) => `${rule} ${field}`;
  let record = source;
  for (let next = first ? [first] : []; ; next = []) {
    const picked =
      next.length > 0 ? next : findingsIn(record, settings, facts).filter((one) => pick(one) !== undefined);
    const finding = picked.find((one) => !fixed.has(place(one)));
    if (!finding) return values;
    const { field } = finding;
    const items = picked.filter((one) => one.instead && place(one) === place(finding));
    const value = items.length > 1 ? fixedTogether(record, field, items) : pick(finding);
    if (value === undefined) return values;
    facts.remove(record);
    record = record.with(field, value);
    facts.add(record);
    values.set(field, value);
    fixed.add(place(finding));
  }
}
