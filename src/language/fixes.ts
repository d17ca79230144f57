import { l10n } from 'vscode';
import { formatString } from '../record/format.ts';
import { itemsOf, type JsonNode, sourceOf, stringValue } from '../record/json.ts';
import { folded } from '../record/searchText.ts';
import { spliceFields, weave } from '../record/splice.ts';
import type { Field, RecordText } from '../record/text.ts';
import { editBetween, type TextEdit } from '../record/textEdits.ts';
import type { ProblemCode } from '../record/validation.ts';
import { isAbsoluteAddress, isDate, isDateTime, isSlug, monthNumber } from '../record/valueShapes.ts';
import { visibleLine } from '../workbench/plainText.ts';

export interface Fix {
  readonly title: string;
  readonly edit: TextEdit;
}

const replacements: Partial<Record<ProblemCode, (text: string) => string | undefined>> = {
  date: normalDate,
  dateTime: normalDateTime,
  address: normalAddress,
  slug: normalSlug,
  untrimmed: (text) => text.trim(),
};

/** The fix for the problem that starts at this offset, if exactly one makes sense. */
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
  const kept = [...edited.fields.keys()].filter((key) => key !== name || before);
  const order = weave(kept, [...base.fields.keys()]);
  return editBetween(edited.text, spliceFields(edited, order, new Map([[name, before?.raw]])).text);
}

function replacement(code: ProblemCode, offset: number, raw: string): Fix | undefined {
  const value = replacements[code]?.(stringValue(raw));
  if (value === undefined) return undefined;
  const title =
    code === 'untrimmed'
      ? l10n.t('Remove leading and trailing whitespace')
      : l10n.t('Change to "{0}"', visibleLine(value, 60));
  return { title, edit: { offset, length: raw.length, text: formatString(value) } };
}

function removal(field: Field, items: readonly JsonNode[], index: number, code: ProblemCode): Fix | undefined {
  const [previous, item, next] = [items[index - 1], items[index], items[index + 1]];
  if (!item) return undefined;
  const [from, to] = previous ? [previous.end, item.end] : next ? [item.offset, next.offset] : [1, field.length - 1];
  const title = code === 'blankItem' ? l10n.t('Remove the empty item') : l10n.t('Remove the duplicate item');
  return { title, edit: { offset: field.offset + from, length: to - from, text: '' } };
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:[\d:.]+ ?\S*)?$/;
const dayMonthYear = /^(\d{1,2})(?:st|nd|rd|th)?\.?\s+([a-z]+)\.?,?\s+(\d{4})$/i;
const monthDayYear = /^([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i;
const dateAndTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?:(:\d{2})(?:\.(\d{1,9}))?)?$/;

/** The one day that a text can mean. Undefined for 03/04/2024, which can mean two. */
export function normalDate(text: string): string | undefined {
  const value = text.trim();
  const [, year, month, day] = yearFirst.exec(value) ?? named(dayMonthYear.exec(value), monthDayYear.exec(value));
  if (!year || !month || !day) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

function named(dayFirst: RegExpExecArray | null, monthFirst: RegExpExecArray | null): (string | undefined)[] {
  const [day, name, year] = dayFirst?.slice(1) ?? [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  return [undefined, year, monthNumber(name ?? '')?.toString(), day];
}

/** A time zone is never dropped: without it the text would mean another moment. */
export function normalDateTime(text: string): string | undefined {
  const [, date, time, seconds = ':00', fraction = ''] = dateAndTime.exec(text.trim()) ?? [];
  const value = `${date}T${time}${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  return /^\d{3}0*$|^\d{0,3}$/.test(fraction) && isDateTime(value) ? value : undefined;
}

export function normalSlug(text: string): string | undefined {
  const slug = folded(text)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return isSlug(slug) ? slug : undefined;
}

/** Only for a text that can't be anything but an http(s) address without its start. */
export function normalAddress(text: string): string | undefined {
  const value = text.trim();
  const bare = /^(?:https?:\/?\/?)?(?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?)$/i.exec(value)?.[1];
  const scheme = /^http:/i.test(value) ? 'http' : 'https';
  const address = /^https?:\/\/[^/]/i.test(value) ? value : bare && `${scheme}://${bare}`;
  return address && isAbsoluteAddress(address) ? address : undefined;
}
