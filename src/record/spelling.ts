/**
 * How many errors lead from each beginning of the word, of no letter, one, and so on, to what was typed: a letter is
 * missing, too many, another one, or has changed places with the next. Counts up to `max`; more is any larger number.
 */
export function typingErrors(typed: string, word: string, max: number): readonly number[] {
  const width = Math.min(word.length, typed.length + max);
  let earlier: number[] = [];
  let before = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      const distance = Math.min(
        at(before, column - 1) + (isSame ? 0 : 1),
        at(before, column) + 1,
        at(current, column - 1) + 1,
        isSwapped && row > 1 && column > 1 ? at(earlier, column - 2) + 1 : max + 1,
      );
      current.push(distance);
    }
    if (Math.min(...current) > max) return current;
    [earlier, before] = [before, current];
  }
  return before;
}

function at(distances: readonly number[], column: number): number {
  return distances[column] ?? Number.POSITIVE_INFINITY;
}
