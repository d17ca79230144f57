/** `own` in its order, with what only `other` holds behind what it follows there. */
export function weave(own: readonly string[], other: readonly string[]): string[] {
  const known = new Set(own);
  const front: string[] = [];
  const behind = new Map<string, string[]>();
  let place = front;
  for (const key of other) {
    if (known.has(key)) {
      place = behind.get(key) ?? [];
      behind.set(key, place);
    } else {
      place.push(key);
    }
  }
  return [...front, ...own.flatMap((key) => [key, ...(behind.get(key) ?? [])])];
}
