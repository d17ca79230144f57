import type { CheckedRecord } from '../checkedRecord.ts';
import type { Facts } from '../facts.ts';
import type { Found, Rule } from '../finding.ts';
import { fold, foldTag, tidy } from '../folding.ts';
import { bySpelling, isOneLetterApart, longWords } from '../names.ts';

/** A name that other records spell in another way. No count says which way is right, so each is a choice. */
export const nameVariants: Rule = {
  isInformation: true,
  find: (record, facts) => [
    ...variants(record, 'speakers', (name) => facts.speakers.of(fold(name))),
    ...variants(record, 'speakers', (name) => nearSpellings(name, facts), 'near'),
    ...variants(record, 'tags', (tag) => facts.tags.of(foldTag(tag))),
  ],
};

function variants(
  record: CheckedRecord,
  field: string,
  spellings: (name: string) => ReadonlyMap<string, number>,
  kind = 'same',
): Found[] {
  const names = record.items(field).length > maxNames ? [] : new Set(record.items(field).map(tidy));
  return [...names].flatMap((name) => {
    const counts = spellings(name);
    const [best, ...others] = counts.size < 2 || fold(name) === '' ? [] : bySpelling(counts);
    if (best === undefined || best === name) return [];
    const choices = [best, ...others.filter((other) => other !== name).slice(0, maxChoices)].map((other) => ({
      name: other,
      value: record.rewritten(field, (text) => [tidy(text) === name ? other : text]),
    }));
    return [{ field, kind, values: [name, best], choices, group: name }];
  });
}

/** A longer list is no list of people or tags, and each choice rewrites it. */
const maxNames = 100;
const maxChoices = 5;

function nearSpellings(name: string, facts: Facts): ReadonlyMap<string, number> {
  const near = longWords(name).flatMap(({ words, at, key }) => {
    const others = [...facts.nearWords.of(key).keys()].filter((other) => isOneLetterApart(other, words[at] ?? ''));
    return others.flatMap((other) => [...facts.speakers.of(words.with(at, other).join(''))]);
  });
  return new Map(near.length === 0 ? [] : [...near, ...facts.speakers.of(fold(name))]);
}
