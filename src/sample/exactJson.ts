import { toAscii } from '../record/text.ts';

/** A number as it was written: `1.50` and 2^64 are kept, which JavaScript numbers would change. */
interface NumberText {
  readonly rawJSON: string;
}

export type Json = null | boolean | string | number | NumberText | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

// In every Node since 21, but not yet in the library that TypeScript ships for our target.
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): NumberText;
  isRawJSON(value: unknown): value is NumberText;
};

export const isNumberText = isRawJSON;

/** Throws a SyntaxError for text that isn't JSON, and a RangeError for JSON nested beyond the stack. */
export function parseExact(text: string): Json {
  return JSON.parse(text, (_key, value: Json, context?: { source: string }) =>
    typeof value === 'number' && context ? rawJSON(context.source) : value,
  );
}

export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumberText(value);
}

/** JSON in ASCII, as the interface requires. Each UTF-16 unit is escaped, so lone surrogates are kept. */
export function toAsciiJson(value: unknown): string {
  return toAscii(JSON.stringify(value));
}
