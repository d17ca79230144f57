// What counts as the same value, decided on purpose:
// - strings by their decoded content: `"\u00e9"` is `"é"`;
// - objects whatever the order of their keys, arrays item by item in order;
// - layout never matters;
// - numbers, for what the user changed, by their digits as written: `1.0` is not `1`, `1e2` is not `100`,
//   so that not a digit is lost or invented (sameValue);
// - numbers that the service stored, against those that were sent, by their exact decimal value: `1.0` is `1`
//   (sameMeaning).
import { createHash } from 'node:crypto';
import { type JsonArray, type JsonNode, type JsonObject, parseJson, sourceOf, stringValue } from './json.ts';
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
  // Most edits keep the order, so walking both in step saves a search per field.
  const alongside = base.fields.values();
  let kept = 0;
  for (const [field, { raw: after }] of edited.fields) {
    const neighbour = alongside.next().value;
    const before = (neighbour?.key === field ? neighbour : base.fields.get(field))?.raw;
    if (before !== undefined) kept += 1;
    if (before === undefined) changes.push({ field, kind: 'added', after });
    else if (!sameValue(before, after)) changes.push({ field, kind: 'changed', before, after });
  }
  return kept === base.fields.size ? changes : [...changes, ...removedFrom(base, edited)];
}

function removedFrom(base: RecordText, edited: RecordText): Change[] {
  return [...base.fields.values()]
    .filter(({ key }) => !edited.fields.has(key))
    .map(({ key, raw }) => ({ field: key, kind: 'removed', before: raw }));
}

export function sameValue(a: string, b: string): boolean {
  return same(a, b, (x, y) => x === y);
}

export function sameMeaning(a: string, b: string): boolean {
  return same(a, b, sameDecimal);
}

/** Values of a field; undefined if it does not exist. */
export function sameField(one: string | undefined, other: string | undefined, sameOne = sameValue): boolean {
  return one === undefined || other === undefined ? one === other : sameOne(one, other);
}

/** A short text that two values of a field share just if `sameField` calls them the same. */
export function valueKey(raw: string | undefined): string {
  if (raw === undefined) return '';
  return createHash('sha256')
    .update(normalForm(raw, parseJson(raw)))
    .digest('base64');
}

function normalForm(text: string, node: JsonNode): string {
  if (node.kind === 'string') return JSON.stringify(stringValue(sourceOf(text, node)));
  if (node.kind === 'array') return `[${node.items.map((item) => normalForm(text, item)).join(',')}]`;
  if (node.kind !== 'object') return sourceOf(text, node);
  const members = Array.from(node.members, ([key, { value }]) => `${JSON.stringify(key)}:${normalForm(text, value)}`);
  return `{${members.sort().join(',')}}`;
}

type SameNumber = (a: string, b: string) => boolean;
type SameNode = (a: JsonNode, b: JsonNode) => boolean;

function same(a: string, b: string, sameNumber: SameNumber): boolean {
  if (a === b) return true;
  const sameNode: SameNode = (x, y) => {
    if (x.kind === 'object') return y.kind === 'object' && sameMembers(x, y, sameNode);
    if (x.kind === 'array') return y.kind === 'array' && sameItems(x, y, sameNode);
    if (x.kind !== y.kind) return false;
    const [rawX, rawY] = [sourceOf(a, x), sourceOf(b, y)];
    if (x.kind === 'number') return sameNumber(rawX, rawY);
    return rawX === rawY || (x.kind === 'string' && stringValue(rawX) === stringValue(rawY));
  };
  return sameNode(parseJson(a), parseJson(b));
}

function sameItems(a: JsonArray, b: JsonArray, sameNode: SameNode): boolean {
  return (
    a.items.length === b.items.length &&
    a.items.every((item, index) => {
      const other = b.items[index];
      return other !== undefined && sameNode(item, other);
    })
  );
}

function sameMembers(a: JsonObject, b: JsonObject, sameNode: SameNode): boolean {
  if (a.members.size !== b.members.size) return false;
  for (const [key, { value }] of a.members) {
    const other = b.members.get(key);
    if (other === undefined || !sameNode(value, other.value)) return false;
  }
  return true;
}

/** No service computes with exponents this long; past it two numbers are the same only as written. */
const maxExponentLength = 1000;

/** Whether two JSON numbers have the same exact value, without ever writing out a power of ten. */
function sameDecimal(a: string, b: string): boolean {
  if (a === b) return true;
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  if (!x || !y || x.digits !== y.digits) return false;
  return x.digits === '' || (x.negative === y.negative && x.power === y.power);
}

/** The value is 0.digits × 10^power. The digits have no zeros at either end; those of zero are empty. */
function parseDecimal(number: string) {
  const [mantissa = '', exponent = '0'] = number.split(/e/i);
  if (exponent.length > maxExponentLength) return undefined;
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.slice(negative ? 1 : 0).split('.');
  const all = whole + fraction;
  let start = 0;
  let end = all.length;
  while (all[start] === '0') start += 1;
  while (end > start && all[end - 1] === '0') end -= 1;
  return { negative, digits: all.slice(start, end), power: BigInt(exponent) + BigInt(whole.length - start) };
}
