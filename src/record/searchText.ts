/** What queries look at: the folded texts of a record, without its empty fields. */
export interface SearchText {
  /** The texts of `wordFields` in their order. */
  readonly words: string;
  /** Where `summary` and `description` begin in `words`. */
  readonly proseAt: number;
  /** The other fields, each with its name. */
  readonly others: string;
}

/** A word of a query is looked for in these fields, the long ones last. */
const wordFields = ['title', 'speakers', 'category', 'tags', 'language', 'id', 'slug', 'summary', 'description'];
const isWordField: ReadonlySet<string> = new Set(wordFields);
const [tellingFields, shortFields] = [4, 7];

// Between fields; between the items of a list, and between a name and its value.
const [fieldEnd, itemEnd] = ['\u0001', '\u0002'];

/** Takes a record as `JSON.parse` gives it. */
export function searchText(record: Readonly<Record<string, unknown>>): SearchText {
  const values = wordFields.map((field) => textOf(record[field]));
  // Folded together: many small texts take far longer than a long one.
  const head = folded(values.slice(0, shortFields).join(fieldEnd));
  const prose = folded(values.slice(shortFields).join(fieldEnd));
  const others: string[] = [];
  for (const field of Object.keys(record)) {
    const text = isWordField.has(field) ? '' : textOf(record[field]);
    if (text !== '') others.push(withoutSeparators(field), itemEnd, text, fieldEnd);
  }
  return {
    words: [head, prose].join(fieldEnd),
    proseAt: head.length,
    others: folded([fieldEnd, ...others].join('')),
  };
}

/** The folded text of a field, its items apart; empty if the field is empty or missing. */
export function fieldIn({ words, others }: SearchText, field: string): string {
  const at = wordFields.indexOf(field);
  if (at >= 0) return words.split(fieldEnd, at + 1)[at] ?? '';
  const label = fieldEnd + field + itemEnd;
  const start = others.indexOf(label);
  return start < 0 ? '' : others.slice(start + label.length, others.indexOf(fieldEnd, start + label.length));
}

/** The words that tell records apart: those of the title, speakers, category and tags. */
export function tellingWords({ words }: SearchText): readonly string[] {
  return (
    words
      .split(fieldEnd, tellingFields)
      .join(fieldEnd)
      .match(/[a-z0-9\u0080-\uffff]+/g) ?? []
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '' : withoutSeparators(value);
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(itemEnd);
  return typeof value === 'object' ? withoutSeparators(JSON.stringify(value)) : String(value);
}

const separators = new RegExp(`[${fieldEnd}${itemEnd}]`, 'g');

/** Hardly any text has one, and to look for them is much faster. */
function withoutSeparators(text: string): string {
  return text.includes(fieldEnd) || text.includes(itemEnd) ? text.replace(separators, ' ') : text;
}

/** Letters that Unicode does not take for another letter with an accent. */
const letters = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' }));

/** In lower case and without accents: "jose" finds "José". */
export function folded(text: string): string {
  // Most texts are ASCII.
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłıþ]/g, (letter) => letters.get(letter) ?? letter);
}
