import type { Change } from '../record/changes.ts';
import { embedAddresses } from '../record/embedAddresses.ts';
import { parseJson, sourceOf, stringValue } from '../record/json.ts';
import { cut, shortened } from '../record/shortened.ts';
import type { RecordText } from '../record/text.ts';
import { webAddress } from '../record/webAddress.ts';
import type { PreviewField, PreviewGroup } from './messages.ts';
import { type FieldGroup, fieldGroups } from './previewFields.ts';

export interface PreviewSource {
  readonly record: RecordText;
  readonly changes: readonly Change[];
  /** By field. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Whether this picture may be fetched. */
  readonly mayLoad: (address: string) => boolean;
}

type Entry = FieldGroup['fields'][number];
type Content = Pick<PreviewField, 'show' | 'texts' | 'note'>;

/** Bounds what reaches the page: a preview of five million characters helps nobody. */
export const mostCharacters = 100_000;
const mostItems = 500;
const mostOthers = 100;
const known = new Set(fieldGroups.flatMap(({ fields }) => fields.map(([name]) => name)));

export function previewGroups(source: PreviewSource): PreviewGroup[] {
  const changed = new Map(source.changes.map(({ field, kind }) => [field, kind]));
  const shown = (entry: Entry): PreviewField[] => {
    const [name, label] = entry;
    const change = changed.get(name);
    const problems = source.problems.get(name) ?? [];
    const content = contentOf(source, entry);
    // What is empty is left out, unless that is news.
    if (content.texts.length === 0 && !content.note && !change && problems.length === 0) return [];
    return [{ name, label, ...content, ...(change && { change }), problems }];
  };
  return [...fieldGroups, ...otherFields(source)]
    .map(({ heading, fields }) => ({ heading, fields: fields.flatMap(shown) }))
    .filter(({ fields }) => fields.length > 0);
}

function otherFields({ record, changes }: PreviewSource): FieldGroup[] {
  const names = new Set([...record.fields.keys(), ...changes.map(({ field }) => field)]);
  const others = [...names].filter((name) => !known.has(name));
  const heading =
    others.length > mostOthers ? `Other fields (the first ${mostOthers} of ${others.length})` : 'Other fields';
  return [{ heading, fields: others.slice(0, mostOthers).map((name): Entry => [name, shortened(name, 100), 'text']) }];
}

function contentOf({ record, mayLoad }: PreviewSource, [name, , show]: Entry): Content {
  const texts = textsOf(record.fields.get(name)?.raw);
  switch (show) {
    case 'flag':
      return { show: 'text', texts: texts.filter((text) => text !== 'false') };
    case 'embed':
      return player(texts);
    case 'thumbnail':
      return thumbnail(texts, mayLoad);
    default:
      return bounded(show, texts);
  }
}

function textsOf(raw: string | undefined): string[] {
  if (raw === undefined || raw === 'null' || raw === '""') return [];
  if (raw.startsWith('"')) return [stringValue(raw)];
  if (!raw.startsWith('[')) return [raw];
  const list = parseJson(raw);
  if (list.kind !== 'array') return [raw];
  return list.items.map((item) => {
    const source = sourceOf(raw, item);
    return item.kind === 'string' ? stringValue(source) : source;
  });
}

function player(texts: readonly string[]): Content {
  const addresses = texts.flatMap((markup) => embedAddresses(markup).map(({ address }) => address));
  if (addresses.length > 0) return bounded('addresses', [...new Set(addresses)]);
  return { show: 'text', texts: [], ...(texts.length > 0 && { note: 'The markup names no address.' }) };
}

function thumbnail(texts: readonly string[], mayLoad: (address: string) => boolean): Content {
  const address = texts[0];
  if (address === undefined || texts.length > 1) return bounded('addresses', texts);
  const opened = webAddress(address);
  if (!opened?.startsWith('https:')) {
    return { ...bounded('addresses', texts), note: 'Pictures are loaded from https addresses only.' };
  }
  return bounded(mayLoad(opened) ? 'picture' : 'pictureOffer', texts);
}

function bounded(show: PreviewField['show'], texts: readonly string[]): Content {
  const kept: string[] = [];
  let left = mostCharacters;
  for (const text of texts.slice(0, mostItems)) {
    kept.push(cut(text, left));
    left -= text.length;
    if (left <= 0) break;
  }
  if (texts.length === kept.length && left >= 0) return { show, texts };
  const all = texts.reduce((sum, text) => sum + text.length, 0);
  const note =
    texts.length > 1
      ? `${count(kept.length)} of ${count(texts.length)} items are shown.`
      : `The first ${count(mostCharacters)} of ${count(all)} characters are shown.`;
  return { show, texts: kept, note };
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
