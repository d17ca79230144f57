import { diffIndices } from 'node-diff3';

// VS Code gives all lines of a document one ending. A text with several is shown with one and gets its own back.

const anyBreak = /\r\n|\r|\n/g;
/** Past this, comparing line by line takes too long. */
const mostLines = 2_000;

/** Why an editor can't show the text and keep it whole, as a sentence. */
export function unshowable(value: string): string | undefined {
  if (value.includes('\0')) return 'It contains a NUL character, so editors treat it as binary.';
  if (/\p{Surrogate}/u.test(value)) return 'It contains half of a character, which no file can store.';
  if (/[\u2028\u2029]/.test(value)) return 'It contains a line or paragraph separator, which editors offer to remove.';
  if (isMixed(value) && value.split(anyBreak).length > mostLines) {
    return `It mixes several kinds of line breaks in more than ${mostLines.toLocaleString('en-US')} lines.`;
  }
  return undefined;
}

/** As an editor shows it. */
export function shownText(value: string): string {
  return isMixed(value) ? value.replace(anyBreak, '\n') : value;
}

/** The edited text with the line breaks of the original, where the line is still there. */
export function withOriginalBreaks(original: string, shown: string): string {
  if (!isMixed(original)) return shown;
  const [before, after] = [original.split(anyBreak), shown.split(anyBreak)];
  const breaks = original.match(anyBreak) ?? [];
  const kept = keptLines(before, after);
  const usual = mostCommon(breaks);
  const last = after.length - 1;
  return after.reduce((text, line, index) => {
    const end = index === last ? '' : (breaks[kept.get(index) ?? -1] ?? usual);
    // Two breaks that only now stand side by side must not become one.
    return text + line + (end === '\n' && line === '' && text.endsWith('\r') ? '\r\n' : end);
  }, '');
}

/** A lone carriage return counts as mixed: no editor keeps it. */
function isMixed(value: string): boolean {
  const kinds = new Set(value.match(anyBreak));
  return kinds.size > 1 || kinds.has('\r');
}

/** For each line of the new text: which one it was, or was made of. */
function keptLines(before: string[], after: string[]): Map<number, number> {
  const kept = new Map<number, number>();
  let [from, to] = [0, 0];
  const pair = (count: number) => {
    for (let left = count; left > 0; left -= 1) kept.set(to++, from++);
  };
  for (const { buffer1, buffer2 } of diffIndices(before, after)) {
    const [replaced, replacing] = [buffer1[1] ?? 0, buffer2[1] ?? 0];
    pair((buffer1[0] ?? 0) - from);
    pair(Math.min(replaced, replacing));
    from += Math.max(0, replaced - replacing);
    to += Math.max(0, replacing - replaced);
  }
  pair(before.length - from);
  return kept;
}

function mostCommon(breaks: readonly string[]): string {
  const count = (kind: string) => breaks.filter((one) => one === kind).length;
  return ['\n', '\r\n', '\r'].reduce((best, kind) => (count(kind) > count(best) ? kind : best));
}
