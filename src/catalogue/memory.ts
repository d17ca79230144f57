import { tellingWords } from '../record/searchText.ts';
import { copied, type Entry, type SearchableEntry, withoutText } from './entry.ts';

const maxWords = 500_000;

/** What is in memory of a catalogue: as many texts as fit, and the number of every other record. */
export function entriesInMemory(maxCharacters: number) {
  const [entries, words] = [new Map<number, Entry>(), new Set<string>()];
  const unsearched = new Set<number>();
  let characters = 0;

  const remove = (entry: Entry): void => {
    entries.delete(entry.id);
    unsearched.delete(entry.id);
    characters -= charactersOf(entry);
    if (entries.size === 0) words.clear();
  };

  return {
    /** By number. */
    entries: entries as ReadonlyMap<number, Entry>,
    /** The words that near spellings are looked for in. */
    words: words as ReadonlySet<string>,
    /** The records that can't be found, because their texts don't fit. */
    unsearched: unsearched as ReadonlySet<number>,
    remove,
    /** Of several versions of a record, the last one counts. Whoever moved a line may not have known a newer one. */
    add(entry: SearchableEntry): void {
      const before = entries.get(entry.id);
      if (before && entry.isMoved && entry.time !== before.time) return;
      if (before) remove(before);
      if (characters + charactersOf(entry) > maxCharacters) {
        unsearched.add(entry.id);
        entries.set(entry.id, withoutText(entry));
        return;
      }
      characters += charactersOf(entry);
      entries.set(entry.id, entry);
      for (const word of tellingWords(entry.text)) {
        if (words.size < maxWords && !words.has(word)) words.add(copied(word));
      }
    },
  };
}

function charactersOf({ text }: Entry): number {
  return text ? text.words.length + text.others.length : 0;
}
