import { isFieldName } from './fields.ts';
import { cut } from './textEdits.ts';

/** What queries look at: the folded texts of a record, without its empty fields. */
export interface SearchText {
  /** The texts of `wordFields` in their order, each with an end. */
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

/**
 * Of a longer field, only the beginning is searched. A text is cut before it is folded: one character, as U+FDFA, may
 * become 18.
 */
const [maxShort, maxProse, maxOthers] = [5_000, 50_000, 50_000];

// Between fields; between the items of a list, and between a name and its value.
const [fieldEnd, itemEnd] = ['\u0001', '\u0002'];

/** Takes a record as `JSON.parse` gives it. */
export function searchText(record: Readonly<Record<string, unknown>>): SearchText {
  const texts = wordFields.map((field, at) => cut(textOf(record[field]), at < shortFields ? maxShort : maxProse));
  // Folded together: many small texts take far longer than a long one. An accent in a name is no reason to slow down prose.
  const head = foldedWhole(ended(texts.slice(0, shortFields)));
  const prose = foldedWhole(ended(texts.slice(shortFields)));
  // Joined, because a text that was put together by + is copied when it is first searched.
  return { words: [head, prose].join(''), proseAt: head.length, others: foldedWhole(othersIn(record)) };
}

function ended(texts: readonly string[]): string {
  return texts.map((text) => text + fieldEnd).join('');
}

function othersIn(record: Readonly<Record<string, unknown>>): string {
  let others = fieldEnd;
  for (const field of Object.keys(record)) {
    // None of the interface's fields may look empty.
    if (isWordField.has(field) || (others.length > maxOthers && !isFieldName(field))) continue;
    const text = cut(textOf(record[field]), maxShort);
    if (text !== '') others += withoutSeparators(cut(field, maxShort)) + itemEnd + text + fieldEnd;
  }
  return others;
}

/** The folded text of a field, its items apart; empty if the field is empty or missing. */
export function fieldIn({ words, others }: SearchText, field: string): string {
  if (isWordField.has(field)) return untilEnd(words, wordFieldAt(wordFields.indexOf(field), words));
  const label = fieldEnd + field + itemEnd;
  const start = others.indexOf(label);
  return start < 0 ? '' : untilEnd(others, start + label.length);
}

function wordFieldAt(index: number, words: string): number {
  let start = 0;
  for (let field = 0; field < index; field += 1) start = words.indexOf(fieldEnd, start) + 1;
  return start;
}

function untilEnd(text: string, start: number): string {
  return text.slice(start, text.indexOf(fieldEnd, start));
}

/** The words that tell records apart: those of the title, speakers, category and tags. What is longer is no word. */
export function tellingWords({ words }: SearchText): readonly string[] {
  const all = words.slice(0, wordFieldAt(tellingFields, words)).match(/[a-z0-9\u0080-\uffff]+/g) ?? [];
  return all.filter(({ length }) => length <= longestWord);
}

const longestWord = 60;

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

/** Accents, the marks of emoji, and those that Hebrew and Arabic may leave out. Those of Kana and Devanagari are letters. */
const marks = /(?=\p{M})(?!\u3099|\u309a)[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

/** In lower case, without accents and with single spaces: "jose" finds "José". A long text is cut first. */
export function folded(text: string): string {
  return foldedWhole(cut(text, maxProse));
}

function foldedWhole(text: string): string {
  // Most of a text is ASCII, for which lower case is all.
  const foldedPart = (part: string) =>
    part
      .normalize('NFKD')
      .replace(marks, '')
      .toLowerCase()
      .replace(/[ßæœøđðłıþ]/g, (letter) => letters.get(letter) ?? letter);
  return text
    .replace(/[\u0080-\uffff]+/g, foldedPart)
    .toLowerCase()
    .replace(/\s{2,}|[^\S ]/g, ' ');
}
