import { typingErrors } from '../record/spelling.ts';
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
    const distance = Math.min(...typingErrors(typed, word, least));
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
