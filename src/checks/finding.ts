import type { CheckedRecord } from './checkedRecord.ts';
import type { Facts } from './facts.ts';

/** What is looked for in each record. `rules.ts` has them all, `checkMessages.ts` words what they find. */
export interface Rule {
  /** What a worksheet of its findings shows beside the title and the category. */
  readonly fields: readonly string[];
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
  /** Which item of a list it is. */
  readonly item?: number;
  /** The field's new value as JSON text, if there is one clear fix. */
  readonly fix?: string;
  /** What the fix puts in place of the item, so that those of several items can be made together. */
  readonly instead?: readonly string[];
  readonly choices?: readonly Choice[];
  /** It may be right as it is, as all findings of a rule with `isInformation`. */
  readonly isInformation?: boolean;
  /** What is found in several records and shown once, such as a host. */
  readonly group?: string;
  /** What is found, where several findings are about the same. */
  readonly key?: string;
  /** The first of the records that stand side by side. */
  readonly first?: number;
}

export interface Choice {
  /** What is chosen; the same in every record of a group. */
  readonly name: string;
  /** The field's new value as JSON text. */
  readonly value: string;
  /** How many records have it already. */
  readonly count?: number;
}

/** The fix of each writes the whole list. The other items of a longer list are found once these are fixed. */
export const maxItems = 25;

/**
 * A rule that corrects texts one by one, items of lists included. An empty text removes an item. `kindOf` tells which
 * message words what is wrong in a text.
 */
export function textRule(
  fields: readonly string[],
  correct: (text: string, field: string) => string | readonly string[],
  kindOf?: (text: string, field: string) => string,
): Rule {
  return {
    fields,
    isSafe: true,
    find: (record) =>
      fields.flatMap((field) => {
        const found: Found[] = [];
        for (const [item, text] of record.texts(field).entries()) {
          const corrected = correct(text, field);
          if (corrected === text) continue;
          const kind = kindOf && { kind: kindOf(text, field) };
          const instead = [corrected].flat().filter((other) => other !== '');
          found.push({ field, ...kind, item, values: [text], instead });
          if (found.length === maxItems) break;
        }
        return found;
      }),
  };
}
