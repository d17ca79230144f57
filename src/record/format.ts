import { type JsonNode, type JsonObject, parseJson, sourceOf } from './json.ts';

// Characters that would hide, reorder or break what the reader sees: they stay escapes.
const hidden = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
// Escapes that JSON.stringify would write in another way, and characters that may have to become escapes.
const unreadable = /\\(?!["\\bfnrt])|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/;
const indentStep = '  ';

/** The readable form of a field's value. */
export function formatValue(raw: string): string {
  return formatNode(raw, parseJson(raw), 1);
}

/** The readable form of a value, indented as a value `level` objects deep. */
export function formatNode(text: string, node: JsonNode, level: number): string {
  switch (node.kind) {
    case 'object':
      return formatMembers(text, node, level);
    case 'array': {
      const items = node.items.map((item) => formatNode(text, item, level + 1));
      return formatItems(items, level);
    }
    case 'string':
      return readableString(sourceOf(text, node));
    default:
      return sourceOf(text, node);
  }
}

/** A value without the line ends between its parts. */
export function onOneLine(raw: string): string {
  return raw.includes('\n') ? compact(raw, parseJson(raw)) : raw;
}

function compact(text: string, node: JsonNode): string {
  if (node.kind === 'array') return `[${node.items.map((item) => compact(text, item)).join(', ')}]`;
  if (node.kind !== 'object') return sourceOf(text, node);
  const members = Array.from(node.members.values(), ({ keyOffset, keyLength, value }) => {
    return `${text.slice(keyOffset, keyOffset + keyLength)}: ${compact(text, value)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** How many characters `formatNode` adds at most. A small text that is deeply nested can become a huge one. */
export function indentation(node: JsonNode, level: number): number {
  if (node.kind !== 'object' && node.kind !== 'array') return 0;
  const children = node.kind === 'array' ? node.items : Array.from(node.members.values(), ({ value }) => value);
  const line = indentStep.length * (level + 1) + ': \n'.length;
  return children.reduce((sum, child) => sum + line + indentation(child, level + 1), line);
}

function formatMembers(text: string, node: JsonObject, level: number): string {
  const members = Array.from(node.members.values(), ({ keyOffset, keyLength, value }) => {
    const key = readableString(text.slice(keyOffset, keyOffset + keyLength));
    return `${key}: ${formatNode(text, value, level + 1)}`;
  });
  return enclose('{', members, '}', level);
}

/** An array of items that are readable already. */
export function formatItems(items: readonly string[], level: number): string {
  return enclose('[', items, ']', level);
}

/** A string's readable JSON. JSON.stringify itself escapes C0 controls and lone surrogates. */
export function formatString(value: string): string {
  // Names of fields are, and a list of records has many.
  if (/^\w*$/.test(value)) return `"${value}"`;
  return escapeAll(JSON.stringify(value), hidden);
}

export function escapeAll(text: string, units: RegExp): string {
  return text.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function readableString(raw: string): string {
  return unreadable.test(raw) ? formatString(JSON.parse(raw)) : raw;
}

function enclose(open: string, parts: readonly string[], close: string, level: number): string {
  if (parts.length === 0) return open + close;
  const outer = `\n${indentStep.repeat(level)}`;
  const inner = outer + indentStep;
  return open + inner + parts.join(`,${inner}`) + outer + close;
}
