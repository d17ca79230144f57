import type { Change } from './changes.ts';
import { type FieldType, fieldInfo } from './fields.ts';
import { itemsOf, type JsonNode, sourceOf, stringValue } from './json.ts';
import { fieldSchema } from './schema.ts';
import { type Field, fieldValue, type RecordText } from './text.ts';
import { isAbsoluteAddress, isDate, isDateTime, isSlug } from './valueShapes.ts';

export type ProblemCode =
  | 'type'
  | 'id'
  | 'date'
  | 'dateTime'
  | 'address'
  | 'slug'
  | 'emptyTitle'
  | 'blankItem'
  | 'doubledItem'
  | 'untrimmed';

export interface Problem {
  readonly field: string;
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}

interface Finding {
  readonly code: ProblemCode;
  readonly message: string;
  /** Where it isn't the whole value. */
  readonly item?: JsonNode;
}

const typeMessages: Readonly<Record<FieldType, (name: string) => string>> = {
  text: (name) => `"${name}" must be a string.`,
  textOrNull: (name) => `"${name}" must be a string or null.`,
  texts: (name) => `"${name}" must be a list of strings.`,
  list: (name) => `"${name}" must be a list.`,
  flag: (name) => `"${name}" must be true or false.`,
  integer: (name) => `"${name}" must be an integer.`,
  integerOrNull: (name) => `"${name}" must be an integer or null.`,
  numberOrNull: (name) => `"${name}" must be a number or null.`,
};

const itemMessages = {
  type: (item: string) => `${item} must be a string.`,
  blankItem: (item: string) => `${item} is blank.`,
  doubledItem: (item: string) => `${item} is a duplicate.`,
  untrimmed: (item: string) => `${item} has leading or trailing whitespace.`,
};

/** Looks only at what changed: a value the service itself sent is never held against the user. */
export function validateChanges(edited: RecordText, changes: readonly Change[]): Problem[] {
  return changes.flatMap((change) => {
    const field = edited.fields.get(change.field);
    return field ? problemsOf(field) : [];
  });
}

function problemsOf(field: Field): Problem[] {
  if (field.key === 'id')
    return [problem(field, 'error', { code: 'id', message: "The ID of a record can't be changed." })];
  if (!fieldInfo(field.key)) return [];
  const errors = typeFindings(field);
  if (errors.length > 0) return errors.map((finding) => problem(field, 'error', finding));
  return valueFindings(field).map((finding) => problem(field, 'warning', finding));
}

function problem(field: Field, severity: Problem['severity'], { code, message, item }: Finding): Problem {
  const offset = field.offset + (item?.offset ?? 0);
  const length = item ? item.end - item.offset : field.length;
  return { field: field.key, severity, code, message, offset, length };
}

function typeFindings(field: Field): Finding[] {
  const info = fieldInfo(field.key);
  const issues = fieldSchema(field.key)?.safeParse(typedValue(field)).error?.issues;
  if (!info || !issues) return [];
  const items = itemsOf(field.raw);
  return issues.map(({ path: [index] }) => {
    const item = typeof index === 'number' ? items[index] : undefined;
    if (!item) return { code: 'type', message: typeMessages[info.type](field.key) };
    return { code: 'type', message: itemMessages.type(itemName(field, Number(index))), item };
  });
}

/** `1e400` is a number although JavaScript has none that large. */
function typedValue(field: Field): unknown {
  const value = fieldValue(field);
  return typeof value === 'number' ? Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value)) : value;
}

function valueFindings(field: Field): Finding[] {
  if (field.key === 'speakers' || field.key === 'tags') return itemFindings(field);
  const value = fieldValue(field);
  return typeof value === 'string' ? textFindings(field.key, value) : [];
}

function textFindings(key: string, value: string): Finding[] {
  switch (key) {
    case 'title':
      if (value.trim() === '') return [{ code: 'emptyTitle', message: '"title" is empty.' }];
      return whitespaceAround(key, value);
    case 'category':
    case 'language':
      return whitespaceAround(key, value);
    case 'slug':
      if (isSlug(value)) return [];
      return [{ code: 'slug', message: '"slug" must be lowercase words joined by hyphens.' }];
    case 'recorded':
      if (value === '' || isDate(value)) return [];
      return [{ code: 'date', message: `"${key}" is not a valid date (YYYY-MM-DD).` }];
    case 'added':
    case 'updated':
      if (isDateTime(value)) return [];
      return [{ code: 'dateTime', message: `"${key}" is not a valid date and time (YYYY-MM-DDThh:mm:ss.mmm).` }];
  }
  if (!fieldInfo(key) || !key.endsWith('_url') || value === '' || isAbsoluteAddress(value)) return [];
  return [{ code: 'address', message: `"${key}" is not an absolute address (https://example.org/talk).` }];
}

function whitespaceAround(key: string, value: string): Finding[] {
  if (value === value.trim()) return [];
  return [{ code: 'untrimmed', message: itemMessages.untrimmed(`"${key}"`) }];
}

/** Items of another type than text are left alone: the interface doesn't say what a tag is. */
function itemFindings(field: Field): Finding[] {
  const seen = new Set<string>();
  return itemsOf(field.raw).flatMap((item, index): Finding | [] => {
    if (item.kind !== 'string') return [];
    const value = stringValue(sourceOf(field.raw, item));
    const trimmed = value.trim();
    const code =
      trimmed === '' ? 'blankItem' : seen.has(trimmed) ? 'doubledItem' : value === trimmed ? undefined : 'untrimmed';
    seen.add(trimmed);
    return code ? { code, message: itemMessages[code](itemName(field, index)), item } : [];
  });
}

function itemName({ key }: Field, index: number): string {
  return `Item ${index + 1} of "${key}"`;
}
