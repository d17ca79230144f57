import type { Rule } from '../finding.ts';
import { fold } from '../folding.ts';
import { isPersonName, namesIn } from '../names.ts';
import { bySegment, isGeneric, segmentsOf, unwantedSegment } from '../titles.ts';

/** The title sets off its speakers: "Ann Lee - Testing", "Testing by Ann Lee". Not "Keynote - Ann Lee". */
export const titleHasSpeaker: Rule = {
  find: (record) => {
    const segments = [...segmentsOf(record.text('title')), ...bySegment(record.text('title'))];
    if (segments.length === 0) return [];
    const speakers = new Set(record.items('speakers').filter(isPersonName).map(fold));
    const isSpeaker = (name: string) => speakers.has(fold(name));
    return unwantedSegment(
      segments,
      (text) => speakers.size > 0 && (isSpeaker(text) || (namesIn(text).length > 1 && namesIn(text).every(isSpeaker))),
      (rest) => isGeneric(rest, record.text('category')) || aboutPerson.test(rest),
    );
  },
};

const aboutPerson = /\b(?:interview(?:ing|ed)?|featuring|feat|ft)\b|\bwith\W*$/i;
