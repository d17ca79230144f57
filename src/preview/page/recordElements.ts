import type { PageWords, PreviewField, PreviewGroup, PreviewModel } from '../messages.ts';
import { element, labelledField, titleField, wideField } from './fieldElements.ts';

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
      element('p', 'record', heading),
      ...(notice === undefined ? [] : [noticeElement(notice)]),
      ...groups.map((group) => groupElement(group, makeField)),
    ];
    last = made;
    return elements;
  };
}

function noticeElement(notice: string): HTMLElement {
  const made = element('p', 'notice', notice);
  made.setAttribute('role', 'status');
  return made;
}

function groupElement({ heading, fields }: PreviewGroup, makeField: MakeField): HTMLElement {
  const [first, ...rest] = fields;
  if (first?.show === 'title') {
    return element('header', '', makeField(first, titleField), ...listElements(rest, makeField));
  }
  if (first && rest.length === 0 && first.label === heading) return makeField(first, wideField);
  return element('section', '', element('h2', '', heading), ...listElements(fields, makeField));
}

function listElements(fields: readonly PreviewField[], makeField: MakeField): HTMLElement[] {
  if (fields.length === 0) return [];
  return [element('dl', '', ...fields.map((field) => makeField(field, labelledField)))];
}
