import type { CheckedRecord } from './checkedRecord.ts';
import { type CheckSettings, type Finding, findingsIn } from './checkRecords.ts';
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

/** More than a record has findings. */
const maxFixes = 100;

/**
 * The values that fixes give a record's fields, beginning with `first`. It is checked again after each, and the facts
 * follow.
 */
export function fixRecord(
  source: CheckedRecord,
  settings: CheckSettings,
  facts: Facts,
  pick: FixPick,
  first?: Finding,
): Map<string, string> {
  const values = new Map<string, string>();
  /** Each choice is made once: a duration that was multiplied by 60 may still look like minutes. */
  const chosen = new Set<string>();
  const place = ({ rule, field }: Finding) => `${rule} ${field}`;
  let record = source;
  let finding = first;
  for (let fixes = 0; fixes < maxFixes; fixes += 1) {
    finding ??= findingsIn(record, settings, facts).find((one) => !chosen.has(place(one)) && pick(one) !== undefined);
    const value = finding && pick(finding);
    if (!finding || value === undefined) break;
    facts.remove(record);
    record = record.with(finding.field, value);
    facts.add(record);
    values.set(finding.field, value);
    if (value !== finding.fix) chosen.add(place(finding));
    finding = undefined;
  }
  return values;
}
