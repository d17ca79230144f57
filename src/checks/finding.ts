import type { CheckedRecord } from './checkedRecord.ts';
import type { Facts } from './facts.ts';

/** What is looked for in each record. `rules.ts` has them all, `checkMessages.ts` words what they find. */
export interface Rule {
  /** Whether its findings may be right as they are. */
  readonly isInformation?: true;
  /** Whether "fix everything" holds its fixes. */
  readonly isSafe?: true;
  find(record: CheckedRecord, facts: Facts): readonly Found[];
}

/** What a rule finds in a field. */
export interface Found {
  readonly field: string;
  /** Which of the rule's messages words it, if there are several. */
  readonly kind?: string;
  /** What the message names: text of the record, so data. */
  readonly values?: readonly string[];
  /** The field's new value as JSON text, if there is one clear fix. */
  readonly fix?: string;
  readonly choices?: readonly Choice[];
  /** It may be right as it is, as all findings of a rule with `isInformation`. */
  readonly isInformation?: boolean;
  /** What is found in several records and shown once, such as a host. */
  readonly group?: string;
}

export interface Choice {
  /** What is chosen; the same in every record of a group. */
  readonly name: string;
  /** The field's new value as JSON text. */
  readonly value: string;
}

/** A rule that corrects texts one by one, items of lists included. An empty text removes an item. */
export function textRule(fields: readonly string[], correct: (text: string) => string | readonly string[]): Rule {
  return {
    isSafe: true,
    find: (record) =>
      fields.flatMap((field) => {
        const texts = record.texts(field);
        const corrected = texts.map(correct);
        const wrong = texts.find((text, at) => corrected[at] !== text);
        if (wrong === undefined) return [];
        const others = (text: string, at: number) =>
          [corrected[at] ?? []].flat().filter((other) => other !== '' || text === '');
        return [{ field, values: [wrong], fix: record.rewritten(field, others) }];
      }),
  };
}
