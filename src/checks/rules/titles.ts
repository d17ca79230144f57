import { formatString } from '../../record/format.ts';
import { listText } from '../../record/replaceValues.ts';
import type { Rule } from '../finding.ts';
import { fold } from '../folding.ts';
import { bySpelling, isPersonName, namesIn } from '../names.ts';
import { bySegment, eventForms, isGeneric, segmentsOf, unwantedSegment } from '../titles.ts';

/** The title sets off its category: "PyCon 2009: Advanced SQLAlchemy". Not if only a name would stay. */
export const titleHasCategory: Rule = {
  fields: [],
  find: (record, facts) => {
    const [segments, category] = [segmentsOf(record.text('title')), record.text('category')];
    const forms = segments.length === 0 ? new Set() : eventForms(category);
    const isName = (name: string) => facts.spellings('speakers', name).size > 0;
    return unwantedSegment(
      segments,
      (text) => forms.has(fold(text)),
      (rest) => isGeneric(rest, category) || namesIn(rest).every(isName),
    );
  },
};

/** The title sets off its speakers: "Ann Lee - Testing", "Testing by Ann Lee". Not "Keynote - Ann Lee". */
export const titleHasSpeaker: Rule = {
  fields: ['speakers'],
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

/** There are no speakers, and the title sets off a name that other records have as a speaker. */
export const speakerOnlyInTitle: Rule = {
  fields: ['speakers'],
  find: (record, facts) => {
    const field = 'speakers';
    if (!record.isEmpty(field) || !record.raw(field).startsWith('[')) return [];
    const known = (name: string) =>
      isPersonName(name) ? (bySpelling(facts.spellings('speakers', name))[0] ?? []) : [];
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

const ending = /\.(?:3gp|avi|flv|m4a|m4v|mkv|mov|mp3|mp4|mpe?g|mts|og[agv]|webm|wmv)\s*$/i;

/** The title is the name of a media file: "keynote_final2.mp4". */
export const titleIsFileName: Rule = {
  fields: [],
  find: (record) => {
    const title = record.text('title');
    return ending.test(title.slice(-20)) ? [{ field: 'title', key: `${record.id} ${title}` }] : [];
  },
};
