import MarkdownIt, { type Token } from 'markdown-it';
import { webAddress } from '../../record/valueShapes.ts';

/** Text, or one of a few harmless elements. */
export type MarkdownNode = string | MarkdownElement;

interface MarkdownElement {
  readonly tag: MarkdownTag;
  readonly children: readonly MarkdownNode[];
  /** Of links, http(s) only. */
  readonly href?: string;
}

const tags = [
  'p',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'ul',
  'ol',
  'li',
  'pre',
  'hr',
  'br',
  'span',
  'a',
  'code',
  'em',
  'strong',
  's',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
type MarkdownTag = (typeof tags)[number];

/** The page's own headings are the first two levels. */
const shifted: Readonly<Record<string, MarkdownTag>> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' };

/** Markdown as a tree to build elements from, so that a record's text never becomes markup. */
export function markdownTree(text: string): MarkdownNode[] {
  const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
  return nodesOf(parser.parse(text, {}));
}

function nodesOf(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  for (const token of tokens) {
    const into = open.at(-1) ?? root;
    if (token.nesting < 0) {
      open.pop();
    } else if (token.hidden) {
      // The paragraph of an item in a list without empty lines between items.
      if (token.nesting > 0) open.push(into);
    } else if (token.nesting > 0) {
      const children: MarkdownNode[] = [];
      into.push(containerOf(token, children));
      open.push(children);
    } else {
      into.push(...leafOf(token));
    }
  }
  return root;
}

function containerOf(token: Token, children: MarkdownNode[]): MarkdownElement {
  if (token.tag === 'a') return linkTo(`${token.attrGet('href') ?? ''}`, children);
  return { tag: shifted[token.tag] ?? tags.find((tag) => tag === token.tag) ?? 'span', children };
}

function leafOf(token: Token): MarkdownNode[] {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'softbreak':
      return ['\n'];
    case 'hardbreak':
      return [{ tag: 'br', children: [] }];
    case 'hr':
      return [{ tag: 'hr', children: [] }];
    case 'code_inline':
      return [{ tag: 'code', children: [token.content] }];
    case 'fence':
    case 'code_block':
      return [{ tag: 'pre', children: [{ tag: 'code', children: [token.content] }] }];
    case 'image':
      return [pictureLink(token)];
    default:
      return token.content === '' ? [] : [token.content];
  }
}

/** An image in a text becomes a link and is never loaded. */
function pictureLink(token: Token): MarkdownNode {
  const address = `${token.attrGet('src') ?? ''}`;
  return linkTo(address, [token.content.trim() || address]);
}

function linkTo(address: string, children: MarkdownNode[]): MarkdownElement {
  const href = webAddress(address);
  return href === undefined ? { tag: 'span', children } : { tag: 'a', children, href };
}
