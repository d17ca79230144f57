import { webAddress } from '../../record/webAddress.ts';
import type { MarkdownNode } from './markdownTree.ts';

type Child = Node | string;

/** An element with children. Text goes in as text: this page has no other way to make elements. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  // One by one: a list may hold more items than a call takes arguments.
  for (const child of children) made.append(child);
  return made;
}

/** A link that VS Code opens, with its own question; other addresses than http(s) stay text. */
export function addressElement(address: string): HTMLElement {
  const href = webAddress(address);
  return href === undefined ? element('span', 'address', address) : linkElement(href, address);
}

export function markdownElement(node: MarkdownNode): Child {
  if (typeof node === 'string') return node;
  const children = node.children.map(markdownElement);
  return node.href === undefined ? element(node.tag, '', ...children) : linkElement(node.href, ...children);
}

function linkElement(href: string, ...children: readonly Child[]): HTMLElement {
  const link = element('a', '', ...children);
  link.href = href;
  link.title = href;
  return link;
}
