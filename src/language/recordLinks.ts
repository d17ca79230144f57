import { embedAddresses, type PlacedAddress } from '../record/embedAddresses.ts';
import type { Field } from '../record/text.ts';
import { jsonOrUndefined, webAddress } from '../record/valueShapes.ts';
import type { ParsedText } from './parsedDocuments.ts';

const maxLinks = 2_000;
/** The target of a link is a Uri, which would turn %26 into & and lead elsewhere. VS Code's own link is text. */
const escapedDelimiter = /%(?:2[13-9a-cf]|3[abdf]|40|5[bd])/i;

/**
 * The http(s) addresses in a record's text. Those that VS Code finds itself run on into escapes such as `\n`; where
 * ours overlap them, it shows ours.
 */
export function recordLinks({ text, fields }: Pick<ParsedText, 'text' | 'fields'>): PlacedAddress[] {
  const known = fields.flatMap(fieldLinks);
  return (
    [...known, ...textLinks(text, known)]
      .filter(({ address }) => !escapedDelimiter.test(address))
      // VS Code merges sorted lists only.
      .sort((one, other) => one.offset - other.offset)
      .slice(0, maxLinks)
  );
}

function fieldLinks(field: Field): PlacedAddress[] {
  if (field.key !== 'embed' && !field.key.endsWith('_url')) return [];
  // A string that is still being typed may contain an invalid escape.
  const value = jsonOrUndefined(field.raw);
  if (typeof value !== 'string') return [];
  if (field.key === 'embed') return embedLinks(field, value);
  const address = webAddress(value);
  return address === undefined ? [] : [{ offset: field.offset + 1, length: field.length - 2, address }];
}

function embedLinks({ raw, offset: start }: Field, value: string): PlacedAddress[] {
  return embedAddresses(value).flatMap(({ address, offset, length }) => {
    const opened = webAddress(address);
    if (opened === undefined) return [];
    const [from, to] = [sourceOffset(raw, offset), sourceOffset(raw, offset + length)];
    return [{ offset: start + from, length: to - from, address: opened }];
  });
}

/** Where a unit of a JSON string's value is in its source. */
function sourceOffset(raw: string, unit: number): number {
  let at = 1;
  for (let left = unit; left > 0; left -= 1) at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2;
  return at;
}

function textLinks(text: string, known: readonly PlacedAddress[]): PlacedAddress[] {
  const taken = new Set(known.map(({ offset }) => offset));
  const links: PlacedAddress[] = [];
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s"\\<>`[\]{}]{1,2000}/gi)) {
    const written = withoutPunctuation(found);
    const address = taken.has(index) ? undefined : webAddress(written);
    if (address !== undefined) links.push({ offset: index, length: written.length, address });
    if (links.length === maxLinks) break;
  }
  return links;
}

/** An address in a sentence ends before the punctuation, and before a parenthesis that was opened in front of it. */
function withoutPunctuation(found: string): string {
  let depth = 0;
  let end = 0;
  for (; end < found.length && depth >= 0; end += 1) depth += found[end] === '(' ? 1 : found[end] === ')' ? -1 : 0;
  if (depth < 0) end -= 1;
  while (end > 0 && ".,;:!?'*_".includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}
