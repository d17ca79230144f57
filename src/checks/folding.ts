import { folded } from '../record/searchText.ts';
import { cut } from '../record/textEdits.ts';

/** U+200B stays where it separates words: these scripts write no spaces there. */
const invisible = /[\p{Cc}\u00ad\u2060\ufeff]|\u200b(?![\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}\p{sc=Thai}])/gu;

/** A longer text is no title, name or tag. */
const maxLine = 10_000;

/** In composed characters, except compatibility ideographs: NFC would replace them, and names depend on their form. */
function composed(text: string): string {
  return text.replace(/[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu, (part) => part.normalize('NFC'));
}

/**
 * On one line without stray spaces, in composed characters. Joiners and French no-break spaces stay, and so do texts with
 * halves of characters: what stands between two may keep them apart.
 */
export function tidy(text: string): string {
  if (text.length > maxLine || !text.isWellFormed() || /^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  // \s matches U+FEFF too.
  const visible = composed(text).replaceAll('\ufeff', '');
  const spaced = visible.replace(/[\s\u0085]+/g, (run, at: number, whole: string) => {
    const isFrench = whole[at - 1] === '«' || /[:;!?»%€]/.test(whole[at + run.length] ?? '');
    return /^[\u00a0\u202f]$/.test(run) && isFrench ? run : ' ';
  });
  return spaced.replace(invisible, '').replace(/ {2,}/g, ' ').trim();
}

/** What is corrected in a text: line ends, letters in several characters, invisible or other blank characters alone, else spaces. */
export function untidiness(text: string, tidied: string): 'lines' | 'letters' | 'invisible' | 'blanks' | 'spaces' {
  const letters = composed(text);
  if (letters === tidied) return 'letters';
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(text)) return 'lines';
  if (letters.replace(invisible, '') === tidied) return 'invisible';
  return letters.length === tidied.length ? 'blanks' : 'spaces';
}

// Almost all texts are ASCII; decomposing and classes of Unicode are slow.
const ascii = /^[\t\n\r -~]*$/;

/** Two titles, names or tags that agree so far are the same. */
const maxName = 1_000;

/** Letters and digits only, whatever their case and accents. */
export function fold(text: string): string {
  return foldProse(cut(text, maxName));
}

/** The same for a text of any length that rules look at. */
export function foldProse(text: string): string {
  return folded(text).replace(ascii.test(text) ? /[^a-z\d]+/g : /[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** The same for tags: C, C++ and C# differ. */
export function foldTag(text: string): string {
  return folded(cut(text, maxName)).replace(ascii.test(text) ? /[^a-z\d+#]+/g : /[^\p{L}\p{N}\p{M}+#]+/gu, '');
}

export function wordsOf(text: string): readonly string[] {
  return folded(cut(text, maxName)).match(ascii.test(text) ? /[a-z\d]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
