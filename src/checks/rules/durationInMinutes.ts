import { maxMinutes } from '../facts.ts';
import type { Rule } from '../finding.ts';

/** All durations of a category are so small that they look like minutes. The interface doesn't define the unit. */
export const durationInMinutes: Rule = {
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
