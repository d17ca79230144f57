import { formatString } from '../../record/format.ts';
import { isDate, monthNumber } from '../../record/valueShapes.ts';
import { maxMinutes } from '../facts.ts';
import type { Rule } from '../finding.ts';

/** All durations of a category are so small that they look like minutes. The interface doesn't define the unit. */
export const durationInMinutes: Rule = {
  fields: ['duration'],
  isInformation: true,
  find: (record, facts) => {
    const [duration, category] = [Number(record.raw('duration')), record.text('category')];
    const counts = facts.categories.of(category);
    const isSmall = Number.isInteger(duration) && duration > 0 && duration <= maxMinutes;
    if (!isSmall || counts.has('long') || (counts.get('durations') ?? 0) < 5) return [];
    const choices = [{ name: '60', value: String(duration * 60) }];
    return [{ field: 'duration', values: [category], choices, group: category }];
  },
};

/** Recorded in the future, before 1950, or in another year than the one the category ends with. */
export const dates: Rule = {
  fields: ['recorded'],
  find: (record, facts) => {
    const recorded = record.text('recorded');
    const year = /\b(?:19|20)\d\d$/.exec(record.text('category').slice(-20).trimEnd())?.[0] ?? '';
    const isFuture = recorded > facts.today && Date.parse(recorded) > Date.parse(facts.today) + 86_400_000;
    const kind = isFuture ? 'future' : recorded < '1950' ? 'past' : recorded.startsWith(year) ? undefined : 'year';
    return kind && isDate(recorded) ? [{ field: 'recorded', kind, values: [recorded, year] }] : [];
  },
};

/** The text names exactly one day, and "recorded" is another, 1 to 60 days away. */
export const dateInText: Rule = {
  fields: ['recorded', 'summary', 'description'],
  isInformation: true,
  find: (record) => {
    const recorded = record.text('recorded');
    const dates = new Set([
      ...datesIn(record.text('summary')),
      ...datesIn(record.text('description').slice(0, opening)),
    ]);
    const [date = ''] = dates;
    const days = Math.abs(Date.parse(date) - Date.parse(recorded)) / 86_400_000;
    if (dates.size !== 1 || !isDate(recorded) || !(days >= 1 && days <= 60)) return [];
    return [{ field: 'recorded', values: [date, recorded], choices: [{ name: 'text', value: formatString(date) }] }];
  },
};

const opening = 500;
const maxText = 20_000;
const name = '(?<month>[a-z]+)\\.?';
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const endings = [new RegExp(`\\b${day} (?:of )?${name},? $`, 'i'), new RegExp(`\\b${name} ${day},? $`, 'i')];

/** Looks at what is before each year, because years are rare. */
function datesIn(text: string): string[] {
  const years = [...text.slice(0, maxText).matchAll(/\b(?:19|20)\d\d\b(?:-\d\d-\d\d\b)?/g)];
  return years.flatMap(({ 0: year, index }) => {
    const before = text.slice(Math.max(0, index - 30), index).replace(/\s+/g, ' ');
    const parts = endings.map((ending) => ending.exec(before)?.groups).find((groups) => groups);
    const month = monthNumber(parts?.month ?? '');
    const date = parts ? `${year}-${String(month).padStart(2, '0')}-${(parts.day ?? '').padStart(2, '0')}` : year;
    return isDate(date) ? [date] : [];
  });
}
