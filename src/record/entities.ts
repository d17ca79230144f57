const entity = /&(?:([a-z]{2,8})|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const named = new Map(
  `amp & lt < gt > quot " apos ' copy © reg ® trade ™ hellip … ndash – mdash — lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo «
  raquo » bull • middot · deg ° euro € szlig ß aelig æ AElig Æ oslash ø Oslash Ø`
    .match(/\w+ \S/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
).set('nbsp', '\u00a0');
const accents = new Map(
  ['grave', 'acute', 'circ', 'tilde', 'uml', 'ring', 'cedil', 'caron'].map((name, at) => [
    name,
    '\u0300\u0301\u0302\u0303\u0308\u030a\u0327\u030c'.charAt(at),
  ]),
);

/** A text with its HTML entities decoded once. Unknown ones, controls and half characters stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(entity, (whole, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return named.get(name) ?? letter(name) ?? named.get(name.toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return character === '' || /[\p{Cc}\p{Cs}]/u.test(character) ? whole : character;
  });
}

/** "eacute" is a letter and its accent. */
function letter(name: string): string | undefined {
  const accent = accents.get(name.slice(1)) ?? '';
  const composed = (name.charAt(0) + accent).normalize('NFC');
  return accent !== '' && composed.length === 1 ? composed : undefined;
}
