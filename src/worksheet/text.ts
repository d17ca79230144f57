import { formatString, onOneLine } from '../record/format.ts';
import { pastWhitespace } from '../record/json.ts';
import { spliceFields } from '../record/splice.ts';
import type { Field, RecordText } from '../record/text.ts';
import { type Expected, RecordTextError } from '../record/textError.ts';
import { orUndefined } from '../record/valueShapes.ts';

const maxRow = 300;
const maxLine = 120;
const longField = 60;

/**
 * A record as an object of a worksheet: `id`, then its fields with every token as it was sent. One line where it fits;
 * else short fields share lines, and a long one has its own.
 */
export function rowText(record: RecordText, id: number, chosen: readonly string[] | undefined): string {
  const members = [`"id": ${record.fields.get('id')?.raw ?? id}`];
  for (const { key, raw } of rowFields(record, chosen)) members.push(`${formatString(key)}: ${onOneLine(raw)}`);
  const line = `{ ${members.join(', ')} }`;
  return line.length + '  ,'.length <= maxRow ? line : onSeveralLines(members);
}

/** The fields of a row without `id`: as they were chosen, else `title` and then the others in the service's order. */
export function rowFields({ fields }: RecordText, chosen?: readonly string[]): readonly Field[] {
  const names = chosen ?? new Set(['title', ...fields.keys()]);
  return [...names].flatMap((name) => (name === 'id' ? [] : (fields.get(name) ?? [])));
}

export function worksheetText(rows: readonly string[]): string {
  return rows.length === 0 ? '[]\n' : `[\n  ${rows.join(',\n  ')}\n]\n`;
}

export function isChosen(field: string, fields: readonly string[] | undefined): boolean {
  return field === 'id' || !fields || fields.includes(field);
}

/** The whole record that a row makes of its base: a field that was not chosen is as it was. */
export function wholeRecord(
  row: RecordText,
  base: RecordText | undefined,
  fields: readonly string[] | undefined,
): RecordText {
  if (!base) return row;
  const values = new Map(Array.from(row.fields.values(), ({ key, raw }) => [key, raw]));
  // A service may leave out the ID that every row has.
  if (!base.fields.has('id')) values.delete('id');
  const kept = [...base.fields.keys()].filter((name) => values.has(name) || !isChosen(name, fields));
  const added = [...values.keys()].filter((name) => !base.fields.has(name));
  return spliceFields(base, [...kept, ...added], values);
}

/** The items of a list, found without parsing them. Throws at the first place that ends the list badly. */
export function* itemsIn(text: string): Generator<{ readonly offset: number; readonly text: string }, void> {
  let at = pastWhitespace(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (text[at] !== '[') throw notAList(text, at, 'list');
  at = pastWhitespace(text, at + 1);
  while (text[at] !== ']') {
    const end = endOfValue(text, at);
    yield { offset: at, text: text.slice(at, end) };
    at = pastWhitespace(text, end);
    if (text[at] === ']') break;
    if (text[at] !== ',') throw notAList(text, at, 'commaOrBracket');
    at = pastWhitespace(text, at + 1);
    if (text[at] === ']') throw notAList(text, at, 'value');
  }
  at = pastWhitespace(text, at + 1);
  if (at < text.length) throw notAList(text, at, 'end');
}

/** The items of a list in the form of a record's fields, for whoever follows places by field. */
export function rowsAsFields(text: string): RecordText | undefined {
  const items = orUndefined(() => [...itemsIn(text)]);
  const fields = items?.map(({ offset, text: raw }, index) => {
    const key = String(index);
    return [key, { key, keyOffset: offset, keyLength: 0, offset, length: raw.length, raw }] as const;
  });
  return fields && { text, fields: new Map(fields) };
}

function onSeveralLines(members: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  let isOpen = false;
  for (const member of members) {
    const isShort = member.length <= longField;
    if (isOpen && isShort && line.length + member.length + '    , ,'.length <= maxLine) line += `, ${member}`;
    else {
      if (line !== '') lines.push(line);
      line = member;
      isOpen = isShort;
    }
  }
  lines.push(line);
  return `{\n    ${lines.join(',\n    ')}\n  }`;
}

/** Past the bracket that closes the value, or past a value without brackets. */
function endOfValue(text: string, from: number): number {
  if (!'["{'.includes(text.charAt(from) || ' ')) return endOfWord(text, from);
  const special = /\\.|["{}[\]\n]/g;
  special.lastIndex = from;
  let [depth, isInString] = [0, false];
  do {
    const [found = ''] = special.exec(text) ?? [];
    const at = found === '' ? text.length : special.lastIndex - 1;
    // A string never goes past its line, so a missing quote is found where it is missing.
    if (isInString && (found === '' || found === '\n')) throw notAList(text, at, 'closingQuote');
    if (found === '') throw notAList(text, at, 'commaOrBracket');
    if (found === '"') isInString = !isInString;
    else if (!isInString && (found === '{' || found === '[')) depth += 1;
    else if (!isInString && (found === '}' || found === ']')) depth -= 1;
  } while (depth > 0 || isInString);
  return special.lastIndex;
}

function endOfWord(text: string, from: number): number {
  const word = /[^\s,[\]{}"]+/y;
  word.lastIndex = from;
  if (!word.test(text)) throw notAList(text, from, 'value');
  return word.lastIndex;
}

function notAList(text: string, at: number, expected: Expected): RecordTextError {
  return new RecordTextError('syntax', at, text.slice(0, at), { expected });
}
