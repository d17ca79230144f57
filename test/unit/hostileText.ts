import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';

const nasty = [
  '[Click](command:workbench.action.quit)',
  '![x](https://attack.example/p.png)',
  '<img src="https://attack.example/i.png">',
  '<https://attack.example>',
  'https://attack.example/x www.attack.example me@attack.example',
  '$(verified) $(sync~spin) \\$(bug)',
  '**bold** `code` ~~gone~~ # heading',
  '[ref]: https://attack.example',
  '\n\n---\n\n| a | b |\n|---|---|\n',
  '\r\n\u0085\u2028\u2029\u000b\u000c\t\0\u001b[31m\u007f\u009b',
  '\u202e\u2066\u2067\u2069\u200f\u061c',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\ud800',
  '\udfff',
  'שלוש شجرة',
  '🚢👩🏽‍💻',
  '&lt;b&gt; &#91;x&#93;(command:y)',
];

/** Text as a hostile service may write it: markup, links, icons, control and direction characters, up to a megabyte. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary' })), { maxLength: 8 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom(...nasty).map((part) => part.repeat(Math.ceil(1_000_000 / part.length))) },
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
