import { formatString } from '../../record/format.ts';
import { listText } from '../checkedRecord.ts';
import type { Rule } from '../finding.ts';
import { fold } from '../folding.ts';
import { bySpelling, isPersonName, namesIn } from '../names.ts';
import { bySegment, segmentsOf } from '../titles.ts';

/** There are no speakers, and the title sets off a name that other records have as a speaker. */
export const speakerOnlyInTitle: Rule = {
  find: (record, facts) => {
    const field = 'speakers';
    if (!/^\[\s*\]$/.test(record.raw(field))) return [];
    const known = (name: string) => (isPersonName(name) ? (bySpelling(facts.speakers.of(fold(name)))[0] ?? []) : []);
    const title = record.text('title');
    const segments = [...segmentsOf(title), ...bySegment(title)].map(({ text }) => namesIn(text));
    const names = segments.find((parts) => parts.flatMap(known).length > 0) ?? [];
    const values = names.flatMap(known);
    if (values.length === 0) return [];
    return [
      { field, values, ...(values.length === names.length && { fix: listText('[]', values.map(formatString)) }) },
    ];
  },
};
