import { type FieldType, recordFields } from '../record/fields.ts';
import { isDate } from '../record/valueShapes.ts';
import { isNumberText, type Json, type JsonObject } from './exactJson.ts';

interface Rule {
  readonly type: string;
  /** Ends the sentence "Expected …". */
  readonly expected: string;
  readonly readOnly?: true;
  accepts(value: Json): boolean;
}

const text: Rule = { type: 'string', expected: 'a string', accepts: (value) => typeof value === 'string' };
const flag: Rule = { type: 'boolean', expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
const number: Rule = { type: 'number', expected: 'a number', accepts: isNumberText };
const integer: Rule = {
  type: 'integer',
  expected: 'an integer',
  accepts: (value) => isNumberText(value) && /^-?\d+$/.test(value.rawJSON),
};
const texts: Rule = {
  type: 'list',
  expected: 'an array of strings',
  accepts: (value) => Array.isArray(value) && value.every((element) => typeof element === 'string'),
};
const date: Rule = {
  type: 'date',
  expected: 'a date (YYYY-MM-DD)',
  accepts: (value) => typeof value === 'string' && isDate(value),
};

const rules: Readonly<Record<FieldType, Rule>> = {
  text,
  textOrNull: orNull(text),
  texts,
  list: texts,
  flag,
  integer,
  integerOrNull: orNull(integer),
  numberOrNull: orNull(number),
};

/** In the interface's order, which is the order of every answer. */
const fields: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(Object.entries(recordFields).map(([name, type]) => [name, rules[type]])),
  id: { ...integer, readOnly: true },
  recorded: orNull(date),
  added: { ...text, readOnly: true },
  updated: { ...text, readOnly: true },
};

export const fieldNames: readonly string[] = Object.keys(fields);

type FieldErrors = Record<string, string[]>;

/** The changes of a write, or what is wrong with them. Unknown and read-only fields are ignored. */
export function readChanges(
  body: JsonObject,
  needs: 'whole record' | 'any fields',
): { changes: JsonObject } | { errors: FieldErrors } {
  const changes: Record<string, Json> = {};
  const errors: FieldErrors = {};
  for (const [name, rule] of Object.entries(fields)) {
    if (rule.readOnly) continue;
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) {
      if (needs === 'whole record') errors[name] = ['This field is required.'];
    } else if (rule.accepts(value)) {
      changes[name] = value;
    } else {
      errors[name] = [`Expected ${rule.expected}.`];
    }
  }
  return Object.keys(errors).length > 0 ? { errors } : { changes };
}

/** The fields as OPTIONS describes them. */
export function describeFields(): Record<string, { type: string; required: boolean; read_only: boolean }> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type, readOnly = false }]) => [
      name,
      { type, required: !readOnly, read_only: readOnly },
    ]),
  );
}

function orNull(rule: Rule): Rule {
  return {
    ...rule,
    expected: `${rule.expected}, or null`,
    accepts: (value) => value === null || rule.accepts(value),
  };
}
