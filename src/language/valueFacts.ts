import { embedAddresses } from '../record/embedAddresses.ts';
import { stringValue } from '../record/json.ts';
import type { Field } from '../record/text.ts';
import { isDate, isDateTime } from '../record/valueShapes.ts';

const mostDigits = 9;

/** What can be said of a value for certain, and isn't said by its own text. The schema tells what the field means. */
export function valueFacts({ key, raw }: Field): string[] {
  if (key === 'duration') return durationFacts(raw);
  if (!raw.startsWith('"')) return [];
  const value = stringValue(raw);
  if (key === 'recorded' && isDate(value)) return [fullDate(value)];
  if ((key === 'added' || key === 'updated') && isDateTime(value)) {
    return [`${fullDate(value.slice(0, 10))}, ${value.slice(11)}. The service names no time zone.`];
  }
  if (key.endsWith('_url')) return addressFacts(value);
  return key === 'embed'
    ? embedAddresses(value)
        .flatMap(({ address }) => addressFacts(address))
        .slice(0, 1)
    : [];
}

function fullDate(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) => day.toLocaleDateString('en', { ...options, timeZone: 'UTC' });
  return `${part({ weekday: 'long' })}, ${day.getUTCDate()} ${part({ month: 'long' })} ${date.slice(0, 4)}`;
}

/** The interface names no unit, so both common ones are told as what they are: conditions. */
function durationFacts(raw: string): string[] {
  if (!/^[1-9]\d*$/.test(raw) || raw.length > mostDigits) return [];
  const count = Number(raw);
  return [
    `${spelled(count)} if it counts seconds, ${spelled(count * 60)} if it counts minutes. The interface names no unit.`,
  ];
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

function addressFacts(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { protocol, host } = new URL(text);
  if (host === '') return [];
  return [`Host ${host}, ${protocol === 'http:' ? 'over http, not encrypted' : `over ${protocol.slice(0, -1)}`}.`];
}
