import { fieldType } from './fields.ts';
import { formatString } from './format.ts';
import { itemSources, itemsOf, stringValue } from './json.ts';
import { jsonOrUndefined } from './valueShapes.ts';

/**
 * A field's JSON after some values, as texts, became another one; the same text where it has none of them. `""` among
 * them means that the field is empty, and as the other one that the value goes: undefined if it is no text, which can't be
 * empty. No list gets an item twice.
 */
export function replacedValue(
  field: string,
  raw: string | undefined,
  values: ReadonlySet<string>,
  by: string,
): string | undefined {
  const isList = raw?.startsWith('[') ?? ['texts', 'list'].includes(fieldType(field) ?? '');
  if (isList) return replacedItems(raw ?? '[]', values, by);
  const before = textOf(raw ?? 'null');
  if (before === by || !values.has(before)) return raw;
  if (by === '' && !isText(field, raw)) return undefined;
  return isText(field, raw) || jsonOrUndefined(by) === undefined ? formatString(by) : by;
}

function replacedItems(raw: string, values: ReadonlySet<string>, by: string): string {
  const items = itemSources(raw);
  const isReplaced = (item: string) => textOf(item) !== by && values.has(textOf(item));
  const isFilled = items.length === 0 && values.has('');
  const first = items.findIndex(isReplaced);
  if (by === '' || items.some((item) => textOf(item) === by)) {
    return first < 0
      ? raw
      : listText(
          raw,
          items.filter((item) => !isReplaced(item)),
        );
  }
  if (isFilled) return listText(raw, [formatString(by)]);
  if (first < 0) return raw;
  return listText(
    raw,
    items.flatMap((item, at) => (at === first ? [formatString(by)] : isReplaced(item) ? [] : [item])),
  );
}

/** The text of a value as people group by it: what is not a text is its JSON. */
export function textOf(raw: string): string {
  const text = raw.startsWith('"') ? stringValue(raw) : raw === 'null' ? '' : raw;
  return text.trim() === '' ? '' : text;
}

function isText(field: string, raw: string | undefined): boolean {
  const type = fieldType(field);
  return type ? type.startsWith('text') : raw === undefined || raw === 'null' || raw.startsWith('"');
}

/** A list's JSON with other items, on one line or on several as it was. */
export function listText(raw: string, items: readonly string[]): string {
  const nodes = itemsOf(raw);
  const [first, second, last] = [nodes[0], nodes[1], nodes.at(-1)];
  if (!first || !last || items.length === 0) return `[${items.join(', ')}]`;
  const lead = raw.slice(1, first.offset);
  const between = second ? raw.slice(first.end, second.offset) : `,${lead === '' ? ' ' : lead}`;
  return `[${lead}${items.join(between)}${raw.slice(last.end)}`;
}
