import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { shownStrings } from '../support/hostileStrings.ts';

/** What a hostile service may write, up to a megabyte. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: shownStrings },
  { weight: 1, arbitrary: shownStrings.map((text) => `${text} `.repeat(Math.ceil(1_000_000 / (text.length + 1)))) },
);

/** Checks that VS Code shows this on one bounded line of whole characters, in whose order nothing beside it takes part. */
export function assertOneLine(text: string, most: number): void {
  assert.doesNotMatch(text, /[\p{Cc}\u2028\u2029]/u);
  assert.ok(text.isWellFormed());
  assert.ok(text.length <= most, `${text.length} characters`);
  assert.doesNotMatch(text, /[\u202a-\u202e\u2066\u2067]/);
  let depth = 0;
  for (const [sign] of text.matchAll(/[\u2068\u2069]/g)) {
    depth += sign === '\u2068' ? 1 : -1;
    assert.ok(depth === 0 || depth === 1);
  }
  assert.equal(depth, 0);
}

/** As VS Code finds icons in the rows of a quick pick: a backslash in front makes it text. */
export function assertNoIcon(text: string): void {
  for (const [match] of text.matchAll(/(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g)) assert.ok(match.startsWith('\\'));
}

const markdown = new MarkdownIt({ html: true, linkify: true });

/** The kinds of tokens in a Markdown text, as the most generous reading of it has them. */
export function markdownKinds(text: string): ReadonlySet<string> {
  const tokens = markdown.parse(text, {});
  return new Set(tokens.flatMap(({ type, children }) => [type, ...(children ?? []).map((child) => child.type)]));
}
