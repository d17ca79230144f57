import type { Rule } from '../finding.ts';
import { fold } from '../folding.ts';
import { namesIn } from '../names.ts';
import { eventForms, isGeneric, segmentsOf, unwantedSegment } from '../titles.ts';

/** The title sets off its category: "PyCon 2009: Advanced SQLAlchemy". Not if only a name would stay. */
export const titleHasCategory: Rule = {
  find: (record, facts) => {
    const [segments, category] = [segmentsOf(record.text('title')), record.text('category')];
    const forms = segments.length === 0 ? new Set() : eventForms(category);
    const isName = (name: string) => facts.speakers.of(fold(name)).size > 0;
    return unwantedSegment(
      segments,
      (text) => forms.has(fold(text)),
      (rest) => isGeneric(rest, category) || namesIn(rest).every(isName),
    );
  },
};
