import { decodeEntities } from './entities.ts';

/** An address, and its place in a text. */
export interface PlacedAddress {
  readonly address: string;
  readonly offset: number;
  readonly length: number;
}

/** A player's markup has a few hundred characters. */
const maxCharacters = 20_000;
const tag = /<(param|embed|iframe|video|source|object)\b([^<>]*)>/gi;
const attribute = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const addressAttributes: Readonly<Record<string, string>> = { param: 'value', object: 'data' };

/** Reads markup as data: it lists what the markup would load, and none of it is ever put into a page. */
export function embedAddresses(markup: string): PlacedAddress[] {
  return [...markup.slice(0, maxCharacters).matchAll(tag)].flatMap(
    ({ 0: whole, 1: element = '', 2: rest = '', index }) => {
      const attributes = attributesOf(rest, index + whole.length - 1 - rest.length);
      const isMovie = element.toLowerCase() !== 'param' || attributes.get('name')?.address.toLowerCase() === 'movie';
      const found = attributes.get(addressAttributes[element.toLowerCase()] ?? 'src');
      return isMovie && found && found.address !== '' ? [found] : [];
    },
  );
}

function attributesOf(text: string, start: number): Map<string, PlacedAddress> {
  const attributes = [...text.matchAll(attribute)].map(
    ({ 0: whole, 1: name = '', 2: double, 3: single, 4: bare, index }) => {
      const value = double ?? single ?? bare ?? '';
      const end = start + index + whole.length - (bare === undefined ? 1 : 0);
      const place = { address: decodeEntities(value), offset: end - value.length, length: value.length };
      return [name.toLowerCase(), place] as const;
    },
  );
  return new Map(attributes);
}
