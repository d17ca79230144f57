import { formatString } from '../record/format.ts';
import { itemsOf, sourceOf, stringValue } from '../record/json.ts';
import { listText } from '../record/replaceValues.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';

/** Fields whose texts have one line, and all that people write. */
export const shortFields = ['title', 'category', 'language', 'speakers', 'tags', 'copyright_text'];
export const textFields = [...shortFields, 'summary', 'description', 'quality_notes', 'whiteboard'];
export const mediaFields = ['source_url', 'video_ogv_url', 'video_mp4_url', 'video_webm_url', 'video_flv_url'];

/** Each field's value exactly as written. */
export interface SourceFields {
  get(field: string): { readonly raw: string } | undefined;
}

/** A record whose values are read when a rule asks for them. */
export class CheckedRecord {
  readonly id: number;
  readonly fields: SourceFields;
  readonly #parse: (field: string) => unknown;
  /** Those that were read. */
  readonly #values = new Map<string, unknown>();

  constructor(id: number, fields: SourceFields, parse = (field: string) => parsed(fields.get(field)?.raw)) {
    this.id = id;
    this.fields = fields;
    this.#parse = parse;
  }

  /** A record of the catalogue, read in a hurry: exact numbers and escapes don't matter. */
  static fromText(id: number, text: string): CheckedRecord {
    const values: Record<string, unknown> = Object(jsonOrUndefined(text));
    const get = (field: string) => (Object.hasOwn(values, field) ? { raw: JSON.stringify(values[field]) } : undefined);
    return new CheckedRecord(id, { get }, (field) => values[field]);
  }

  raw(field: string): string {
    return this.fields.get(field)?.raw ?? 'null';
  }

  /** The field's text; empty if it is no string, or too long to be checked. */
  text(field: string): string {
    const value = this.#texts(field);
    return typeof value === 'string' ? value : '';
  }

  /** The items of a list of strings; none if it is anything else, or too long to be checked. */
  items(field: string): readonly string[] {
    const value = this.#texts(field);
    return typeof value === 'string' ? [] : value;
  }

  /** The field's text, or the items of a list of strings. */
  texts(field: string): readonly string[] {
    const value = this.#texts(field);
    return typeof value === 'string' ? [value] : value;
  }

  has(field: string): boolean {
    return this.#value(field) !== undefined;
  }

  /** An empty text or list, or null. A field that is missing is not. */
  isEmpty(field: string): boolean {
    const value = this.#value(field);
    return value === '' || value === null || (Array.isArray(value) && value.length === 0);
  }

  #texts(field: string): Texts {
    return textsIn(this.#value(field));
  }

  #value(field: string): unknown {
    if (!this.#values.has(field)) this.#values.set(field, this.#parse(field));
    return this.#values.get(field);
  }

  with(field: string, raw: string): CheckedRecord {
    const get = (name: string) => (name === field ? { raw } : this.fields.get(name));
    return new CheckedRecord(this.id, { get }, (name) => (name === field ? parsed(raw) : this.#value(name)));
  }

  /** The field's JSON with other texts in place of each. A list gets none twice, and keeps what stays as it was written. */
  rewritten(field: string, replace: (text: string, index: number) => readonly string[]): string {
    const raw = this.raw(field);
    const results = this.texts(field).map((text, index) => ({ text, others: replace(text, index) }));
    if (raw.startsWith('"')) {
      const [text = '', ...more] = results[0]?.others ?? [];
      return more.length === 0 ? formatString(text) : raw;
    }
    const isKept = ({ text, others }: (typeof results)[number]) => others.length === 1 && others[0] === text;
    const kept = new Set(results.filter(isKept).map(({ text }) => text));
    const nodes = itemsOf(raw);
    const items = results.flatMap((result, index) => {
      const node = nodes[index];
      if (node && isKept(result)) return [sourceOf(raw, node)];
      return result.others.filter((other) => !kept.has(other) && kept.add(other)).map(formatString);
    });
    return listText(raw, items);
  }
}

/** Whether people wrote on the whiteboard that something remains to be done. */
export function saysToDo(record: CheckedRecord): boolean {
  const note = record.text('whiteboard').slice(0, 10_000);
  return /\b(?:needs? (?:editing|review|work)|to-?do|to do|fix ?me)\b/i.test(note);
}

function parsed(raw: string | undefined): unknown {
  if (raw === undefined) return undefined;
  return raw.startsWith('"') ? stringValue(raw) : jsonOrUndefined(raw);
}

/** A text, or the items of a list of texts; none of anything else, and nothing that is too long. */
type Texts = string | readonly string[];

/** Rules look at no longer text, and at no longer list of names or tags, so that none takes longer than a person waits. */
export const [maxText, maxList] = [30_000, 10_000];

function textsIn(value: unknown): Texts {
  if (typeof value === 'string') return value.length > maxText ? '' : value;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return [];
  return value.reduce((sum, { length }) => sum + length + 1, 0) > maxList ? [] : value;
}
