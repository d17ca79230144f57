import { decodeEntities } from './entities.ts';

/** A player's markup has a few hundred characters. */
const maxCharacters = 20_000;
const tag = /<(param|embed|iframe|video|source|object)\b([^<>]*)>/gi;
const attribute = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const addressAttributes: Readonly<Record<string, string>> = { param: 'value', object: 'data' };

/** Reads markup as data: it lists what the markup would load, and none of it is ever put into a page. */
export function embedAddresses(markup: string): string[] {
  return [...markup.slice(0, maxCharacters).matchAll(tag)].flatMap(([, element = '', rest = '']) => {
    const attributes = attributesOf(rest);
    const isMovie = element.toLowerCase() !== 'param' || attributes.get('name')?.toLowerCase() === 'movie';
    const found = attributes.get(addressAttributes[element.toLowerCase()] ?? 'src');
    return isMovie && found ? [found] : [];
  });
}

function attributesOf(text: string): Map<string, string> {
  const attributes = [...text.matchAll(attribute)];
  return new Map(
    attributes.map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );
}
