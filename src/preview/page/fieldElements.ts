import { webAddress } from '../../record/webAddress.ts';
import type { PreviewField } from '../messages.ts';
import { addressElement, element, markdownElement } from './elements.ts';
import { markdownTree } from './markdownTree.ts';

/** A field with its label in a list of labels and values. */
export function labelledField(field: PreviewField): HTMLElement {
  const label = element('dt', '', goButton(field), ...marks(field));
  return fieldElement('div', field, label, element('dd', '', ...contents(field)));
}

/** A field that fills a section of its own: its label is the section's heading. */
export function wideField(field: PreviewField): HTMLElement {
  const heading = element('h2', '', goButton(field), ...marks(field));
  return fieldElement('section', field, heading, ...contents(field));
}

/** The title stands as the heading of the page. */
export function titleField(field: PreviewField): HTMLElement {
  const text = field.texts.join(', ');
  const button = goButton(field);
  button.textContent = text || 'Untitled';
  const heading = element('h1', '', button);
  heading.dir = 'auto';
  return fieldElement('div', field, heading, ...marks(field), ...remarks(field));
}

function fieldElement(tag: 'div' | 'section', field: PreviewField, ...children: readonly Node[]): HTMLElement {
  const made = element(tag, 'field', ...children);
  if (field.change) made.classList.add(field.change);
  if (field.problems.length > 0) made.classList.add('problem');
  made.dataset.field = field.name;
  return made;
}

function goButton(field: PreviewField): HTMLButtonElement {
  const button = element('button', 'go', field.label);
  button.type = 'button';
  button.title = `Go to ${field.name} in the editor`;
  return button;
}

function marks({ change }: PreviewField): HTMLElement[] {
  return change ? [element('span', 'mark', change)] : [];
}

function contents(field: PreviewField): HTMLElement[] {
  const shown = field.texts.length === 0 ? [emptyElement(field)] : valueElements(field);
  return [...shown, ...remarks(field)];
}

function emptyElement({ change, note }: PreviewField): HTMLElement {
  if (note !== undefined) return element('span', '');
  return element('span', 'empty', change === 'removed' ? 'Not in the record any more' : 'Empty');
}

function valueElements({ show, texts }: PreviewField): HTMLElement[] {
  switch (show) {
    case 'list':
      return [element('ul', 'items', ...texts.map((text) => ownDirection(element('li', '', text))))];
    case 'markdown':
      return texts.map((text) => ownDirection(element('div', 'markdown', ...markdownTree(text).map(markdownElement))));
    case 'addresses':
      return [element('ul', 'addresses', ...texts.map((text) => element('li', '', addressElement(text))))];
    case 'picture':
      return texts.flatMap((text) => [pictureElement(text), addressElement(text)]);
    case 'pictureOffer':
      return [...texts.map(addressElement), loadButton()];
    default:
      return texts.map((text) => ownDirection(element('div', 'text', text)));
  }
}

function remarks({ note, problems }: PreviewField): HTMLElement[] {
  const list = problems.map((problem) => element('li', '', problem));
  return [
    ...(note === undefined ? [] : [element('p', 'note', note)]),
    ...(list.length === 0 ? [] : [element('ul', 'problems', ...list)]),
  ];
}

function pictureElement(address: string): HTMLElement {
  const picture = element('img', 'picture');
  picture.alt = 'Thumbnail of the talk';
  picture.referrerPolicy = 'no-referrer';
  picture.addEventListener('error', () =>
    picture.replaceWith(element('p', 'note', 'The picture could not be loaded.')),
  );
  picture.src = webAddress(address) ?? '';
  return picture;
}

function loadButton(): HTMLElement {
  const button = element('button', 'action', 'Load Picture');
  button.type = 'button';
  button.dataset.action = 'loadPicture';
  return button;
}

/** Each text is written in a script of its own. */
function ownDirection(made: HTMLElement): HTMLElement {
  made.dir = 'auto';
  return made;
}
