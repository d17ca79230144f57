import type { Recent } from './recent.ts';

/** Finds records by words of anything that is shown of them. Every word must be there, in any field. */
export type RecentSearch = (recents: readonly Recent[], text: string) => readonly Recent[];

const longestQuery = 1000;

export function recentSearch(): RecentSearch {
  const texts = new WeakMap<Recent, string>();
  const textOf = (recent: Recent): string => {
    const text = texts.get(recent) ?? searchText(recent);
    texts.set(recent, text);
    return text;
  };
  return (recents, text) => {
    const words = folded(text.slice(0, longestQuery)).split(/\s+/).filter(Boolean);
    return words.length === 0
      ? recents
      : recents.filter((recent) => words.every((word) => textOf(recent).includes(word)));
  };
}

function searchText({ title, id, service, category, speakers = [] }: Recent): string {
  return folded([title, `#${id}`, service, category, ...speakers].join('\n'));
}

/** Without accents and case: "jose" finds "José". */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
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
