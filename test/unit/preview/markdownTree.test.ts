import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type MarkdownNode, markdownTree } from '../../../src/preview/page/markdownTree.ts';

const allowed = new Set(
  'p h3 h4 h5 h6 blockquote ul ol li pre hr br span a code em strong s table thead tbody tr th td'.split(' '),
);

function all(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [node] : [node, ...all(node.children)]));
}
const words = (nodes: readonly MarkdownNode[]) =>
  all(nodes)
    .filter((node) => typeof node === 'string')
    .join('');
const addresses = (text: string) =>
  all(markdownTree(text)).flatMap((node) => (typeof node === 'string' ? [] : (node.href ?? [])));

test('Markdown becomes elements, its headings below those of the page', () => {
  assert.deepEqual(markdownTree('# One\n\n- *a*\n- `b`\n\n[c](https://example.org)'), [
    { tag: 'h3', children: ['One'] },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: [{ tag: 'em', children: ['a'] }] },
        { tag: 'li', children: [{ tag: 'code', children: ['b'] }] },
      ],
    },
    { tag: 'p', children: [{ tag: 'a', children: ['c'], href: 'https://example.org/' }] },
  ]);
});

test('HTML stays text', () => {
  const html = '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <b>b</b>';
  assert.equal(words(markdownTree(html)), html.replace('\n\n', ''));
});

test('links lead only to http and https, and images become links', () => {
  const bad =
    '[a](javascript:alert(1)) [b](command:x) [c](data:text/html,x) <vscode://x/y> [d](//e.org) [f](/g) [h](JAVASCRIPT&colon;alert(1))';
  assert.deepEqual(addresses(bad), []);
  assert.deepEqual(addresses('![x](https://example.org/p.png) ![y](data:image/png;base64,AA)'), [
    'https://example.org/p.png',
  ]);
});

test('produces only allowed elements and web addresses', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<script>',
      '</',
      '[',
      '](',
      ')',
      'javascript:',
      'command:',
      '![',
      '> ',
      '- ',
      '# ',
      '```',
      '|',
      '-|-',
      '\n',
      '\n\n',
      '<a href="',
      '"',
      '&#x6a;',
      '\\',
      'https://e.org',
      '*',
      '_',
      '~~',
      '1. ',
    ),
    fc.string({ maxLength: 5 }),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (markdown) => {
      for (const node of all(markdownTree(markdown))) {
        if (typeof node === 'string') continue;
        assert.ok(allowed.has(node.tag), node.tag);
        assert.deepEqual(
          Object.keys(node).filter((key) => !['tag', 'children', 'href'].includes(key)),
          [],
        );
        assert.match(node.href ?? 'https://', /^https?:\/\//);
      }
    }),
    { numRuns: 500 },
  );
});
