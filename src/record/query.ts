import { fieldType, isFieldName } from './fields.ts';
import { fieldIn, folded, type SearchText } from './searchText.ts';

/** A word or `field:value` of what people type to find records. All of them must be true of a record. */
export interface Term {
  readonly field?: string;
  /** Folded. One of them must be there. None: the field must be empty. */
  readonly values: readonly string[];
  /** It has a `-` in front. */
  readonly isOpposite: boolean;
}

const maxQueryLength = 1000;
const term = /(-?)(?:([\p{L}_][\p{L}\p{N}_]*):)?(?:"([^"]*)"?|(\S*))/gu;

/** Any text is a query: what is not `field:value` is a word. */
export function parseQuery(text: string): readonly Term[] {
  const terms: Term[] = [];
  for (const [, sign, name, quoted, word = ''] of text.slice(0, maxQueryLength).matchAll(term)) {
    const value = folded(quoted ?? word).trim();
    const field = name ? folded(name) : /^#\d+$/.test(value) ? 'id' : undefined;
    if (!field && value === '') continue;
    const values = value === '' ? [] : [field === 'id' ? value.replace('#', '') : value];
    terms.push({ ...(field && { field }), values, isOpposite: sign === '-' });
  }
  return terms;
}

/** Where the last of the query's words begins in the words of a record, at the earliest; -1 if the record does not match. */
export type QueryMatcher = (text: SearchText) => number;

export function queryMatcher(terms: readonly Term[]): QueryMatcher {
  const matchers = terms.map(termMatcher);
  return (text) => {
    let last = 0;
    for (const place of matchers) {
      const at = place(text);
      if (at < 0) return -1;
      last = Math.max(last, at);
    }
    return last;
  };
}

function termMatcher(term: Term): QueryMatcher {
  const place = term.field === undefined ? wordPlace(term.values) : fieldPlace(term.field, term.values);
  return term.isOpposite ? (text) => (place(text) < 0 ? 0 : -1) : place;
}

function wordPlace(values: readonly string[]): QueryMatcher {
  const find = wordFinder(values);
  return ({ words }) => find(words);
}

/** What looks like a field but is none, as in "Django: the basics", is a word. */
function fieldPlace(field: string, values: readonly string[]): QueryMatcher {
  const find = isExact(field) ? wholeFinder(values) : wordFinder(values);
  const asWord = wordPlace([`${field}:${values[0] ?? ''}`]);
  return (text) => {
    const own = fieldIn(text, field);
    if (own !== '') return values.length > 0 && find(own) >= 0 ? 0 : -1;
    if (!isFieldName(field)) return asWord(text);
    return values.length === 0 ? 0 : -1;
  };
}

/** Where something begins in a text; -1 if it is not there. */
type Finder = (text: string) => number;

/** `state:1` does not mean 10. */
function isExact(field: string): boolean {
  return /^(?:flag|integer|number)/.test(fieldType(field) ?? '');
}

function wholeFinder(values: readonly string[]): Finder {
  return (text) => (values.includes(text) ? 0 : -1);
}

/** Finds the first of these words or phrases. Folded texts have single spaces, so a phrase may go over several lines. */
function wordFinder(values: readonly string[]): Finder {
  return (text) => {
    const places = values.map((value) => wordPlaceIn(text, value)).filter((at) => at >= 0);
    return places.length === 0 ? -1 : Math.min(...places);
  };
}

function wordPlaceIn(text: string, value: string): number {
  let at = text.indexOf(value);
  while (at >= 0 && !isWordStart(text, at)) at = text.indexOf(value, at + 1);
  return at;
}

/** Scripts without spaces between words: any of their characters may begin one. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const letterOrDigit = /[\p{L}\p{N}]/u;

function isWordStart(text: string, at: number): boolean {
  if (at === 0 || !isLetter(text, at - 1) || !isLetter(text, at)) return true;
  return text.charCodeAt(at) > 0x7f && unspaced.test(text.charAt(at));
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 0x7f) return letterOrDigit.test(text.charAt(at));
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
