/** Finds items by words of their text. Every word must be there, without regard to accents and case. */
export type WordSearch<T> = (items: readonly T[], text: string) => readonly T[];

const longestQuery = 1000;

export function wordSearch<T extends object>(textOf: (item: T) => string): WordSearch<T> {
  const texts = new WeakMap<T, string>();
  const foldedTextOf = (item: T): string => {
    const text = texts.get(item) ?? folded(textOf(item));
    texts.set(item, text);
    return text;
  };
  return (items, text) => {
    const words = folded(text.slice(0, longestQuery)).split(/\s+/).filter(Boolean);
    return words.length === 0
      ? items
      : items.filter((item) => words.every((word) => foldedTextOf(item).includes(word)));
  };
}

/** Without accents and case: "jose" finds "José". */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
