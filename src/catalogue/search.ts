import { parseQuery, type Query, queryMatcher, type Term } from '../record/query.ts';
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
  const found = await scan(entries.values(), query, signal);
  if (found.length > 0) return { entries: found };
  const { near, instead } = withNearWords(query, words);
  return instead.length === 0 ? { entries: [] } : { entries: await scan(entries.values(), near, signal), instead };
}

async function scan(
  entries: Iterable<Entry>,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<readonly Entry[]> {
  const placeIn = queryMatcher(query);
  const [first, rest]: [Entry[], Entry[]] = [[], []];
  const look = (entry: Entry) => {
    const place = entry.gone ? -1 : placeIn(entry.text);
    if (place >= 0) (place < entry.text.proseAt ? first : rest).push(entry);
  };
  await inSlices(entries, look, signal);
  return [first, rest].flatMap((part) => part.sort((one, other) => other.id - one.id));
}

/** In place of a word that begins no word of the catalogue, those that are spelled nearly the same. */
function withNearWords({ terms }: Query, words: ReadonlySet<string>) {
  const instead: string[] = [];
  const nearTerms = terms.map((term): Term => {
    const [word] = term.values;
    const near = word === undefined || term.isOpposite ? [] : nearWords(word, words);
    instead.push(...near);
    return near.length === 0 ? term : { ...term, values: near };
  });
  return { near: { terms: nearTerms }, instead };
}
