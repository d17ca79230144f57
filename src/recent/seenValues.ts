import type { Recent } from './recent.ts';

export type SeenField = 'category' | 'language' | 'copyright_text' | 'speakers' | 'tags';

const most = 100;

/** The values that recent records of a service have in a field, the most recent first. */
export function seenValues(recents: Iterable<Recent>, service: string, field: SeenField): readonly string[] {
  const seen = new Set<string>();
  for (const recent of recents) {
    if (recent.service !== service) continue;
    for (const value of [recent[field] ?? []].flat()) seen.add(value);
    if (seen.size >= most) break;
  }
  return [...seen].slice(0, most);
}
