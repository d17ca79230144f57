import { titleKey, videoKey } from '../facts.ts';
import type { Rule } from '../finding.ts';
import { foldProse, foldTag } from '../folding.ts';
import { isGeneric, maxTitle } from '../titles.ts';

/** Another record of the category has the same title, or another record shows the same video. */
export const duplicates: Rule = {
  fields: ['source_url'],
  find: (record, facts) => {
    const [title, video] = [titleKey(record), videoKey(record)];
    const titles = isGeneric(record.text('title'), record.text('category')) ? [] : facts.titles.of(title).keys();
    const sameTitle = others(record.id, titles);
    if (sameTitle) return [{ field: 'title', kind: 'title', ...sameTitle }];
    const sameVideo = others(record.id, video === '' ? [] : facts.videos.of(video).keys());
    return sameVideo ? [{ field: 'source_url', kind: 'video', ...sameVideo }] : [];
  },
};

const maxNamed = 5;

/** Each duplicate is shown, and names the others. */
function others(id: number, records: Iterable<string>) {
  const ids = [...new Set([...records, String(id)])].map(Number).sort((one, other) => one - other);
  const named = ids.filter((other) => other !== id).map((other) => `#${other}`);
  if (named.length === 0) return undefined;
  const list = [...named.slice(0, maxNamed), ...(named.length > maxNamed ? ['…'] : [])].join(', ');
  return { values: [list], group: String(id), key: ids.slice(0, 2 * maxNamed).join(), first: ids[0] ?? id };
}

/** A tag that is a speaker, another tag or the whole category. Curators kept categories as tags, so that is a choice. */
export const tagRepeats: Rule = {
  fields: ['tags', 'speakers'],
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
    const item = kinds.indexOf(kind);
    const found = { field, kind, item, values: [record.items(field)[item] ?? ''] };
    return [{ ...found, ...(kind === 'category' ? { choices: [{ name: '', value }] } : { fix: value }) }];
  },
};

/** A summary or description that only repeats the title, or a summary that is the whole description. */
export const sameText: Rule = {
  fields: ['summary', 'description'],
  isInformation: true,
  find: (record) => {
    const choices = [{ name: '', value: '""' }];
    const title = record.text('title').length > maxTitle ? '' : record.text('title');
    const repeated = sameText.fields.filter((field) => isSame(record.text(field), title));
    if (repeated.length > 0) return repeated.map((field) => ({ field, kind: 'title', choices }));
    return isSame(record.text('summary'), record.text('description')) ? [{ field: 'summary', choices }] : [];
  },
};

const maxSame = 5_000;

/** Equal but for punctuation. Texts of very different lengths never are, and folding takes a while. */
function isSame(one: string, other: string): boolean {
  const [short = 0, long = 0] = [one.length, other.length].sort((a, b) => a - b);
  if (short === 0 || long >= 2 * short + 20 || long > maxSame) return false;
  const folded = foldProse(one);
  return folded !== '' && folded === foldProse(other);
}
