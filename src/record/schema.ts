import * as z from 'zod';
import { type FieldType, fieldInfo } from './fields.ts';

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
  const info = fieldInfo(name);
  return info && schemas[info.type];
}
