import { webAddress } from '../../record/valueShapes.ts';
import type { PageWords, PreviewField, PreviewGroup, PreviewModel } from '../protocol.ts';
import { type MarkdownNode, markdownTree } from './markdownTree.ts';

type FieldElement = (field: PreviewField, words: PageWords) => HTMLElement;
type MakeField = (field: PreviewField, make: FieldElement) => HTMLElement;

/** Makes the page's elements for a record. Fields that did not change keep their elements. */
export function recordRenderer(): (model: PreviewModel, words: PageWords) => HTMLElement[] {
  let last = new Map<string, HTMLElement>();
  return ({ heading, notice, groups }, words) => {
    const made = new Map<string, HTMLElement>();
    const makeField: MakeField = (field, make) => {
      const key = JSON.stringify(field);
      const kept = last.get(key) ?? make(field, words);
      made.set(key, kept);
      return kept;
    };
    const elements = [
      element('p', { className: 'record' }, heading),
      ...(notice === undefined ? [] : [element('p', { className: 'notice', role: 'status' }, notice)]),
      ...groups.map((group) => groupElement(group, makeField)),
    ];
    last = made;
    return elements;
  };
}

function groupElement({ heading, fields }: PreviewGroup, makeField: MakeField): HTMLElement {
  const [first, ...rest] = fields;
  if (first?.show === 'title') {
    return element('header', {}, makeField(first, titleField), ...listElements(rest, makeField));
  }
  if (first && rest.length === 0 && first.label === heading) return makeField(first, wideField);
  return element('section', {}, element('h2', {}, heading), ...listElements(fields, makeField));
}

function listElements(fields: readonly PreviewField[], makeField: MakeField): HTMLElement[] {
  if (fields.length === 0) return [];
  return [element('dl', {}, ...fields.map((field) => makeField(field, labelledField)))];
}

type Child = Node | string;

/** An element with properties and children. Strings become text nodes, and this page makes elements in no other way. */
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  // One by one: a list may have more items than a call can have arguments.
  for (const child of children) made.append(child);
  return made;
}

/** Each text may be in another script. */
const ownDirection = { dir: 'auto' };

/** A field with its label in a list of labels and values. */
function labelledField(field: PreviewField, words: PageWords): HTMLElement {
  const label = element('dt', {}, goButton(field), ...marks(field, words));
  return fieldElement('div', field, label, element('dd', {}, ...contents(field, words)));
}

/** A field with its own section. Its label is the section's heading. */
function wideField(field: PreviewField, words: PageWords): HTMLElement {
  const heading = element('h2', {}, goButton(field), ...marks(field, words));
  return fieldElement('section', field, heading, ...contents(field, words));
}

/** The title is the heading of the page. */
function titleField(field: PreviewField, words: PageWords): HTMLElement {
  const label = field.texts.join(', ') || words.untitled;
  const heading = element('h1', ownDirection, goButton({ ...field, label }));
  return fieldElement('div', field, heading, ...marks(field, words), ...remarks(field, words));
}

function fieldElement(tag: 'div' | 'section', field: PreviewField, ...children: readonly Node[]): HTMLElement {
  const className = ['field', field.change, field.problems.length > 0 && 'problem'].filter(Boolean).join(' ');
  const made = element(tag, { className }, ...children);
  made.dataset.field = field.name;
  return made;
}

function goButton({ label, goTo }: PreviewField): HTMLButtonElement {
  return element('button', { className: 'go', type: 'button', title: goTo }, label);
}

function marks({ change }: PreviewField, words: PageWords): HTMLElement[] {
  return change ? [element('span', { className: 'mark' }, words[change])] : [];
}

function contents(field: PreviewField, words: PageWords): HTMLElement[] {
  const shown = field.texts.length === 0 ? [emptyElement(field, words)] : valueElements(field, words);
  return [...shown, ...remarks(field, words)];
}

function emptyElement({ change, note }: PreviewField, words: PageWords): HTMLElement {
  if (note !== undefined) return element('span', {});
  return element('span', { className: 'empty' }, change === 'removed' ? words.removedValue : words.emptyValue);
}

function valueElements({ show, texts }: PreviewField, words: PageWords): HTMLElement[] {
  switch (show) {
    case 'list':
      return [element('ul', { className: 'items' }, ...texts.map(itemElement))];
    case 'markdown':
      return texts.map((text) =>
        element('div', { className: 'markdown', ...ownDirection }, ...markdownTree(text).map(markdownElement)),
      );
    case 'addresses':
      return [
        element('ul', { className: 'addresses' }, ...texts.map((text) => element('li', {}, addressElement(text)))),
      ];
    case 'picture':
      return texts.flatMap((text) => [pictureElement(text, words), addressElement(text)]);
    case 'pictureOffer':
      return [...texts.map(addressElement), loadButton(words)];
    default:
      return texts.map((text) => element('div', { className: 'text', ...ownDirection }, text));
  }
}

function itemElement(text: string, index: number): HTMLElement {
  const item = element('button', { className: 'go item', type: 'button', ...ownDirection }, text);
  item.dataset.item = String(index);
  return element('li', {}, item);
}

/** A link that VS Code opens after asking; other addresses than http(s) stay text. */
function addressElement(address: string): HTMLElement {
  const href = webAddress(address);
  return href === undefined ? element('span', { className: 'address' }, address) : linkElement(href, address);
}

function markdownElement(node: MarkdownNode): Child {
  if (typeof node === 'string') return node;
  const children = node.children.map(markdownElement);
  return node.href === undefined ? element(node.tag, {}, ...children) : linkElement(node.href, ...children);
}

function linkElement(href: string, ...children: readonly Child[]): HTMLElement {
  return element('a', { href, title: href }, ...children);
}

function remarks({ note, problems }: PreviewField, words: PageWords): HTMLElement[] {
  const listed = problems.map((problem) => element('li', {}, problem));
  return [
    ...(note === undefined ? [] : [element('p', { className: 'note' }, note)]),
    ...(listed.length === 0 ? [] : [element('ul', { className: 'problems', ariaLabel: words.problems }, ...listed)]),
  ];
}

function pictureElement(address: string, words: PageWords): HTMLElement {
  const picture = element('img', { className: 'picture', alt: words.thumbnail, referrerPolicy: 'no-referrer' });
  picture.addEventListener('error', () => picture.replaceWith(element('p', { className: 'note' }, words.imageFailed)));
  picture.src = webAddress(address) ?? '';
  return picture;
}

function loadButton(words: PageWords): HTMLElement {
  const load = element('button', { className: 'action', type: 'button' }, words.loadImage);
  load.dataset.action = 'loadPicture';
  return load;
}
