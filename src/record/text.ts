import { escapeAll, formatNode, formatString, indentation } from './format.ts';
import { type JsonMember, type JsonNode, type JsonObject, parseJson, stringValue } from './json.ts';
import { RecordTextError } from './textError.ts';
import { orUndefined } from './valueShapes.ts';

/** A top-level field: its place in the text, and its value exactly as written. */
export type Field = Omit<JsonMember, 'value'>;

export interface RecordText {
  readonly text: string;
  /** In the order of the text. */
  readonly fields: ReadonlyMap<string, Field>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeRecord(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    const { offset, before } = firstBadByte(bytes);
    throw new RecordTextError('encoding', offset, before);
  }
}

export function parseRecord(text: string): RecordText {
  return { text, fields: objectIn(text, parseJson(text)).members };
}

/** For help while typing: undefined while the text is not a record. */
export function parseIfRecord(text: string): RecordText | undefined {
  return orUndefined(() => parseRecord(text));
}

/**
 * Readable and still the same values: two-space indent, characters for escapes, numbers and order as sent. The fields
 * are those of the readable text, found on the way: a service's answer is parsed once.
 */
export function readableRecord(text: string, maxCharacters = Number.POSITIVE_INFINITY): RecordText {
  const node = objectIn(text, parseJson(text));
  if (text.length + indentation(node, 0) > maxCharacters) {
    throw new RecordTextError('tooLarge', 0, '', { limit: maxCharacters });
  }
  return recordFrom(Array.from(node.members.values(), ({ key, value }) => ({ key, raw: formatNode(text, value, 1) })));
}

/** A record with these fields, whose values are readable already. */
export function recordFrom(values: readonly Pick<Field, 'key' | 'raw'>[]): RecordText {
  const fields = new Map<string, Field>();
  const lines: string[] = [];
  let keyOffset = '{\n  '.length;
  for (const { key, raw } of values) {
    const name = formatString(key);
    const offset = keyOffset + name.length + ': '.length;
    fields.set(key, { key, keyOffset, keyLength: name.length, offset, length: raw.length, raw });
    lines.push(`  ${name}: ${raw}`);
    keyOffset = offset + raw.length + ',\n  '.length;
  }
  return { text: lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`, fields };
}

/** In valid JSON only strings contain anything but ASCII, so every other unit can be written as an escape. */
export function toAscii(json: string): string {
  return escapeAll(json, /[\u0080-\uffff]/g);
}

/** For showing and validating, never for sending: it loses digits of numbers. */
export function fieldValue(field: Field): unknown {
  return JSON.parse(field.raw);
}

export function fieldText(record: RecordText, key: string): string | undefined {
  const field = record.fields.get(key);
  return field?.raw.startsWith('"') ? stringValue(field.raw) : undefined;
}

function objectIn(text: string, node: JsonNode): JsonObject {
  if (node.kind === 'object') return node;
  throw new RecordTextError('notAnObject', node.offset, text.slice(0, node.offset));
}

/** Decodes again with replacement characters, and finds the first one that is not in the bytes. */
function firstBadByte(bytes: Uint8Array): { offset: number; before: string } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(text);
  const different = bytes.findIndex((byte, at) => byte !== again[at]);
  let offset = different < 0 ? bytes.length : different;
  // To the start of the replacement character.
  while (((again[offset] ?? 0) & 0xc0) === 0x80) offset -= 1;
  return { offset, before: new TextDecoder().decode(bytes.subarray(0, offset)) };
}
