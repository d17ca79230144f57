import { folded } from '../../record/searchText.ts';
import { titleKey, videoKey } from '../facts.ts';
import { type Found, maxItems, type Rule } from '../finding.ts';
import { foldProse, foldTag } from '../folding.ts';
import { isGeneric, maxTitle } from '../titles.ts';

/** Another record of the category has the same title, or another record shows the same video. */
export const duplicates: Rule = {
  fields: ['source_url'],
  find: (record, facts) => {
    const [title, video] = [titleKey(record), videoKey(record)];
    const sameTitle = others(record.id, facts.titles.of(title).keys());
    if (sameTitle && !isGeneric(record.text('title'), record.text('category')))
      return [{ field: 'title', kind: 'title', ...sameTitle }];
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

/**
 * A tag that is a speaker, another tag or the whole category. Curators kept categories as tags, and ".net" is not "net",
 * so these are choices.
 */
export const tagRepeats: Rule = {
  fields: ['tags', 'speakers'],
  isSafe: true,
  find: (record) => {
    const field = 'tags';
    const speakers = Map.groupBy(record.items('speakers'), foldTag);
    const [tags, category] = [new Map<string, string[]>(), foldTag(record.text('category'))];
    const found: Found[] = [];
    for (const [item, tag] of record.items(field).entries()) {
      const key = foldTag(tag);
      if (found.length === maxItems) break;
      if (key === '') continue;
      const [speaker, other] = [speakers.get(key), tags.get(key)];
      tags.set(key, [...(other ?? []), tag]);
      const kind = speaker ? 'speaker' : other ? 'tag' : key === category ? 'category' : undefined;
      if (!kind) continue;
      const isSame = [...(speaker ?? []), ...(other ?? [])].some((name) => writtenAs(name) === writtenAs(tag));
      const choices = () => [{ name: '', value: record.rewritten(field, (text, at) => (at === item ? [] : [text])) }];
      found.push({ field, kind, item, values: [tag], ...(isSame ? { instead: [] } : { choices: choices() }) });
    }
    return found;
  },
};

/** Equal but for case, accents, spaces, hyphens and underscores. */
function writtenAs(name: string): string {
  return folded(name).replace(/[\s_-]+/g, '');
}

/** A summary or description that only repeats the title, or a summary that is the whole description. */
export const sameText: Rule = {
  fields: ['summary', 'description'],
  isInformation: true,
  find: (record) => {
    const found = (field: string) => ({
      field,
      choices: [{ name: '', value: '""' }],
      key: `${record.id} ${field} ${record.text(field)}`,
    });
    const title = record.text('title').length > maxTitle ? '' : record.text('title');
    const repeated = sameText.fields.filter((field) => isSame(record.text(field), title));
    if (repeated.length > 0) return repeated.map((field) => ({ ...found(field), kind: 'title' }));
    return isSame(record.text('summary'), record.text('description')) ? [found('summary')] : [];
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
