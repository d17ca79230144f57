import { formatString } from './format.ts';
import type { Field, RecordText } from './text.ts';

/**
 * The record with exactly the fields of `order`. Its own keep their layout; `values` replace the values of its own fields
 * or come in as fields that look like the one they follow.
 */
export function spliceFields(
  record: RecordText,
  order: readonly string[],
  values: ReadonlyMap<string, string | undefined>,
): RecordText {
  const { head, leads, tail } = layoutOf(record);
  const fields = new Map<string, Field>();
  let lead = leads.values().next().value ?? '\n  ';
  let text = head;
  for (const name of order) {
    const own = record.fields.get(name);
    const key = own ? record.text.slice(own.keyOffset, own.offset) : `${formatString(name)}: `;
    const raw = values.get(name) ?? own?.raw;
    if (raw === undefined) continue;
    lead = leads.get(name) ?? lead;
    text += (fields.size > 0 ? ',' : '') + lead;
    const keyOffset = text.length;
    const keyLength = own?.keyLength ?? key.length - ': '.length;
    fields.set(name, { key: name, keyOffset, keyLength, offset: keyOffset + key.length, length: raw.length, raw });
    text += key + raw;
  }
  return { text: text + tail, fields };
}

/** The record's text with these values. Undefined removes a field; a field that it does not have comes last. */
export function withValues(record: RecordText, values: ReadonlyMap<string, string | undefined>): string {
  const all = new Set([...record.fields.keys(), ...values.keys()]);
  const order = [...all].filter((field) => !values.has(field) || values.get(field) !== undefined);
  return spliceFields(record, order, values).text;
}

/** The text up to and with the opening brace, the whitespace before each field, and all that follows the last one. */
function layoutOf({ text, fields }: RecordText) {
  const opening = text.indexOf('{') + 1;
  const leads = new Map<string, string>();
  let end = opening;
  for (const { key, keyOffset, offset, length } of fields.values()) {
    const gap = text.slice(end, keyOffset);
    leads.set(key, gap.slice(gap.indexOf(',') + 1));
    end = offset + length;
  }
  const tail = text.slice(end);
  return { head: text.slice(0, opening), leads, tail: fields.size === 0 ? `\n${tail.trimStart()}` : tail };
}

/** `own` in its order, with what only `other` holds behind what it follows there. */
export function weave(own: readonly string[], other: readonly string[]): string[] {
  const known = new Set(own);
  const front: string[] = [];
  const behind = new Map<string, string[]>();
  let place = front;
  for (const key of other) {
    if (known.has(key)) {
      place = behind.get(key) ?? [];
      behind.set(key, place);
    } else {
      place.push(key);
    }
  }
  return [...front, ...own.flatMap((key) => [key, ...(behind.get(key) ?? [])])];
}
