import { titleKey, videoKey } from '../facts.ts';
import type { Rule } from '../finding.ts';
import { isGeneric } from '../titles.ts';

/** Another record of the category has the same title, or another record shows the same video. */
export const duplicates: Rule = {
  find: (record, facts) => {
    const [title, video] = [titleKey(record), videoKey(record)];
    const isSameTitle = facts.titles.of(title).size > 1 && !isGeneric(record.text('title'), record.text('category'));
    if (isSameTitle) return [{ field: 'title', kind: 'title', group: title }];
    const isSameVideo = video !== '' && facts.videos.of(video).size > 1;
    return isSameVideo ? [{ field: 'source_url', kind: 'video', group: video }] : [];
  },
};
