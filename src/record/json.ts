// JSON.parse would lose the digits of numbers, the places of values and duplicate keys,
// so this strict parser keeps spans into the text and leaves the values alone.

import {
  type Counted,
  type Expected,
  RecordTextError,
  type RecordTextErrorDetails,
  type RecordTextErrorKind,
} from './textError.ts';

/** A part of a text. */
interface Span {
  readonly offset: number;
  readonly end: number;
}

interface JsonScalar extends Span {
  readonly kind: 'string' | 'number' | 'literal';
}

interface JsonArray extends Span {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  readonly keyOffset: number;
  /** The quotes included. */
  readonly keyLength: number;
  readonly offset: number;
  readonly length: number;
  /** The value exactly as written. */
  readonly raw: string;
  readonly value: JsonNode;
}

export interface JsonObject extends Span {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, JsonMember>;
}

export type JsonNode = JsonScalar | JsonArray | JsonObject;

/** Far deeper than any record. Each level also widens the indentation of its content. */
export const maxDepth = 64;

/** Far more than any record has. Each takes memory and time, and a small compressed answer can have millions. */
export const maxCounts: Readonly<Record<Counted, number>> = { members: 20_000, values: 200_000 };

interface Cursor extends Record<Counted, number> {
  readonly text: string;
  readonly keptDepth: number;
  at: number;
  depth: number;
}

const byteOrderMark = 0xfeff;
const quote = 0x22;
const backslash = 0x5c;

/**
 * Objects and lists below `keptDepth` are checked, but their content is not kept, and counts only against the limits of
 * each: so a list of records may have more values than one record.
 */
export function parseJson(text: string, keptDepth = maxDepth): JsonNode {
  const at = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  const cursor: Cursor = { text, keptDepth, at, depth: 0, members: 0, values: 0 };
  const node = parseValue(cursor);
  if (next(cursor) !== '') fail(cursor, 'end');
  return node;
}

export function sourceOf(text: string, span: Span): string {
  return text.slice(span.offset, span.end);
}

/** The decoded JSON string. Most contain no escape and need no parser. */
export function stringValue(raw: string): string {
  return raw.includes('\\') ? JSON.parse(raw) : raw.slice(1, -1);
}

/** The items of a list as spans into its source; none if the value is not a list. */
export function itemsOf(raw: string): readonly JsonNode[] {
  const node = raw.startsWith('[') ? parseJson(raw) : undefined;
  return node?.kind === 'array' ? node.items : [];
}

/** The same as they are written. */
export function itemSources(raw: string): readonly string[] {
  return itemsOf(raw).map((node) => sourceOf(raw, node));
}

function parseValue(cursor: Cursor): JsonNode {
  const first = next(cursor);
  const offset = cursor.at;
  count(cursor, 'values');
  switch (first) {
    case '{':
      return nested(cursor, parseObject);
    case '[':
      return nested(cursor, parseArray);
    case '"':
      skipString(cursor);
      return { kind: 'string', offset, end: cursor.at };
  }
  const kind = skip(cursor, literal) ? 'literal' : 'number';
  if (kind === 'number' && !skip(cursor, number)) fail(cursor, 'value');
  return { kind, offset, end: cursor.at };
}

function nested(cursor: Cursor, parse: (cursor: Cursor) => JsonNode): JsonNode {
  if (cursor.depth === maxDepth) throw errorAt(cursor, 'tooDeep');
  const { members, values } = cursor;
  cursor.depth += 1;
  const node = parse(cursor);
  cursor.depth -= 1;
  if (cursor.depth < cursor.keptDepth) return node;
  Object.assign(cursor, { members, values });
  return withoutContent(node);
}

function withoutContent(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { ...node, items: [] };
  return node.kind === 'object' ? { ...node, members: new Map() } : node;
}

function parseObject(cursor: Cursor): JsonObject {
  const offset = cursor.at;
  const members = new Map<string, JsonMember>();
  cursor.at += 1;
  if (next(cursor) !== '}') {
    do {
      const member = parseMember(cursor);
      const { size } = members;
      members.set(member.key, member);
      if (members.size === size) {
        cursor.at = member.keyOffset;
        throw errorAt(cursor, 'duplicateKey', { field: member.key });
      }
    } while (another(cursor, '}', 'commaOrBrace'));
  }
  cursor.at += 1;
  return { kind: 'object', offset, end: cursor.at, members };
}

function parseMember(cursor: Cursor): JsonMember {
  count(cursor, 'members');
  if (next(cursor) !== '"') fail(cursor, 'fieldName');
  const keyOffset = cursor.at;
  skipString(cursor);
  const keyLength = cursor.at - keyOffset;
  const key = stringValue(cursor.text.slice(keyOffset, cursor.at));
  if (next(cursor) !== ':') fail(cursor, 'colon');
  cursor.at += 1;
  const value = parseValue(cursor);
  const { offset, end } = value;
  return { key, keyOffset, keyLength, offset, length: end - offset, raw: cursor.text.slice(offset, end), value };
}

function parseArray(cursor: Cursor): JsonArray {
  const offset = cursor.at;
  const items: JsonNode[] = [];
  cursor.at += 1;
  if (next(cursor) !== ']') {
    do items.push(parseValue(cursor));
    while (another(cursor, ']', 'commaOrBracket'));
  }
  cursor.at += 1;
  return { kind: 'array', offset, end: cursor.at, items };
}

function count(cursor: Cursor, counted: Counted): void {
  cursor[counted] += 1;
  if (cursor[counted] > maxCounts[counted]) throw errorAt(cursor, 'tooMany', { counted });
}

function another(cursor: Cursor, close: string, expected: Expected): boolean {
  const separator = next(cursor);
  if (separator === close) return false;
  if (separator !== ',') fail(cursor, expected);
  cursor.at += 1;
  return true;
}

/** Skips whitespace. Returns the character at the cursor, or an empty string at the end of the text. */
function next(cursor: Cursor): string {
  cursor.at = pastWhitespace(cursor.text, cursor.at);
  return cursor.text.charAt(cursor.at);
}

export function pastWhitespace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}

/** Up to a quote, a backslash or a control character. */
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const literal = /true|false|null/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** False if the pattern does not match at the cursor. */
function skip(cursor: Cursor, pattern: RegExp): boolean {
  pattern.lastIndex = cursor.at;
  const isFound = pattern.test(cursor.text);
  if (isFound) cursor.at = pattern.lastIndex;
  return isFound;
}

function skipString(cursor: Cursor): void {
  const { text } = cursor;
  cursor.at += 1;
  for (;;) {
    skip(cursor, plainCharacters);
    const unit = text.charCodeAt(cursor.at);
    if (unit === quote) break;
    if (unit !== backslash) fail(cursor, /[\r\n]|^$/.test(text.charAt(cursor.at)) ? 'closingQuote' : 'escapedControl');
    if (!skip(cursor, escapeSequence)) fail(cursor, 'escape');
  }
  cursor.at += 1;
}

function fail(cursor: Cursor, expected: Expected): never {
  throw errorAt(cursor, 'syntax', { expected });
}

function errorAt(cursor: Cursor, kind: RecordTextErrorKind, details?: RecordTextErrorDetails): RecordTextError {
  return new RecordTextError(kind, cursor.at, cursor.text.slice(0, cursor.at), details);
}
