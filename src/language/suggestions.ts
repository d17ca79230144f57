import { getLocation, type JSONPath, type Node } from 'jsonc-parser';
import { formatString } from '../record/format.ts';
import { shortened } from '../record/shortened.ts';

export interface Suggestion {
  /** As people read it. */
  readonly label: string;
  /** As it stands in the text. */
  readonly json: string;
  readonly detail: string;
}

export interface Suggestions {
  /** What is replaced. */
  readonly offset: number;
  readonly length: number;
  readonly items: readonly Suggestion[];
}

const listFields = ['speakers', 'tags'] as const;
const textFields = ['category', 'language', 'copyright_text'] as const;
export type SuggestedField = (typeof listFields)[number] | (typeof textFields)[number];

const mostLabel = 80;
const nearby = 500;

/**
 * VS Code asks with every key. Where the line so far shows a field that nothing is suggested for, the text, which may be
 * megabytes, need not be looked at.
 */
export function mayHaveSuggestions(lineBefore: string): boolean {
  const lastKey = (text: string) => [...text.matchAll(/"(\w+)"\s*:/g)].at(-1)?.[1];
  const key = lastKey(lineBefore.slice(-nearby)) ?? lastKey(lineBefore.slice(0, nearby));
  return key === undefined || ['recorded', ...listFields, ...textFields].includes(key);
}

/** Values to offer at a place of a record's text, half-written as it may be. */
export function suggestionsAt(
  text: string,
  offset: number,
  seen: (field: SuggestedField) => readonly string[],
  today: string,
): Suggestions | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const values = isAtPropertyKey ? [] : valuesFor(path, seen, today);
  if (values.length === 0) return undefined;
  const detail = path[0] === 'recorded' ? 'today' : `seen before in ${path[0]}`;
  const items = [...new Set(values)].map((value) => ({ label: labelOf(value), json: formatString(value), detail }));
  return { ...replaced(text, offset, previousNode), items };
}

function valuesFor(
  [field, ...rest]: JSONPath,
  seen: (field: SuggestedField) => readonly string[],
  today: string,
): readonly string[] {
  if (field === 'recorded' && rest.length === 0) return [today];
  const list = listFields.find((name) => name === field);
  const name = list ?? textFields.find((text) => text === field);
  return name && rest.length === (list ? 1 : 0) ? seen(name) : [];
}

/** A string that the cursor stands in is replaced as a whole; one without its end, up to the cursor. */
function replaced(text: string, offset: number, node: Node | undefined): { offset: number; length: number } {
  if (node?.type !== 'string' || offset <= node.offset || offset > node.offset + node.length)
    return { offset, length: 0 };
  const isClosed = node.length > 1 && text[node.offset + node.length - 1] === '"';
  return { offset: node.offset, length: isClosed ? node.length : offset - node.offset };
}

function labelOf(value: string): string {
  const oneLine = value.replace(/\s+/g, ' ').trim();
  return shortened(oneLine, mostLabel);
}
