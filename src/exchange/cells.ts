import { sameMeaning } from '../record/changes.ts';
import { fieldType, isFieldName } from '../record/fields.ts';
import { formatItems, formatString, onOneLine } from '../record/format.ts';
import { itemSources, parseJson, stringValue } from '../record/json.ts';
import { orUndefined } from '../record/valueShapes.ts';

/** The text of a value in a cell of a spreadsheet. A record without the field has an empty cell. */
export function cellOf(field: string, raw: string | undefined): string {
  if (raw === undefined || (raw === 'null' && kindOf(field, raw) === 'text')) return '';
  const text = raw.startsWith('"') ? stringValue(raw) : linesIn(raw)?.join('\n');
  // UTF-8 has no half characters.
  return text?.isWellFormed() ? guarded(text) : onOneLine(raw);
}

/**
 * The JSON of a cell, for a field that had the value `before`: that very value if the cell still means it. Undefined if
 * nothing is given, null if the cell can't be a value. What is no value of a known field becomes a text, which the
 * worksheet shows as a problem.
 */
export function cellValue(field: string, cell: string, before: string | undefined): string | undefined | null {
  if (isCellOf(field, cell, before)) return before;
  const kind = kindOf(field, before);
  const text = unguarded(cell);
  if (kind === 'text') return formatString(withLineEndsOf(text, before));
  const value = kind === 'list' && !text.startsWith('[') ? listOf(text) : jsonIn(text.trim());
  if (value === undefined && text.trim() === '' && before === 'null') return before;
  if (value === undefined) return isFieldName(field) ? formatString(text) : null;
  return before !== undefined && sameMeaning(value, before) ? before : value;
}

/** Whether a cell is as it was written. A spreadsheet may drop the apostrophe of a formula and change line ends. */
function isCellOf(field: string, cell: string, raw: string | undefined): boolean {
  const written = cellOf(field, raw);
  const isSame = [written, unguarded(written)].some((text) => withLineFeeds(text) === withLineFeeds(cell));
  return isSame || isCut(field, cell, raw);
}

/** Excel keeps no more of a cell. */
export const longestCell = 32_767;

/** Whether a cell has only the beginning of what was written. Its value stays as it was. */
export function isCut(field: string, cell: string, raw: string | undefined): boolean {
  const read = withLineFeeds(cell);
  if (read.length !== longestCell) return false;
  const written = withLineFeeds(cellOf(field, raw));
  return written.length > longestCell && [written, unguarded(written)].some((text) => text.startsWith(read));
}

type Kind = 'text' | 'list' | 'other';

/** What the interface says of the field, else what it had. */
function kindOf(field: string, before: string | undefined): Kind {
  const type = fieldType(field);
  if (type === 'text' || type === 'textOrNull') return 'text';
  if (type === 'texts' || type === 'list') return 'list';
  if (type !== undefined || before === undefined) return 'other';
  if (before.startsWith('"')) return 'text';
  return linesIn(before) ? 'list' : 'other';
}

/** What a spreadsheet runs as a formula, with the apostrophes before it. The last four are the full-width forms. */
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** With an apostrophe, so that no spreadsheet runs it. */
export function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** The items of a list of texts that can be lines: undefined if one of them would not come back as it is. */
function linesIn(raw: string): readonly string[] | undefined {
  const items = itemSources(raw);
  if (!raw.startsWith('[') || !items.every((item) => item.startsWith('"'))) return undefined;
  const texts = items.map(stringValue);
  return texts.every((text) => /^[^[\r\n][^\r\n]*$/.test(text)) ? texts : undefined;
}

function listOf(text: string): string {
  const items = text.split(/[\r\n]+/).filter((line) => line !== '');
  return formatItems(items.map(formatString), 1);
}

/** Spreadsheets write `true` as `TRUE`. */
function jsonIn(text: string): string | undefined {
  const json = /^(true|false|null)$/i.test(text) ? text.toLowerCase() : text;
  return orUndefined(() => parseJson(json)) && json;
}

/** A reader of CSV may fold the end of a line that has several carriage returns only in part. */
function withLineFeeds(text: string): string {
  return text.replace(/(?<!\r)\r*\n/g, '\n');
}

/** Each line as it ended before, counted from the end where nothing changed there, else from the start. */
function withLineEndsOf(text: string, before: string | undefined): string {
  const earlier = before?.startsWith('"') ? stringValue(before) : '';
  const ends = earlier.match(/(?<!\r)\r*\n/g) ?? [];
  const [lines, old] = [withLineFeeds(text).split('\n'), withLineFeeds(earlier).split('\n')];
  let same = 0;
  while (same < Math.min(lines.length, old.length) && lines.at(-1 - same) === old.at(-1 - same)) same += 1;
  const endOf = (at: number) => (at < lines.length - same ? ends[at] : ends[at + old.length - lines.length]);
  return lines.map((line, at) => (at === lines.length - 1 ? line : line + (endOf(at) ?? ends.at(-1) ?? '\n'))).join('');
}
