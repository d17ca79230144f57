import { getLocation, type JSONPath, type Node, parse } from 'jsonc-parser';
import { l10n } from 'vscode';
import {
  type FieldType,
  fieldNames,
  fieldType,
  recordFields,
  type SuggestedField,
  sharedLists,
  sharedTexts,
} from '../record/fields.ts';
import { formatString } from '../record/format.ts';
import type { Field } from '../record/text.ts';
import { fieldWords } from '../workbench/fieldWords.ts';
import { iconsAsText, oneLine } from '../workbench/plainText.ts';
import type { ParsedText } from './parsedDocuments.ts';

interface Suggestion {
  readonly label: string;
  /** What is inserted, as JSON; `$0` in a snippet is where the cursor goes. */
  readonly json: string;
  readonly isSnippet?: boolean;
  readonly detail: string;
}

export interface Suggestions {
  readonly kind: 'field' | 'value';
  /** What is replaced. */
  readonly offset: number;
  readonly length: number;
  readonly items: readonly Suggestion[];
  /** Where a comma is missing before the inserted text. */
  readonly commaAt?: number;
}

type SeenValues = (field: SuggestedField) => readonly string[];

const maxLabel = 80;
/** Longer than any name of a field. */
const longestWord = 40;

/** What an empty value of each type looks like, and the values that the type itself has. */
const typeValues: Readonly<Record<FieldType, { readonly empty: string; readonly all: readonly string[] }>> = {
  text: { empty: '"$0"', all: [] },
  textOrNull: { empty: '"$0"', all: ['null'] },
  texts: { empty: '[$0]', all: [] },
  list: { empty: '[$0]', all: [] },
  flag: { empty: '$0', all: ['true', 'false'] },
  integer: { empty: '$0', all: [] },
  integerOrNull: { empty: '$0', all: ['null'] },
  numberOrNull: { empty: '$0', all: ['null'] },
};

/** What to offer at a place of an unfinished text. */
export function suggestionsAt(
  { text, fields }: Pick<ParsedText, 'text' | 'fields'>,
  offset: number,
  seen: SeenValues,
  today: string,
): Suggestions | undefined {
  const place = replaced(text, offset, getLocation(text, offset).previousNode);
  const missing = missingComma(text, place.offset);
  const completed = missing === undefined ? text : `${text.slice(0, missing)},${text.slice(missing)}`;
  const { path, isAtPropertyKey } = getLocation(completed, offset + completed.length - text.length);
  const [following = ''] = text.slice(place.offset + place.length).trimStart();
  const items = isAtPropertyKey ? names(path, fields, following) : fieldValues(path, fields, seen, today);
  if (items.length === 0) return undefined;
  const comma = following === '' || ',]}:'.includes(following) ? '' : ',';
  return {
    kind: isAtPropertyKey ? 'field' : 'value',
    ...place,
    items: items.map((item) => ({ ...item, json: item.json + comma })),
    ...(missing !== undefined && { commaAt: missing }),
  };
}

/** The fields that the record doesn't have yet. */
function names(path: JSONPath, fields: readonly Field[], following: string): Suggestion[] {
  if (path.length > 1) return [];
  const known = new Set(fields.map(({ key }) => key));
  return fieldNames
    .filter((name) => !known.has(name) || name === path[0])
    .map((name) => {
      const json = following === ':' ? `"${name}"` : `"${name}": ${typeValues[recordFields[name]].empty}`;
      return { label: name, json, isSnippet: following !== ':', detail: fieldWords(name)?.description ?? '' };
    });
}

function fieldValues(
  [field, ...rest]: JSONPath,
  fields: readonly Field[],
  seen: SeenValues,
  today: string,
): Suggestion[] {
  const name = String(field);
  const list = sharedLists.find((one) => one === name);
  const used = l10n.t('Used in "{0}" of other records', name);
  if (list) return rest.length === 1 ? texts(unused(seen(list), fields, list), used) : [];
  if (rest.length > 0) return [];
  const text = sharedTexts.find((one) => one === name);
  const type = fieldType(name);
  return [
    ...(name === 'recorded' ? texts([today], l10n.t('Today')) : []),
    ...(text ? texts(seen(text), used) : []),
    ...(type ? typeValues[type].all.map((json) => ({ label: json, json, detail: '' })) : []),
  ];
}

/** Items that the list has already are not offered again. */
function unused(all: readonly string[], fields: readonly Field[], list: SuggestedField): readonly string[] {
  const items: unknown = parse(fields.find(({ key }) => key === list)?.raw ?? '');
  const used = new Set(Array.isArray(items) ? items : []);
  return all.filter((value) => !used.has(value));
}

function texts(all: readonly string[], detail: string): Suggestion[] {
  // The suggest widget shows `$(name)` as an icon.
  const labelOf = (value: string) => iconsAsText(oneLine(value, maxLabel));
  return [...new Set(all)].map((value) => ({ label: labelOf(value), json: formatString(value), detail }));
}

/** A string around the cursor is replaced as a whole; one without an end, or a word without quotes, up to the cursor. */
function replaced(text: string, offset: number, node: Node | undefined): { offset: number; length: number } {
  const isText = node?.type === 'string' || node?.type === 'property';
  if (!isText || offset <= node.offset || offset > node.offset + node.length) {
    const [word = ''] = /(?<!\w)[a-z]\w*$/i.exec(text.slice(Math.max(0, offset - longestWord), offset)) ?? [];
    return { offset: offset - word.length, length: word.length };
  }
  const isClosed = node.length > 1 && text[node.offset + node.length - 1] === '"';
  return { offset: node.offset, length: isClosed ? node.length : offset - node.offset };
}

/** The end of a value that is followed by another without a comma. */
function missingComma(text: string, offset: number): number | undefined {
  const before = text.slice(0, offset).trimEnd();
  return '[{,:'.includes(before.at(-1) ?? '') ? undefined : before.length;
}
