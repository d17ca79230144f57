import { inSlices } from '../workbench/scheduling.ts';

const maxWords = 5;
const shortestWord = 4;
const shortestWithTwoErrors = 8;

/**
 * The words that begin nearly as a typed word does: after the first letter, one is missing, too many, another one or has
 * changed places with the next; in a long word, two. None for a number, or if words begin exactly like it.
 */
export async function nearWords(
  typed: string,
  vocabulary: Iterable<string>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (typed.length < shortestWord || /^\d+$/.test(typed)) return [];
  let least = typed.length < shortestWithTwoErrors ? 1 : 2;
  let nearest: string[] = [];
  const look = (word: string) => {
    if (word[0] !== typed[0] || word.length < typed.length - least) return;
    const distance = distanceToStart(typed, word, least);
    if (distance > least) return;
    if (distance < least) nearest = [];
    least = distance;
    if (nearest.length < maxWords) nearest.push(word);
  };
  await inSlices(vocabulary, look, signal);
  if (least === 0) return [];
  // "lantern" finds "lanterns" as well.
  return nearest.filter((word) => !nearest.some((other) => other !== word && word.startsWith(other)));
}

/** How many errors lead from a beginning of the word to what was typed; more than `max` if it is too many. */
function distanceToStart(typed: string, word: string, max: number): number {
  const width = Math.min(word.length, typed.length + max);
  let earlier: number[] = [];
  let before = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    let least = row;
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
      least = Math.min(least, distance);
    }
    if (least > max) return least;
    [earlier, before] = [before, current];
  }
  return Math.min(...before);
}

function at(distances: readonly number[], column: number): number {
  return distances[column] ?? Number.POSITIVE_INFINITY;
}
