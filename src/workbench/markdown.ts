import { shortened } from '../record/shortened.ts';

/** Text as one line of Markdown that shows exactly this text: no markup, no link, no HTML, no icon. */
export function markdownText(text: string, limit = 300): string {
  const oneLine = shortened(text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim(), limit);
  return oneLine.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Text as a code block that its content can't end. */
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
