import { embedAddresses } from '../record/embedAddresses.ts';
import { stringValue } from '../record/json.ts';
import type { Field, RecordText } from '../record/text.ts';
import { webAddress } from '../record/webAddress.ts';

export interface RecordLink {
  readonly offset: number;
  readonly length: number;
  readonly address: string;
}

/** The http(s) addresses in a record's text, as they are once escapes and entities are read. */
export function recordLinks({ fields }: RecordText): RecordLink[] {
  return [...fields.values()].flatMap((field) => {
    if (!field.raw.startsWith('"')) return [];
    return field.key === 'embed' ? embedLinks(field) : field.key.endsWith('_url') ? urlLinks(field) : [];
  });
}

function urlLinks({ raw, offset, length }: Field): RecordLink[] {
  const address = webAddress(stringValue(raw));
  return address === undefined ? [] : [{ offset: offset + 1, length: length - 2, address }];
}

function embedLinks({ raw, offset: start }: Field): RecordLink[] {
  return embedAddresses(stringValue(raw)).flatMap(({ address, offset, length }) => {
    const opened = webAddress(address);
    if (opened === undefined) return [];
    const [from, to] = [sourceOffset(raw, offset), sourceOffset(raw, offset + length)];
    return [{ offset: start + from, length: to - from, address: opened }];
  });
}

/** Where the unit of a JSON string's value stands in its source. */
function sourceOffset(raw: string, unit: number): number {
  let at = 1;
  for (let left = unit; left > 0; left -= 1) at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2;
  return at;
}
