import { getLocation, type Node } from 'jsonc-parser';
import { formatString } from '../../record/format.ts';

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

const listFields = new Set(['speakers', 'tags']);
const textFields = new Set(['category', 'language', 'copyright_text']);
const mostLabel = 80;

/** Values to offer at a place of a record's text, half-written as it may be. */
export function suggestionsAt(
  text: string,
  offset: number,
  seen: (field: string) => readonly string[],
  today: string,
): Suggestions | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const [field, index] = path;
  if (isAtPropertyKey || typeof field !== 'string') return undefined;
  const inList = listFields.has(field) && path.length === 2 && typeof index === 'number';
  if (!inList && path.length !== 1) return undefined;
  const values = field === 'recorded' ? [today] : inList || textFields.has(field) ? seen(field) : [];
  const detail = field === 'recorded' ? 'today' : `seen before in ${field}`;
  const items = [...new Set(values)].map((value) => ({ label: labelOf(value), json: formatString(value), detail }));
  return items.length === 0 ? undefined : { ...replaced(text, offset, previousNode), items };
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
  return oneLine.length > mostLabel ? `${oneLine.slice(0, mostLabel - 1)}…` : oneLine;
}
