import * as z from 'zod';
import type { Change } from './changes.ts';
import { type FieldType, fieldType } from './fields.ts';
import { itemsOf, type JsonNode, sourceOf, stringValue } from './json.ts';
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
  /** The item of a list that it is about, from 1. */
  readonly item?: number;
  readonly offset: number;
  readonly length: number;
}

interface Finding {
  readonly code: ProblemCode;
  /** If it is not about the whole value. */
  readonly item?: { readonly number: number; readonly node: JsonNode };
}

/** Checks only what changed: a value that the service itself sent is never a problem. `problemMessages.ts` words them. */
export function validateChanges(edited: RecordText, changes: readonly Change[]): Problem[] {
  return changes.flatMap((change) => {
    const field = edited.fields.get(change.field);
    return field ? problemsOf(field) : [];
  });
}

function problemsOf(field: Field): Problem[] {
  if (field.key === 'id') return [problem(field, 'error', { code: 'id' })];
  if (!fieldType(field.key)) return [];
  const errors = typeFindings(field);
  if (errors.length > 0) return errors.map((finding) => problem(field, 'error', finding));
  return valueFindings(field).map((finding) => problem(field, 'warning', finding));
}

function problem({ key, offset, length }: Field, severity: Problem['severity'], { code, item }: Finding): Problem {
  if (!item) return { field: key, severity, code, offset, length };
  const { number, node } = item;
  return { field: key, severity, code, item: number, offset: offset + node.offset, length: node.end - node.offset };
}

function typeFindings(field: Field): Finding[] {
  const issues = fieldSchema(field.key)?.safeParse(typedValue(field)).error?.issues ?? [];
  const items = itemsOf(field.raw);
  return issues.map(({ path: [index] }) => {
    const node = typeof index === 'number' ? items[index] : undefined;
    return node ? { code: 'type', item: { number: Number(index) + 1, node } } : { code: 'type' };
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
      if (value.trim() === '') return [{ code: 'emptyTitle' }];
      return whitespaceAround(value);
    case 'category':
    case 'language':
      return whitespaceAround(value);
    case 'slug':
      return isSlug(value) ? [] : [{ code: 'slug' }];
    case 'recorded':
      return value === '' || isDate(value) ? [] : [{ code: 'date' }];
    case 'added':
    case 'updated':
      return isDateTime(value) ? [] : [{ code: 'dateTime' }];
  }
  return !key.endsWith('_url') || value === '' || isAbsoluteAddress(value) ? [] : [{ code: 'address' }];
}

function whitespaceAround(value: string): Finding[] {
  return value === value.trim() ? [] : [{ code: 'untrimmed' }];
}

/** Items that are not strings are not checked: the interface doesn't define what a tag is. */
function itemFindings(field: Field): Finding[] {
  const seen = new Set<string>();
  return itemsOf(field.raw).flatMap((node, index): Finding | [] => {
    if (node.kind !== 'string') return [];
    const value = stringValue(sourceOf(field.raw, node));
    const trimmed = value.trim();
    const code =
      trimmed === '' ? 'blankItem' : seen.has(trimmed) ? 'doubledItem' : value === trimmed ? undefined : 'untrimmed';
    seen.add(trimmed);
    return code ? { code, item: { number: index + 1, node } } : [];
  });
}

const text = z.string();
// Not z.int(): it refuses integers past 2^53, and the interface names no such limit.
const integer = z.number().refine(Number.isInteger);

const schemas: Readonly<Record<FieldType, z.ZodType>> = {
  text,
  textOrNull: text.nullable(),
  texts: z.array(text),
  list: z.array(z.unknown()),
  flag: z.boolean(),
  integer,
  integerOrNull: integer.nullable(),
  numberOrNull: z.number().nullable(),
};

/** Undefined for fields that the interface doesn't name: they may have any value. */
export function fieldSchema(name: string): z.ZodType | undefined {
  const type = fieldType(name);
  return type && schemas[type];
}
