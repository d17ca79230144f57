import { formatString } from '../record/format.ts';
import { type JsonNode, parseJson, sourceOf } from '../record/json.ts';
import { spliceFields } from '../record/splice.ts';
import type { Field, RecordText } from '../record/text.ts';
import { orUndefined } from '../record/valueShapes.ts';

const maxRow = 300;
const maxLine = 120;
const longField = 60;

/**
 * A record as an object of a worksheet: `id`, then its fields with every token as it was sent. One line where it fits;
 * else short fields share lines, and a long one has its own.
 */
export function rowText(record: RecordText, id: number, chosen: readonly string[] | undefined): string {
  const members = [`"id": ${record.fields.get('id')?.raw ?? id}`];
  for (const { key, raw } of rowFields(record, chosen)) members.push(`${formatString(key)}: ${onOneLine(raw)}`);
  const line = `{ ${members.join(', ')} }`;
  return line.length + '  ,'.length <= maxRow ? line : onSeveralLines(members);
}

/** The fields of a row without `id`: as they were chosen, else `title` and then the others in the service's order. */
export function rowFields({ fields }: RecordText, chosen?: readonly string[]): readonly Field[] {
  const names = chosen ?? new Set(['title', ...fields.keys()]);
  return [...names].flatMap((name) => (name === 'id' ? [] : (fields.get(name) ?? [])));
}

export function worksheetText(rows: readonly string[]): string {
  return rows.length === 0 ? '[]\n' : `[\n  ${rows.join(',\n  ')}\n]\n`;
}

/** The whole record that a row makes of its base: a field that was not chosen is as it was. */
export function wholeRecord(
  row: RecordText,
  base: RecordText | undefined,
  fields: readonly string[] | undefined,
): RecordText {
  if (!base) return row;
  const isShown = (name: string) => name === 'id' || !fields || fields.includes(name);
  const values = new Map(Array.from(row.fields.values(), ({ key, raw }) => [key, raw]));
  // A service may leave out the ID that every row has.
  if (!base.fields.has('id')) values.delete('id');
  const kept = [...base.fields.keys()].filter((name) => values.has(name) || !isShown(name));
  const added = [...values.keys()].filter((name) => !base.fields.has(name));
  return spliceFields(base, [...kept, ...added], values);
}

export interface Item {
  readonly offset: number;
  readonly text: string;
}

/** The text is not a list of values. What is inside an object is not looked at. */
export class ListError extends Error {
  readonly expected: 'list' | 'value' | 'separator' | 'quote' | 'end';
  readonly offset: number;

  constructor(expected: ListError['expected'], offset: number) {
    super(expected);
    this.expected = expected;
    this.offset = offset;
  }
}

/** The items of a list, found without parsing them. Throws `ListError` at the first place that ends the list badly. */
export function* itemsIn(text: string): Generator<Item, void> {
  let at = pastBlanks(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (text[at] !== '[') throw new ListError('list', at);
  at = pastBlanks(text, at + 1);
  while (text[at] !== ']') {
    const end = endOfValue(text, at);
    yield { offset: at, text: text.slice(at, end) };
    at = pastBlanks(text, end);
    if (text[at] === ']') break;
    if (text[at] !== ',') throw new ListError('separator', at);
    at = pastBlanks(text, at + 1);
    if (text[at] === ']') throw new ListError('value', at);
  }
  at = pastBlanks(text, at + 1);
  if (at < text.length) throw new ListError('end', at);
}

/** The items of a list in the form of a record's fields, for whoever follows places by field. */
export function rowsAsFields(text: string): RecordText | undefined {
  const items = orUndefined(() => [...itemsIn(text)]);
  const fields = items?.map(({ offset, text: raw }, index) => {
    const key = String(index);
    return [key, { key, keyOffset: offset, keyLength: 0, offset, length: raw.length, raw }] as const;
  });
  return fields && { text, fields: new Map(fields) };
}

function onSeveralLines(members: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  let isOpen = false;
  for (const member of members) {
    const isShort = member.length <= longField;
    if (isOpen && isShort && line.length + member.length + '    , ,'.length <= maxLine) line += `, ${member}`;
    else {
      if (line !== '') lines.push(line);
      line = member;
      isOpen = isShort;
    }
  }
  lines.push(line);
  return `{\n    ${lines.join(',\n    ')}\n  }`;
}

/** A value without the line ends between its items. */
export function onOneLine(raw: string): string {
  return raw.includes('\n') ? compact(raw, parseJson(raw)) : raw;
}

function compact(text: string, node: JsonNode): string {
  if (node.kind === 'array') return `[${node.items.map((item) => compact(text, item)).join(', ')}]`;
  if (node.kind !== 'object') return sourceOf(text, node);
  const members = Array.from(node.members.values(), ({ keyOffset, keyLength, value }) => {
    return `${text.slice(keyOffset, keyOffset + keyLength)}: ${compact(text, value)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function pastBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}

/** Past the bracket that closes the value, or past a value without brackets. */
function endOfValue(text: string, from: number): number {
  if (!'["{'.includes(text.charAt(from) || ' ')) return endOfWord(text, from);
  const special = /["{}[\]]/g;
  let lineEnd = from - 1;
  let depth = 0;
  let at = from;
  do {
    special.lastIndex = at;
    const found = special.exec(text);
    if (!found) throw new ListError('separator', text.length);
    at = found.index + 1;
    if (found[0] === '{' || found[0] === '[') depth += 1;
    else if (found[0] === '}' || found[0] === ']') depth -= 1;
    else {
      if (lineEnd < at) lineEnd = endOfLine(text, at);
      at = endOfString(text, at, lineEnd);
    }
  } while (depth > 0);
  return at;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** A string never goes past its line, so a missing quote is found where it is missing. */
function endOfString(text: string, from: number, lineEnd: number): number {
  for (let at = text.indexOf('"', from); at >= 0 && at < lineEnd; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  throw new ListError('quote', lineEnd);
}

function endOfWord(text: string, from: number): number {
  const word = /[^\s,[\]{}"]+/y;
  word.lastIndex = from;
  if (!word.test(text)) throw new ListError('value', from);
  return word.lastIndex;
}
