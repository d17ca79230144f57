import { mediaFields } from '../checkedRecord.ts';
import type { Rule } from '../finding.ts';
import { isGeneric } from '../titles.ts';

/** No title, category, language, day or speakers, or no way to the video. Lightning talks need no speakers. */
export const missing: Rule = {
  fields: ['language', 'recorded', 'speakers', 'source_url'],
  isInformation: true,
  find: (record) => {
    const title = record.text('title');
    const isNoTalk = () => isGeneric(title, record.text('category')) || /\blightn?ing ?talks?/i.test(title);
    const isUnseen = ['embed', ...mediaFields].every((field) => record.isEmpty(field) || !record.has(field));
    return [
      ...['title', 'category', 'language', 'recorded']
        .filter((field) => record.isEmpty(field))
        .map((field) => ({ field })),
      ...(record.isEmpty('speakers') && !isNoTalk() ? [{ field: 'speakers' }] : []),
      ...(record.isEmpty('source_url') && isUnseen ? [{ field: 'source_url', kind: 'video' }] : []),
    ];
  },
};
