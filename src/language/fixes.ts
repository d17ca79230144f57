import { formatString } from '../record/format.ts';
import { itemsOf, type JsonNode, sourceOf, stringValue } from '../record/json.ts';
import { shortened } from '../record/shortened.ts';
import { spliceFields } from '../record/splice.ts';
import type { Field, RecordText } from '../record/text.ts';
import { editBetween, type TextEdit } from '../record/textEdits.ts';
import type { ProblemCode } from '../record/validation.ts';
import { weave } from '../record/weave.ts';
import { normalAddress, normalDate, normalDateTime, normalSlug } from './normalise.ts';

export interface Fix {
  readonly title: string;
  readonly edit: TextEdit;
}

type Normalise = (text: string) => string | undefined;

const replacements: Partial<Record<ProblemCode, Normalise>> = {
  date: normalDate,
  dateTime: normalDateTime,
  address: normalAddress,
  slug: normalSlug,
  untrimmed: (text) => text.trim(),
};

/** The fix for the problem that starts at this offset, where there is only one that makes sense. */
export function fixFor(code: ProblemCode, field: Field, offset: number): Fix | undefined {
  const items = itemsOf(field.raw);
  const item = items.findIndex((node) => field.offset + node.offset === offset);
  if (code === 'blankItem' || code === 'doubledItem') return item < 0 ? undefined : removal(field, items, item, code);
  const node = items[item];
  const [start, raw] = node ? [offset, sourceOf(field.raw, node)] : [field.offset, field.raw];
  return raw.startsWith('"') ? replacement(code, start, raw) : undefined;
}

/** The record with one field as it is in the base, whether it was changed, added or removed. */
export function restoreField(base: RecordText, edited: RecordText, name: string): TextEdit {
  const before = base.fields.get(name);
  const names = [...edited.fields.keys()];
  const order = before
    ? weave(
        names,
        [...base.fields.keys()].filter((key) => key === name || edited.fields.has(key)),
      )
    : names.filter((key) => key !== name);
  const values = new Map(before ? [[name, before.raw]] : []);
  return editBetween(edited.text, spliceFields(edited, order, values));
}

function replacement(code: ProblemCode, offset: number, raw: string): Fix | undefined {
  const value = replacements[code]?.(stringValue(raw));
  if (value === undefined) return undefined;
  const title = code === 'untrimmed' ? 'Remove leading and trailing whitespace' : `Change to "${shortened(value, 60)}"`;
  return { title, edit: { offset, length: raw.length, text: formatString(value) } };
}

function removal(field: Field, items: readonly JsonNode[], index: number, code: ProblemCode): Fix | undefined {
  const [previous, item, next] = [items[index - 1], items[index], items[index + 1]];
  if (!item) return undefined;
  const [from, to] = previous ? [previous.end, item.end] : next ? [item.offset, next.offset] : [1, field.length - 1];
  const title = code === 'blankItem' ? 'Remove the blank item' : 'Remove the duplicate item';
  return { title, edit: { offset: field.offset + from, length: to - from, text: '' } };
}
