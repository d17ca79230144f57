type Child = Node | string;

/** An element with properties and children. Strings become text nodes, and this page makes elements in no other way. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** For screen readers. */
export function spoken(text: string): HTMLElement {
  return element('span', { className: 'spoken' }, text);
}
