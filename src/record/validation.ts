import type { Change } from './changes.ts';
import { type JsonNode, parseJson, sourceOf, stringValue } from './json.ts';
import { recordSchema } from './schema.ts';
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

const itemMessages = {
  blankItem: 'is blank',
  doubledItem: 'is there already',
  untrimmed: 'has blanks at its start or end',
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
    return [problem(field, 'error', { code: 'id', message: "The id of a record can't be changed." })];
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
  const result = schemaOf(field.key)?.safeParse(typedValue(field));
  if (!result || result.success) return [];
  const items = itemsOf(field);
  return result.error.issues.map(({ path: [index], message }) => {
    const item = typeof index === 'number' ? items[index] : undefined;
    const subject = item ? `Item ${Number(index) + 1} of "${field.key}"` : `"${field.key}"`;
    return { code: 'type', message: `${subject} ${message}.`, ...(item && { item }) };
  });
}

function schemaOf(key: string) {
  const shape = recordSchema.shape;
  return Object.hasOwn(shape, key) ? shape[key as keyof typeof shape] : undefined;
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
      if (value.trim() === '') return [{ code: 'emptyTitle', message: 'The title is empty.' }];
      return blanksAround(key, value);
    case 'category':
    case 'language':
      return blanksAround(key, value);
    case 'slug':
      if (isSlug(value)) return [];
      return [{ code: 'slug', message: 'A slug is made of lowercase words joined by hyphens.' }];
    case 'recorded':
      if (value === '' || isDate(value)) return [];
      return [{ code: 'date', message: `"${key}" is not a date of the calendar in the form YYYY-MM-DD.` }];
    case 'added':
    case 'updated':
      if (isDateTime(value)) return [];
      return [{ code: 'dateTime', message: `"${key}" is not a date and time in the form YYYY-MM-DDThh:mm:ss.mmm.` }];
  }
  if (!Object.hasOwn(recordSchema.shape, key) || !key.endsWith('_url') || value === '' || isAbsoluteAddress(value))
    return [];
  return [{ code: 'address', message: `"${key}" is not an absolute address such as https://example.org/talk.` }];
}

function blanksAround(key: string, value: string): Finding[] {
  if (value === value.trim()) return [];
  return [{ code: 'untrimmed', message: `"${key}" has blanks at its start or end.` }];
}

/** Items of another type than text are left alone: the interface doesn't say what a tag is. */
function itemFindings(field: Field): Finding[] {
  const seen = new Set<string>();
  return itemsOf(field).flatMap((item, index): Finding | [] => {
    if (item.kind !== 'string') return [];
    const value = stringValue(sourceOf(field.raw, item));
    const trimmed = value.trim();
    const code =
      trimmed === '' ? 'blankItem' : seen.has(trimmed) ? 'doubledItem' : value === trimmed ? undefined : 'untrimmed';
    seen.add(trimmed);
    return code ? { code, message: `Item ${index + 1} of "${field.key}" ${itemMessages[code]}.`, item } : [];
  });
}

function itemsOf(field: Field): readonly JsonNode[] {
  const node = parseJson(field.raw);
  return node.kind === 'array' ? node.items : [];
}
