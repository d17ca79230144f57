import { isDate } from '../../record/valueShapes.ts';
import type { Rule } from '../finding.ts';

/** Recorded in the future, before 1950, or in another year than the one the category ends with. */
export const dates: Rule = {
  find: (record, facts) => {
    const recorded = record.text('recorded');
    const year = /\b(?:19|20)\d\d$/.exec(record.text('category').slice(-20).trimEnd())?.[0] ?? '';
    const isFuture = recorded > facts.today && Date.parse(recorded) > Date.parse(facts.today) + 86_400_000;
    const kind = isFuture ? 'future' : recorded < '1950' ? 'past' : recorded.startsWith(year) ? undefined : 'year';
    return kind && isDate(recorded) ? [{ field: 'recorded', kind, values: [recorded, year] }] : [];
  },
};
