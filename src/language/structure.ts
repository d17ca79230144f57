import { type JsonNode, type Span, sourceOf } from '../record/json.ts';
import { oneLine } from '../workbench/plainText.ts';

export interface OutlineItem extends Span {
  readonly name: string;
  readonly detail: string;
  readonly kind: JsonNode['kind'];
  /** Where its name is. */
  readonly label: Span;
  readonly children: readonly OutlineItem[];
}

/** VS Code's own limits for JSON. */
const maxItems = 5_000;
const maxLabel = 80;

/** Fields and items for the outline, the breadcrumbs and Go to Symbol. */
export function outline(text: string, root: JsonNode): OutlineItem[] {
  let left = maxItems;
  const childrenOf = (node: JsonNode): OutlineItem[] => {
    const items: OutlineItem[] = [];
    for (const { name, label, value } of partsOf(node)) {
      if (left === 0) break;
      left -= 1;
      const detail = value.kind === 'object' || value.kind === 'array' ? '' : labelOf(sourceOf(text, value));
      const children = childrenOf(value);
      items.push({ name, detail, kind: value.kind, offset: label.offset, end: value.end, label, children });
    }
    return items;
  };
  return childrenOf(root);
}

/** Objects and lists that can be folded. */
export function foldable(root: JsonNode): Span[] {
  const spans: Span[] = [];
  const walk = (node: JsonNode) => {
    if (spans.length === maxItems || (node.kind !== 'object' && node.kind !== 'array')) return;
    spans.push({ offset: node.offset, end: node.end });
    for (const { value } of partsOf(node)) walk(value);
  };
  walk(root);
  return spans;
}

/** What Expand Selection selects step by step, the innermost first. */
export function enclosing(root: JsonNode, offset: number): Span[] {
  const spans: Span[] = [];
  let node: JsonNode | undefined = root;
  while (node) {
    spans.push({ offset: node.offset, end: node.end });
    if (node.kind === 'string' && offset > node.offset && offset < node.end) {
      spans.push({ offset: node.offset + 1, end: node.end - 1 });
    }
    const part: Part | undefined = partAround(node, offset);
    if (part && part.label !== part.value) spans.push({ offset: part.label.offset, end: part.value.end });
    if (part && part.label !== part.value && offset <= part.label.end) {
      spans.push(part.label, { offset: part.label.offset + 1, end: part.label.end - 1 });
    }
    node = part && part.value.offset <= offset ? part.value : undefined;
  }
  return spans.reverse();
}

interface Part {
  readonly name: string;
  readonly label: Span;
  readonly value: JsonNode;
}

function* partsOf(node: JsonNode): Generator<Part> {
  if (node.kind === 'object') {
    for (const { key, keyOffset, keyLength, value } of node.members.values()) {
      yield { name: labelOf(key) || '""', label: { offset: keyOffset, end: keyOffset + keyLength }, value };
    }
  } else if (node.kind === 'array') {
    for (const [index, value] of node.items.entries()) yield { name: String(index), label: value, value };
  }
}

function partAround(node: JsonNode, offset: number): Part | undefined {
  for (const part of partsOf(node)) {
    if (part.label.offset > offset) return undefined;
    if (offset <= part.value.end) return part;
  }
  return undefined;
}

/** Go to Symbol shows `$(name)` as an icon. */
function labelOf(text: string): string {
  return oneLine(text, maxLabel).replaceAll('$(', '$ (');
}
