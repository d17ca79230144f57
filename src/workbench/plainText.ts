import { env, l10n } from 'vscode';
import { cut, shortened } from '../record/textEdits.ts';

const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Notifications turn `[text](command:…)` into a link. What a service or a person wrote is shown as text on one line,
 * bounded, and can neither be a link nor become the label of a link after it.
 */
export function plainText(text: string, limit = 300): string {
  const line = shortened(oneLine(text, limit).replace(/\](?=\()/g, '] '), limit);
  const closed = line.lastIndexOf(']') + 1;
  return line.slice(0, closed) + line.slice(closed).replaceAll('[', '{');
}

/** Text on one line: bounded, without control characters, direction controls, invisible spaces and half characters. */
export function oneLine(text: string, limit = 300): string {
  // Cut before cleaning: a field may be megabytes long.
  const clean = cut(text, limit * 4)
    .toWellFormed()
    .replace(directionControls, '')
    .replace(/[\u200b\u2060-\u2064\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shortened(clean, limit);
}

const labelCharacters = '\\p{L}\\p{Nd} .,-';
const longestLabel = 60;

/** Whether a file may have this name: VS Code shows it in messages of its own, in which `[text](command:…)` is a link. */
export function isFileLabel(text: string): boolean {
  return new RegExp(`^[${labelCharacters}]{1,${longestLabel}}$`, 'u').test(text);
}

/** The part of a text that may be the name of a file. */
export function fileLabel(text: string): string {
  return cut(text.replace(new RegExp(`[^${labelCharacters}]`, 'gu'), ''), longestLabel);
}

/** Quick picks turn `$(name)` into an icon. This shows what a service or a person wrote as it is. */
export function iconsAsText(text: string): string {
  return text.replace(/\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, '\\$&');
}

const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Text on one line that can't reorder the text beside it, whatever its direction or direction controls. */
export function isolated(text: string, limit?: number): string {
  const plain = oneLine(text, limit);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** Text as one line of Markdown that shows exactly this text: no markup, no link, no HTML, no icon. */
export function markdownText(text: string, limit = 300): string {
  const oneLine = shortened(text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim(), limit);
  return oneLine.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** A code block that its content can't close. */
export function codeBlock(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A link to an http(s) address that `webAddress` has normalized. */
export function markdownLink(address: string, label = address): string {
  const target = address.replace(/[\\<>()\s]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `[${markdownText(label, 80)}](<${target}>)`;
}

/** A number as people write it in the user's language. IDs and status codes are not formatted. */
export function localNumber(value: number): string {
  return value.toLocaleString(env.language);
}

/** "title", "title and summary", "title, summary, and 3 more", in the user's language. */
export function listOf(names: readonly string[], most = 4): string {
  const shown = names.slice(0, names.length > most ? most - 1 : most);
  const rest = names.length - shown.length;
  const items = rest > 0 ? [...shown, l10n.t('{0} more', localNumber(rest))] : shown;
  return new Intl.ListFormat(env.language).format(items);
}
