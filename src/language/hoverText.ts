import type { Change } from '../record/changes.ts';
import { embedAddresses } from '../record/embedAddresses.ts';
import { type FieldType, fieldInfo } from '../record/fields.ts';
import { stringValue } from '../record/json.ts';
import { shortened } from '../record/shortened.ts';
import type { Field } from '../record/text.ts';
import { isDate, isDateTime, webAddress } from '../record/valueShapes.ts';
import { codeBlock, markdownLink, markdownText } from '../workbench/plainText.ts';

const typeNames: Readonly<Record<FieldType, string>> = {
  text: 'String',
  textOrNull: 'String or null',
  texts: 'List of strings',
  list: 'List',
  flag: 'Boolean',
  integer: 'Integer',
  integerOrNull: 'Integer or null',
  numberOrNull: 'Number or null',
};
const mostDigits = 15;
const mostOldValue = 500;

/** Markdown for a field: what it is, its type, its value in readable form, and its old value if it was changed. */
export function hoverText(field: Field, change: Change | undefined): string | undefined {
  const info = fieldInfo(field.key);
  const sections = [
    ...(info ? [`**${markdownText(field.key)}** · ${typeNames[info.type]}`, markdownText(info.description)] : []),
    ...readableValue(field),
    ...(change?.before === undefined ? [] : [`Before your change:\n\n${codeBlock(oldValue(change.before), 'json')}`]),
    ...(change?.kind === 'added' ? ['Added by you. Not in the record on the service.'] : []),
  ];
  return sections.length === 0 ? undefined : sections.join('\n\n');
}

/** The value as people read it, where the field's meaning leaves no doubt. */
export function readableValue({ key, raw }: Field): string[] {
  if (key === 'duration') return duration(raw);
  if (/^video_[a-z0-9]+_length$/.test(key)) return size(raw);
  if (!raw.startsWith('"')) return [];
  const value = stringValue(closed(raw));
  if (key === 'recorded' && isDate(value)) return [markdownText(fullDate(value))];
  if ((key === 'added' || key === 'updated') && isDateTime(value)) {
    return [markdownText(`${fullDate(value.slice(0, 10))}, ${value.slice(11)}, no time zone`)];
  }
  if (key.endsWith('_url')) return link(value);
  return key === 'embed'
    ? embedAddresses(value)
        .flatMap(({ address }) => link(address))
        .slice(0, 1)
    : [];
}

/** A string that is still being typed has no end yet, and may hold an escape that is no escape. */
function closed(raw: string): string {
  try {
    JSON.parse(raw);
    return raw;
  } catch {
    return '""';
  }
}

function fullDate(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) => day.toLocaleDateString('en', { ...options, timeZone: 'UTC' });
  return `${part({ weekday: 'long' })}, ${day.getUTCDate()} ${part({ month: 'long' })} ${date.slice(0, 4)}`;
}

/** The interface names no unit, so both common ones are shown. */
function duration(raw: string): string[] {
  const count = countIn(raw);
  return count ? [`In seconds: ${spelled(count)}. In minutes: ${spelled(count * 60)}.`] : [];
}

function spelled(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}

function size(raw: string): string[] {
  const count = countIn(raw);
  if (!count) return [];
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  const amount = (count / 1000 ** power).toLocaleString('en', { maximumFractionDigits: 1 });
  return [`In bytes: ${amount} ${units[power]}.`];
}

function countIn(raw: string): number | undefined {
  return /^[1-9]\d*$/.test(raw) && raw.length <= mostDigits ? Number(raw) : undefined;
}

function link(text: string): string[] {
  const address = webAddress(text);
  if (address === undefined) return [];
  const { protocol, host } = new URL(address);
  const encryption = protocol === 'http:' ? ', not encrypted' : '';
  return [`${markdownLink(address, `Open ${host}`)}${encryption}`];
}

/** A code block keeps a line's length, so long values are cut. */
function oldValue(raw: string): string {
  const lines = shortened(raw, mostOldValue).split(/\r\n?|\n/);
  return [...lines.slice(0, 12), ...(lines.length > 12 ? ['…'] : [])].join('\n');
}
