import { l10n } from 'vscode';
import type { PlainText } from '../workbench/plainText.ts';

const anyBreak = /\r\n|\r|\n/g;

/** Why an editor can't show a text without damaging it; undefined if it can. */
export function unshowable(value: string): PlainText | undefined {
  if (value.includes('\0')) return l10n.t('It contains a NUL character, so editors treat it as binary.');
  if (/\p{Surrogate}/u.test(value)) return l10n.t("It contains half of a character, which files can't store.");
  if (/[\u2028\u2029]/.test(value)) {
    return l10n.t('It contains a line or paragraph separator, which editors offer to remove.');
  }
  return undefined;
}

/**
 * VS Code gives all lines of a document the same ending, so a text with several kinds can be shown, but not edited. A
 * lone carriage return counts as one of them, because editors don't keep it.
 */
export function hasMixedBreaks(value: string): boolean {
  const kinds = new Set(value.match(anyBreak));
  return kinds.size > 1 || kinds.has('\r');
}

/** As an editor shows it. */
export function editorText(value: string): string {
  return hasMixedBreaks(value) ? value.replace(anyBreak, '\n') : value;
}
