import { type WordSearch, wordSearch } from '../workbench/viewFilter.ts';
import type { Recent } from './recent.ts';

/** Finds records by words of anything that is shown of them. */
export type RecentSearch = WordSearch<Recent>;

export function recentSearch(): RecentSearch {
  return wordSearch(({ title, id, service, category, speakers = [] }: Recent) =>
    [title, `#${id}`, service, category, ...speakers].join('\n'),
  );
}

export type SeenField = 'category' | 'language' | 'copyright_text' | 'speakers' | 'tags';

const mostValues = 100;

/** The values that recent records of a service have in a field, the most recent first. */
export function seenValues(recents: Iterable<Recent>, service: string, field: SeenField): readonly string[] {
  const seen = new Set<string>();
  for (const recent of recents) {
    if (recent.service !== service) continue;
    for (const value of [recent[field] ?? []].flat()) seen.add(value);
    if (seen.size >= mostValues) break;
  }
  return [...seen].slice(0, mostValues);
}
