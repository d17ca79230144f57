import { tellingWords } from '../record/searchText.ts';
import { copied, type Entry } from './entry.ts';

const maxWords = 500_000;

/** What is in memory of a catalogue: as many records as fit. */
export function entriesInMemory(maxCharacters: number) {
  const [entries, words] = [new Map<number, Entry>(), new Set<string>()];
  let [characters, isFull] = [0, false];

  const remove = (entry: Entry): void => {
    entries.delete(entry.id);
    characters -= charactersOf(entry);
    if (entries.size > 0) return;
    words.clear();
    isFull = false;
  };

  return {
    /** By number. */
    entries: entries as ReadonlyMap<number, Entry>,
    /** The words that near spellings are looked for in. */
    words: words as ReadonlySet<string>,
    /** Some records were left out: nothing is known of them. */
    isFull: () => isFull,
    remove,
    /** Of several versions of a record, the last one counts. Whoever moved a line may not have known a newer one. */
    add(entry: Entry): void {
      const before = entries.get(entry.id);
      if (before && isOlder(entry, before)) return;
      if (before) remove(before);
      if (characters + charactersOf(entry) > maxCharacters) {
        isFull = true;
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

/** A line is as new as the place where it was first. Of the same line, the one that was moved counts. */
function isOlder({ movedFrom, time }: Entry, before: Entry): boolean {
  return movedFrom !== undefined && time !== before.time && movedFrom <= (before.movedFrom ?? before.place.file);
}

function charactersOf({ text }: Entry): number {
  return text.words.length + text.others.length;
}
