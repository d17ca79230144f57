/** An address in a player's markup, and its place there. */
export interface EmbedAddress {
  readonly address: string;
  readonly offset: number;
  readonly length: number;
}

/** A player's markup has a few hundred characters. */
const maxCharacters = 20_000;
const tag = /<(param|embed|iframe|video|source|object)\b([^<>]*)>/gi;
const attribute = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const addressAttributes: Readonly<Record<string, string>> = { param: 'value', object: 'data' };

/** Reads markup as data: it lists what the markup would load, and none of it is ever put into a page. */
export function embedAddresses(markup: string): EmbedAddress[] {
  return [...markup.slice(0, maxCharacters).matchAll(tag)].flatMap(
    ({ 0: whole, 1: element = '', 2: rest = '', index }) => {
      const attributes = attributesOf(rest, index + whole.length - 1 - rest.length);
      const isMovie = element.toLowerCase() !== 'param' || attributes.get('name')?.address.toLowerCase() === 'movie';
      const found = attributes.get(addressAttributes[element.toLowerCase()] ?? 'src');
      return isMovie && found && found.address !== '' ? [found] : [];
    },
  );
}

function attributesOf(text: string, start: number): Map<string, EmbedAddress> {
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

function decodeEntities(text: string): string {
  return text.replace(entity, (whole, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
