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
  accepts: (value) => typeof value === 'string' && isCalendarDate(value),
};

/** Every field in the interface's order, which is the order of every answer. */
const fields: Record<string, Rule> = {
  category: text,
  language: orNull(text),
  slug: text,
  speakers: texts,
  tags: texts,
  id: readOnly(integer),
  state: integer,
  title: text,
  summary: text,
  description: text,
  quality_notes: text,
  copyright_text: text,
  embed: text,
  thumbnail_url: orNull(text),
  duration: orNull(integer),
  video_ogv_length: orNull(number),
  video_ogv_url: orNull(text),
  video_ogv_download_only: flag,
  video_mp4_length: orNull(number),
  video_mp4_url: orNull(text),
  video_mp4_download_only: flag,
  video_webm_length: orNull(number),
  video_webm_url: orNull(text),
  video_webm_download_only: flag,
  video_flv_length: orNull(number),
  video_flv_url: orNull(text),
  video_flv_download_only: flag,
  source_url: orNull(text),
  whiteboard: text,
  recorded: orNull(date),
  added: readOnly(text),
  updated: readOnly(text),
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

function readOnly(rule: Rule): Rule {
  return { ...rule, readOnly: true };
}

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  // Date.parse moves some invalid days into the next month instead of refusing them.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
