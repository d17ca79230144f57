import { formatString } from '../../record/format.ts';
import { itemSources, stringValue } from '../../record/json.ts';
import type { CellKind, TableColumn } from '../protocol.ts';

/** What a reader sees of a value: the text of a string, the items of a list, else its JSON. */
export function cellText(raw: string | null): string {
  if (raw?.startsWith('"')) return stringValue(raw);
  return raw?.startsWith('[') ? itemTexts(raw).join('\n') : (raw ?? '');
}

/** The same in a text box, a spreadsheet or an order, where null is nothing. */
export function textOrNothing(raw: string | null): string {
  return cellText(raw === 'null' ? null : raw);
}

export function itemTexts(raw: string): string[] {
  return itemSources(raw).map((source) => (source.startsWith('"') ? stringValue(source) : source));
}

/** How a cell is edited: as its field says; as JSON if it has a value of another type. */
export function kindOf({ kind }: TableColumn, raw: string | null): CellKind {
  const actual = raw === null || raw === 'null' ? undefined : kindOfValue(raw);
  return !actual || actual === kind ? (kind ?? 'json') : kind ? 'json' : actual;
}

function kindOfValue(raw: string): CellKind {
  if (raw.startsWith('"')) return 'text';
  if (raw.startsWith('[')) return 'list';
  if (raw === 'true' || raw === 'false') return 'flag';
  return raw.startsWith('{') ? 'json' : 'number';
}

/** The JSON of what was typed or pasted. Numbers stay as they were typed; whether they are some is checked by the host. */
export function typedJson(kind: CellKind, { isNullable }: TableColumn, text: string): string {
  if (kind === 'text') return formatString(text);
  if (kind === 'list') return listJson(text);
  const typed = kind === 'flag' ? text.trim().toLowerCase() : text.trim();
  return typed === '' && isNullable ? 'null' : typed;
}

/** A list as JSON, else one item per line. */
function listJson(text: string): string {
  if (text.trim().startsWith('[')) return text.trim();
  const items = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return `[${items.map(formatString).join(', ')}]`;
}

/** What Delete leaves in a cell. */
export function emptyJson(kind: CellKind, { isNullable }: TableColumn): string | undefined {
  if (isNullable) return 'null';
  return ({ text: '""', list: '[]', flag: 'false' } as Partial<Record<CellKind, string>>)[kind];
}

/** Fills the places of a sentence. */
export function filled(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)] ?? ''));
}
