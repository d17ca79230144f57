import { env, l10n } from 'vscode';
import { cut, shortened, withoutInvisible } from '../record/textEdits.ts';

declare const made: unique symbol;

/**
 * Text for the places of VS Code that render links and icons: nothing in it that others wrote is more than text. Only the
 * functions of this file make it, and `l10n.t` of our own words, numbers and plain texts.
 */
export type PlainText = string & { readonly [made]: true };

declare module 'vscode' {
  namespace l10n {
    // TypeScript tries the overloads of an augmentation first.
    function t(sentence: string, ...values: readonly (number | PlainText)[]): PlainText;
  }
}

/**
 * Notifications turn `[text](command:…)` into a link. What a service or a person wrote is shown as text on one line,
 * bounded, and can neither be a link nor become the label of a link after it.
 */
export function plainText(text: string, limit = 300): PlainText {
  return withoutLinks(oneLine(text, limit), limit);
}

function withoutLinks(text: string, limit: number): PlainText {
  const line = shortened(text.replace(/\](?=\()/g, '] '), limit);
  const closed = line.lastIndexOf(']') + 1;
  return asPlain(line.slice(0, closed) + line.slice(closed).replaceAll('[', '{'));
}

/** For texts that are known to be plain. */
function asPlain(text: string): PlainText {
  return text as PlainText;
}

/** Plain sentences after one another, without those that are left out. */
export function sentences(...parts: readonly (PlainText | false | undefined)[]): PlainText {
  return asPlain(parts.filter((part) => part !== false && part !== undefined).join(' '));
}

/** Links after one another. */
export function links(...parts: readonly PlainText[]): PlainText {
  return asPlain(parts.join(' · '));
}

/** A link to a command of ours, for a message in which VS Code renders links. */
export function commandLink(label: PlainText, command: string, argument: unknown): PlainText {
  return asPlain(`[${label}](command:${command}?${encodeURIComponent(JSON.stringify([argument]))})`);
}

/** Text on one line: bounded, without control characters, direction controls, invisible spaces and half characters. */
export function oneLine(text: string, limit = 300): string {
  // Cut before cleaning: a field may be megabytes long.
  const clean = withoutInvisible(cut(text, limit * 4).toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shortened(clean, limit);
}

/** What Unicode calls invisible, has no character for, or counts as a space, and three signs that are blank. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]|[^\S ]/gu;

/** Text in which nothing can hide, for someone who has to agree to it: what would not be seen is an escape. */
export function visible(text: string): string {
  const escaped = text.replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
  // VS Code would show several spaces as one.
  return escaped.replace(/ {2,}/g, (spaces) => '\u00a0'.repeat(spaces.length));
}

/** CJK, fullwidth forms and emoji. Of scripts beyond, more is counted than they need: nothing is taken to fit that doesn't. */
const wide = /[\u1100-\u115f\u2e80-\uffff\u{10000}-\u{10ffff}]|\p{Emoji_Presentation}/gu;

/** How wide a text is on screen, in columns of a letter. */
export function columnsOf(text: string): number {
  let columns = text.length;
  for (const [character] of text.matchAll(wide)) columns += 2 - character.length;
  return columns;
}

const longestName = 60;

/** The name of a field, in which nothing can hide. A name that is cut ends with an ellipsis. */
export function plainName(name: string): PlainText {
  return asPlain(isolate(withoutLinks(visible(cut(name, longestName + 1)), longestName)));
}

export function isCutName(name: string): boolean {
  return withoutLinks(visible(cut(name, longestName + 1)), 1000).length > longestName;
}

/** Whether a file may have this name: VS Code shows it in messages of its own, in which `[text](command:…)` is a link. */
export function isFileLabel(text: string): boolean {
  return /^[\p{L}\p{Nd} .,-]{1,60}$/u.test(text);
}

/** The part of a text that may be the name of a file. */
export function fileLabel(text: string): string {
  return cut(text.replace(/[^\p{L}\p{Nd} .,-]/gu, ''), 60);
}

/** Quick picks turn `$(name)` into an icon. This shows what a service or a person wrote as it is. */
export function iconsAsText(text: string): string {
  return text.replace(/\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, '\\$&');
}

/** Text for the outline and Go to Symbol, which shows `$(name)` as an icon, also after a backslash. */
export function symbolText(text: string): string {
  return oneLine(text, 80).replaceAll('$(', '$ (');
}

/** Unicode has all letters from right to left in these ranges. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Text on one line that can't reorder the text beside it, whatever its direction or direction controls. */
export function isolated(text: string, limit?: number): string {
  return isolate(oneLine(text, limit));
}

/** The beginning of a text on one line, in which nothing can hide. */
export function visibleLine(text: string, limit: number): string {
  return isolate(shortened(visible(cut(text, limit + 1)), limit));
}

/** For a text without direction controls. */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** "364 Status of the Harbour", or the number alone if the title is not known. */
export function recordLabel({ id, title }: { readonly id: number; readonly title: string }): string {
  return title === '' ? `${id}` : `${id} ${isolated(title)}`;
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
export function localNumber(value: number): PlainText {
  return asPlain(value.toLocaleString(env.language));
}

/** "title", "title and summary", "title, summary, and 3 more", in the user's language. */
export function listOf(names: readonly (PlainText | number)[], max?: number): PlainText;
export function listOf(names: readonly string[], max?: number): string;
export function listOf(names: readonly (string | number)[], max = 4): string {
  const shown = names.slice(0, names.length > max ? max - 1 : max);
  const rest = names.length - shown.length;
  const items = rest > 0 ? [...shown, l10n.t('{0} more', localNumber(rest))] : shown;
  return new Intl.ListFormat(env.language).format(items.map(String));
}

/** At most ten numbers of records. */
export function listOfIds(ids: readonly number[]): PlainText {
  return listOf(ids, 10);
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "now", "5 min. ago", "3 days ago". */
export function agoText(time: number): PlainText {
  const format = new Intl.RelativeTimeFormat(env.language, { numeric: 'auto', style: 'short' });
  const age = Math.max(0, Date.now() - time);
  const [unit, length] = units.find(([, milliseconds]) => age >= milliseconds) ?? ['second', Number.POSITIVE_INFINITY];
  return asPlain(format.format(-Math.floor(age / length), unit));
}
