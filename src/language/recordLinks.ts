import { decodeEntities } from '../record/entities.ts';
import { webAddress } from '../record/valueShapes.ts';

/** An address, and its place in a text. */
interface Link {
  readonly address: string;
  readonly offset: number;
  readonly length: number;
}

const maxLinks = 2_000;
/** The target of a link is a Uri, which would turn %26 into & and lead elsewhere. VS Code's own link is text. */
const escapedDelimiter = /%(?:2[13-9a-cf]|3[abdf]|40|5[bd])/i;

/**
 * The http(s) addresses in a record's text. Those that VS Code finds itself run on into escapes such as `\n`; where
 * ours overlap them, it shows ours.
 */
export function recordLinks(text: string): Link[] {
  const links: Link[] = [];
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s"\\<>`[\]{}]{1,2000}/gi)) {
    // A value or an attribute of markup is the address as a whole, whatever its last character is.
    const isWhole = text[index - 1] === '"' && /^\\?"/.test(text.slice(index + found.length, index + found.length + 2));
    const written = isWhole ? found : withoutPunctuation(found);
    const address = webAddress(decodeEntities(written));
    if (address === undefined || escapedDelimiter.test(address)) continue;
    links.push({ offset: index, length: written.length, address });
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
