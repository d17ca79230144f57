import { diffIndices } from 'node-diff3';
import { l10n } from 'vscode';
import { localNumber } from '../workbench/plainText.ts';

// VS Code gives all lines of a document the same ending. A text with mixed endings is shown with one kind, and its own
// are put back when it is saved.

const anyBreak = /\r\n|\r|\n/g;
/** With more lines, comparing them takes too long. */
const maxLines = 2_000;

/** Why an editor can't show a text without damaging it; undefined if it can. */
export function unshowable(value: string): string | undefined {
  if (value.includes('\0')) return l10n.t('It contains a NUL character, so editors treat it as binary.');
  if (/\p{Surrogate}/u.test(value)) return l10n.t("It contains half of a character, which files can't store.");
  if (/[\u2028\u2029]/.test(value)) {
    return l10n.t('It contains a line or paragraph separator, which editors offer to remove.');
  }
  if (!isMixed(value) || value.split(anyBreak).length <= maxLines) return undefined;
  return l10n.t('It mixes several kinds of line breaks in more than {0} lines.', localNumber(maxLines));
}

/** As an editor shows it. */
export function shownText(value: string): string {
  return isMixed(value) ? value.replace(anyBreak, '\n') : value;
}

/** The edited text, with the original line breaks of the lines that are still there. */
export function withOriginalBreaks(original: string, shown: string): string {
  if (!isMixed(original)) return shown;
  const [before, after] = [original.split(anyBreak), shown.split(anyBreak)];
  const breaks = original.match(anyBreak) ?? [];
  const kept = keptLines(before, after);
  const usual = mostCommon(breaks);
  const last = after.length - 1;
  return after.reduce((text, line, index) => {
    const end = index === last ? '' : (breaks[kept.get(index) ?? -1] ?? usual);
    // Two breaks that are adjacent only now must not become one.
    return text + line + (end === '\n' && line === '' && text.endsWith('\r') ? '\r\n' : end);
  }, '');
}

/** A lone carriage return counts as mixed, because editors don't keep it. */
function isMixed(value: string): boolean {
  const kinds = new Set(value.match(anyBreak));
  return kinds.size > 1 || kinds.has('\r');
}

/** For each line of the new text, the line of the old text it was or replaced. */
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
