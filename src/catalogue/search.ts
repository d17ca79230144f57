import type { UnknownField } from '../document/knownRecord.ts';
import { fieldNames, isFieldName } from '../record/fields.ts';
import { parseQuery, queryMatcher, type Term } from '../record/query.ts';
import { fieldIn } from '../record/searchText.ts';
import { inSlices } from '../workbench/scheduling.ts';
import type { Entry } from './entry.ts';
import { nearWords } from './nearWords.ts';
import type { CatalogueRecords } from './records.ts';

export interface Found {
  /** First those with all words in their short fields, such as the title; of these, the highest number first. */
  readonly entries: readonly Entry[];
  /** Nothing matches as typed. These words of the catalogue were searched for instead. */
  readonly instead?: readonly string[];
  /** Nothing was found, and the query names a field that no record has. */
  readonly noField?: UnknownField;
}

/**
 * Goes through all records in slices: for as many as there can be, that is faster than an index, and builds nothing. One
 * that is read again between two slices counts as it was.
 */
export async function searchRecords(
  { entries, words }: Pick<CatalogueRecords, 'entries' | 'words'>,
  text: string,
  signal?: AbortSignal,
): Promise<Found> {
  const query = parseQuery(text);
  const all = [...entries.values()];
  const exact = await scan(all, query, signal);
  // The opposite of a field that does not exist matches every record.
  const doubtful = exact.length > 0 ? query.filter(({ isOpposite }) => isOpposite) : query;
  const noField = await unknownField(doubtful, all, signal);
  if (exact.length > 0) return noField ? { entries: [], noField } : { entries: exact };
  const { near, instead } = await withNearWords(query, words, signal);
  const found = instead.length === 0 ? [] : await scan(all, near, signal);
  return { entries: found, ...(instead.length > 0 && { instead }), ...(noField && { noField }) };
}

/** What is meant as a field, but is none: "Django: the basics" is not. */
async function unknownField(
  query: readonly Term[],
  entries: Iterable<Entry>,
  signal: AbortSignal | undefined,
): Promise<UnknownField | undefined> {
  for (const { field: name, values } of query) {
    if (name === undefined || isFieldName(name)) continue;
    const near = fieldNames.find((field) => field.startsWith(name)) ?? (await nearWords(name, fieldNames, signal))[0];
    if (near === undefined && values.length === 0) continue;
    let isKnown = false;
    const look = ({ text }: Entry) => {
      isKnown ||= fieldIn(text, name) !== '';
    };
    await inSlices(entries, look, signal);
    if (!isKnown) return { name, ...(near && { near }) };
  }
  return undefined;
}

async function scan(
  entries: Iterable<Entry>,
  query: readonly Term[],
  signal: AbortSignal | undefined,
): Promise<readonly Entry[]> {
  const placeIn = queryMatcher(query);
  const [first, rest]: [Entry[], Entry[]] = [[], []];
  const look = (entry: Entry) => {
    const { gone, text } = entry;
    const place = gone ? -1 : placeIn(text);
    if (place >= 0) (place < text.proseAt ? first : rest).push(entry);
  };
  await inSlices(entries, look, signal);
  return [first, rest].flatMap((part) => part.sort((one, other) => other.id - one.id));
}

/**
 * Beside a word that begins no word of the catalogue, those that are spelled nearly the same. Nothing matches the query as
 * typed, so where it is one word, only these count.
 */
async function withNearWords(terms: readonly Term[], words: ReadonlySet<string>, signal: AbortSignal | undefined) {
  const instead: string[] = [];
  const near: Term[] = [];
  for (const term of terms) {
    const [word] = term.values;
    const similar = word === undefined || term.isOpposite ? [] : await nearWords(word, words, signal);
    instead.push(...similar);
    near.push({ ...term, values: terms.length === 1 ? similar : [...term.values, ...similar] });
  }
  return { near, instead };
}
