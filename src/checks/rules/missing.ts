import { mediaFields } from '../checkedRecord.ts';
import type { Rule } from '../finding.ts';
import { isGeneric } from '../titles.ts';

/** No title, category, language, day or speakers, or no way to the video. Lightning talks need no speakers. */
export const missing: Rule = {
  isInformation: true,
  find: (record) => {
    const isEmpty = (field: string) => /^(?:""|null|\[\s*\])$/.test(record.fields.get(field)?.raw ?? '');
    const title = record.text('title');
    const isNoTalk = () => isGeneric(title, record.text('category')) || /\blightn?ing ?talks?/i.test(title);
    const isUnseen = record.text('embed') === '' && mediaFields.every((field) => record.text(field) === '');
    return [
      ...['title', 'category', 'language', 'recorded'].filter(isEmpty).map((field) => ({ field })),
      ...(isEmpty('speakers') && !isNoTalk() ? [{ field: 'speakers' }] : []),
      ...(isEmpty('source_url') && isUnseen ? [{ field: 'source_url', kind: 'video' }] : []),
    ];
  },
};
