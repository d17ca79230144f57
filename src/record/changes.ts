// What counts as the same value, decided on purpose:
// - strings by their decoded content: `"\u00e9"` is `"é"`;
// - objects whatever the order of their keys, arrays item by item in order;
// - layout never matters;
// - numbers, for what the user changed, by their digits as written: `1.0` is not `1`, `1e2` is not `100`,
//   so that not a digit is lost or invented (sameValue);
// - numbers that the service stored, against those that were sent, by their exact decimal value: `1.0` is `1`
//   (sameMeaning).
import { createHash } from 'node:crypto';
import { type JsonNode, parseJson, sourceOf, stringValue } from './json.ts';
import type { RecordText } from './text.ts';

export interface Change {
  readonly field: string;
  readonly kind: 'changed' | 'added' | 'removed';
  /** The raw values. */
  readonly before?: string;
  readonly after?: string;
}

/** In the order of the edited text; removed fields follow. */
export function changesBetween(base: RecordText, edited: RecordText): Change[] {
  const changes: Change[] = [];
  for (const [field, { raw: after }] of edited.fields) {
    const before = base.fields.get(field)?.raw;
    if (before === undefined) changes.push({ field, kind: 'added', after });
    else if (!sameValue(before, after)) changes.push({ field, kind: 'changed', before, after });
  }
  for (const [field, { raw: before }] of base.fields) {
    if (!edited.fields.has(field)) changes.push({ field, kind: 'removed', before });
  }
  return changes;
}

export function sameValue(a: string, b: string): boolean {
  return a === b || same(a, b);
}

export function sameMeaning(a: string, b: string): boolean {
  return a === b || same(a, b, decimalForm);
}

/** Values of a field; undefined if it does not exist. */
export function sameField(one: string | undefined, other: string | undefined, sameOne = sameValue): boolean {
  return one === undefined || other === undefined ? one === other : sameOne(one, other);
}

/** A short text that two values of a field share just if `sameField` calls them the same. */
export function valueKey(raw: string | undefined): string {
  return raw === undefined ? '' : createHash('sha256').update(normalForm(raw)).digest('base64');
}

function same(a: string, b: string, formOfNumber?: NumberForm): boolean {
  // Most values are strings, and some are long.
  const areStrings = [a, b].every((raw) => raw.startsWith('"') && raw.endsWith('"'));
  return areStrings ? stringValue(a) === stringValue(b) : normalForm(a, formOfNumber) === normalForm(b, formOfNumber);
}

type NumberForm = (number: string) => string;

function normalForm(raw: string, formOfNumber: NumberForm = (number) => number): string {
  const formOf = (node: JsonNode): string => {
    if (node.kind === 'array') return `[${node.items.map(formOf).join(',')}]`;
    if (node.kind === 'object') {
      const members = Array.from(node.members, ([key, { value }]) => `${JSON.stringify(key)}:${formOf(value)}`);
      return `{${members.sort().join(',')}}`;
    }
    const source = sourceOf(raw, node);
    if (node.kind === 'string') return JSON.stringify(stringValue(source));
    return node.kind === 'number' ? formOfNumber(source) : source;
  };
  return formOf(parseJson(raw));
}

/** No service computes with exponents this long; past it two numbers are the same only as written. */
const maxExponentLength = 1000;

/** 0.digits × 10^power, without zeros at either end of the digits. No power of ten is ever written out. */
function decimalForm(number: string): string {
  const [mantissa = '', exponent = '0'] = number.split(/e/i);
  if (exponent.length > maxExponentLength) return number;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.');
  const all = whole + fraction;
  let start = 0;
  let end = all.length;
  while (all[start] === '0') start += 1;
  while (end > start && all[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  return `${sign}0.${all.slice(start, end)}e${BigInt(exponent) + BigInt(whole.length - start)}`;
}
