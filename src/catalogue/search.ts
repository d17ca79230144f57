import { parseQuery, queryMatcher, type Term } from '../record/query.ts';
import { inSlices } from '../workbench/scheduling.ts';
import type { Entry } from './entry.ts';
import { nearWords } from './nearWords.ts';
import type { CatalogueRecords } from './records.ts';

export interface Found {
  /** First those with all words in their short fields, such as the title; of these, the highest number first. */
  readonly entries: readonly Entry[];
  /** Nothing matches as typed. These words of the catalogue were searched for instead. */
  readonly instead?: readonly string[];
}

/** Goes through all records in slices: for as many as there can be, that is faster than an index, and builds nothing. */
export async function searchRecords(
  { entries, words }: Pick<CatalogueRecords, 'entries' | 'words'>,
  text: string,
  signal?: AbortSignal,
): Promise<Found> {
  const query = parseQuery(text);
  const { near, instead } = await withNearWords(query, words, signal);
  const found = await scan(entries.values(), near, signal);
  const exact = instead.length === 0 ? found : await scan(found, query, signal);
  return exact.length > 0 || instead.length === 0 ? { entries: exact } : { entries: found, instead };
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
    const place = gone || !text ? -1 : placeIn(text);
    if (text && place >= 0) (place < text.proseAt ? first : rest).push(entry);
  };
  await inSlices(entries, look, signal);
  return [first, rest].flatMap((part) => part.sort((one, other) => other.id - one.id));
}

/** Beside a word that begins no word of the catalogue, those that are spelled nearly the same. */
async function withNearWords(terms: readonly Term[], words: ReadonlySet<string>, signal: AbortSignal | undefined) {
  const instead: string[] = [];
  const near: Term[] = [];
  for (const term of terms) {
    const [word] = term.values;
    const similar = word === undefined || term.isOpposite ? [] : await nearWords(word, words, signal);
    instead.push(...similar);
    near.push({ ...term, values: [...term.values, ...similar] });
  }
  return { near, instead };
}
