import type { Rule } from '../finding.ts';
import { foldTag } from '../folding.ts';

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
