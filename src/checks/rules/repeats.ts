import { titleKey, videoKey } from '../facts.ts';
import type { Rule } from '../finding.ts';
import { foldProse, foldTag } from '../folding.ts';
import { isGeneric, maxTitle } from '../titles.ts';

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

/** A tag that is a speaker, another tag or the whole category. Curators kept categories as tags, so that is a choice. */
export const tagRepeats: Rule = {
  isSafe: true,
  find: (record) => {
    const field = 'tags';
    const speakers = new Set(record.items('speakers').map(foldTag));
    const category = foldTag(record.text('category'));
    const seen = new Set<string>();
    const kinds = record.items(field).map((tag) => {
      const key = foldTag(tag);
      if (key === '') return undefined;
      const kind = speakers.has(key) ? 'speaker' : seen.has(key) ? 'tag' : key === category ? 'category' : undefined;
      seen.add(key);
      return kind;
    });
    const kind = kinds.find((one) => one && one !== 'category') ?? kinds.find((one) => one);
    if (!kind) return [];
    const isGone = (one: string | undefined) => one !== undefined && (one === 'category') === (kind === 'category');
    const value = record.rewritten(field, (tag, at) => (isGone(kinds[at]) ? [] : [tag]));
    const values = [record.items(field)[kinds.indexOf(kind)] ?? ''];
    return [{ field, kind, values, ...(kind === 'category' ? { choices: [{ name: '', value }] } : { fix: value }) }];
  },
};

/** A summary or description that only repeats the title, or a summary that is the whole description. */
export const sameText: Rule = {
  isInformation: true,
  find: (record) => {
    const choices = [{ name: '', value: '""' }];
    const title = record.text('title').length > maxTitle ? '' : record.text('title');
    const repeated = ['summary', 'description'].filter((field) => isSame(record.text(field), title));
    if (repeated.length > 0) return repeated.map((field) => ({ field, kind: 'title', choices }));
    return isSame(record.text('summary'), record.text('description')) ? [{ field: 'summary', choices }] : [];
  },
};

const maxSame = 20_000;

/** Equal but for punctuation. Texts of very different lengths never are, and folding takes a while. */
function isSame(one: string, other: string): boolean {
  const [short = 0, long = 0] = [one.length, other.length].sort((a, b) => a - b);
  if (short === 0 || long >= 2 * short + 20 || long > maxSame) return false;
  const folded = foldProse(one);
  return folded !== '' && folded === foldProse(other);
}
