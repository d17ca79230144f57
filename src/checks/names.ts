import { typingErrors } from '../record/spelling.ts';
import { fold, wordsOf } from './folding.ts';

const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・ ]{2,20}$/u;
const maxName = 100;

/** Two words or more, or CJK. One word is more often a topic than a person. */
export function isPersonName(text: string): boolean {
  if (text.length > maxName || /\d/.test(text)) return false;
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return cjk.test(text) || (words.length > 1 && !words.every((word) => title.test(word)));
}

/** "M.D.", "Jr". Initials look the same. */
const title = /^(?:(?:\p{L}{1,4}\.)+\p{L}?|dr|jr|sr|md|mba|msc|phd)$/iu;

/** The names in a text that joins them. Never at "/", "i" or "e". */
export function namesIn(text: string): readonly string[] {
  const parts = text.length <= 10 * maxName ? text.split(/\s(?:and|&|y)\s|[,;、]/) : [];
  return parts.map((part) => part.replace(/^\s*(?:and|&)\s/, '').trim()).filter((part) => part !== '');
}

/** The words of a name in which a letter may be wrong: long ones beside other words. */
export function longWords(name: string) {
  const words = isPersonName(name) ? wordsOf(name) : [];
  const long = [...words.keys()].filter((at) => words.length > 1 && (words[at] ?? '').length > 5);
  return long.map((at) => ({ words, at, key: words.with(at, `${words[at]?.[0]}…`).join(' ') }));
}

/** Whether one letter was left out, put in, replaced or swapped with the next. */
export function isOneLetterApart(one: string, other: string): boolean {
  return typingErrors(one, other, 1)[other.length] === 1;
}

/** The better spelling first: without a stray comma, with accents, in mixed case, then frequent. */
export function bySpelling(counts: ReadonlyMap<string, number>): string[] {
  const hasAccents = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') !== fold(text);
  const isMixed = (text: string) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text);
  const rank = (text: string) => (/[,;:]$/.test(text) ? 0 : 4) + (hasAccents(text) ? 2 : 0) + (isMixed(text) ? 1 : 0);
  const sorted = [...counts].sort(
    ([a, count], [b, other]) => rank(b) - rank(a) || other - count || b.length - a.length || (a < b ? -1 : 1),
  );
  return sorted.map(([text]) => text);
}
