import { env, l10n } from 'vscode';
import type { Change } from '../record/changes.ts';
import { embedAddresses } from '../record/embedAddresses.ts';
import { type FieldType, fieldType } from '../record/fields.ts';
import type { Field } from '../record/text.ts';
import { shortened } from '../record/textEdits.ts';
import { isDate, isDateTime, jsonOrUndefined, webAddress } from '../record/valueShapes.ts';
import { fieldWords } from '../workbench/fieldWords.ts';
import { codeBlock, markdownLink, markdownText } from '../workbench/plainText.ts';

const maxDigits = 15;
const maxOldValue = 500;

/** Markdown for a field: what it is, its type, its value in readable form, and its old value if it was changed. */
export function hoverText(field: Field, change: Change | undefined): string | undefined {
  const sections = [
    ...interfaceSections(field.key),
    ...readableValue(field),
    ...(change?.before === undefined
      ? []
      : [l10n.t('Before your change:'), codeBlock(oldValue(change.before), 'json')]),
    ...(change?.kind === 'added' ? [l10n.t('You added this field. The record on the service does not have it.')] : []),
  ];
  return sections.length === 0 ? undefined : sections.join('\n\n');
}

function interfaceSections(name: string): string[] {
  const [type, words] = [fieldType(name), fieldWords(name)];
  if (!type || !words) return [];
  return [`**${markdownText(name)}** · ${typeNames[type]()}`, markdownText(words.description)];
}

const typeNames: Readonly<Record<FieldType, () => string>> = {
  text: () => l10n.t('String'),
  textOrNull: () => l10n.t('String or null'),
  texts: () => l10n.t('List of strings'),
  list: () => l10n.t('List'),
  flag: () => l10n.t('Boolean'),
  integer: () => l10n.t('Integer'),
  integerOrNull: () => l10n.t('Integer or null'),
  numberOrNull: () => l10n.t('Number or null'),
};

/** The value as people read it, for fields whose meaning is certain. */
export function readableValue({ key, raw }: Field): string[] {
  if (key === 'duration') return duration(raw);
  if (/^video_[a-z0-9]+_length$/.test(key)) return size(raw);
  // A string that is still being typed may lack its end, or contain an invalid escape.
  const value = raw.startsWith('"') ? jsonOrUndefined(raw) : undefined;
  if (typeof value !== 'string') return [];
  if (key === 'recorded' && isDate(value)) return [markdownText(fullDate(value))];
  if ((key === 'added' || key === 'updated') && isDateTime(value)) {
    return [markdownText(l10n.t('{0}, {1} (no time zone)', fullDate(value.slice(0, 10)), value.slice(11)))];
  }
  if (key.endsWith('_url')) return link(value);
  return key === 'embed' ? embedAddresses(value).flatMap(link).slice(0, 1) : [];
}

function fullDate(date: string): string {
  const format = new Intl.DateTimeFormat(env.language, { dateStyle: 'full', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** The interface names no unit, so both common ones are shown. */
function duration(raw: string): string[] {
  const count = countIn(raw);
  if (!count) return [];
  return [l10n.t('If the unit is seconds: {0}. If it is minutes: {1}.', spelled(count), spelled(count * 60))];
}

/** "58 min 1 sec", in the user's language. */
function spelled(seconds: number): string {
  const amounts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const parts = amounts.filter(([amount]) => amount > 0).map(([amount, unit]) => inUnit(amount, unit));
  return new Intl.ListFormat(env.language, { type: 'unit', style: 'narrow' }).format(parts);
}

function size(raw: string): string[] {
  const count = countIn(raw);
  if (!count) return [];
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  return [l10n.t('If the unit is bytes: {0}.', inUnit(count / 1000 ** power, units[power] ?? 'byte'))];
}

function inUnit(amount: number, unit: string): string {
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(env.language, options).format(amount);
}

function countIn(raw: string): number | undefined {
  return /^[1-9]\d*$/.test(raw) && raw.length <= maxDigits ? Number(raw) : undefined;
}

function link(text: string): string[] {
  const address = webAddress(text);
  if (address === undefined) return [];
  const { protocol, host } = new URL(address);
  const shown = markdownLink(address, l10n.t('Open {0}', host));
  return [protocol === 'http:' ? l10n.t('{0} (not encrypted)', shown) : shown];
}

/** A code block keeps a line's length, so long values are cut. */
function oldValue(raw: string): string {
  const lines = shortened(raw, maxOldValue).split(/\r\n?|\n/);
  return [...lines.slice(0, 12), ...(lines.length > 12 ? ['…'] : [])].join('\n');
}
