import { type SuggestedField, sharedLists, sharedTexts } from '../../record/fields.ts';
import type { CheckedRecord } from '../checkedRecord.ts';
import { type Facts, namesOf } from '../facts.ts';
import type { Found, Rule } from '../finding.ts';
import { tidy } from '../folding.ts';
import { bySpelling, isOneLetterApart, longWords } from '../names.ts';

/** A name that other records spell in another way. No count says which way is right, so each is a choice. */
export const nameVariants: Rule = {
  fields: ['speakers', 'tags', 'language', 'copyright_text'],
  isInformation: true,
  find: (record, facts) => {
    const all: Found[] = [];
    for (const field of [...sharedLists, ...sharedTexts]) {
      const names = record.items(field).length > maxNames ? [] : [...namesOf(record, field)];
      for (const name of names) {
        if (all.length < maxFound) all.push(...variants(record, field, name, facts));
      }
    }
    return all.slice(0, maxFound);
  },
};

type Spellings = ReadonlyMap<string, number>;
const none: Spellings = new Map();

function variants(record: CheckedRecord, field: SuggestedField, name: string, facts: Facts): Found[] {
  const same = found(record, field, name, 'same', better(name, facts.spellings(field, name)));
  if (field !== 'speakers') return same;
  const turned = found(record, field, name, 'same', turnedSpellings(name, facts));
  return [...same, ...turned, ...found(record, field, name, 'near', better(name, nearSpellings(name, facts)))];
}

/** One finding for each better spelling, so that each pair can be kept apart by itself. */
function found(record: CheckedRecord, field: string, name: string, kind: string, others: Spellings): Found[] {
  return [...others].slice(0, maxChoices).map(([other, count]) => {
    const value = record.rewritten(field, (text) => [tidy(text) === name ? other : text]);
    const item = record.texts(field).findIndex((text) => tidy(text) === name);
    const group = JSON.stringify([field, ...[name, other].sort()]);
    return { field, kind, item, values: [name, other], choices: [{ name: other, value, count }], group };
  });
}

/** A longer list is no list of people or tags. */
const maxNames = 100;
/** In a record, because each choice writes a whole list. */
const maxFound = 50;
const maxChoices = 5;

/** The spellings that are better than this one, the best first. */
function better(name: string, counts: Spellings): Spellings {
  if (counts.size < (counts.has(name) ? 2 : 1)) return none;
  const ranked = bySpelling(new Map([[name, 0], ...counts]));
  return new Map(ranked.slice(0, ranked.indexOf(name)).map((other) => [other, counts.get(other) ?? 0]));
}

/** "Ann Lee" of "Lee, Ann". */
function turnedSpellings(name: string, facts: Facts): Spellings {
  const [, last, first] = /^([^,]{1,100}), ([^,]{1,100})$/.exec(name) ?? [];
  return last === undefined ? none : facts.spellings('speakers', `${first} ${last}`);
}

/** With the name's own. */
function nearSpellings(name: string, facts: Facts): Spellings {
  const near = longWords(name).flatMap(({ words, at, key }) => {
    const others = [...facts.nearWords.of(key).keys()].filter((other) => isOneLetterApart(other, words[at] ?? ''));
    return others.flatMap((other) => [...facts.spellings('speakers', words.with(at, other).join(''))]);
  });
  if (near.length === 0) return none;
  return new Map([...near, [name, facts.spellings('speakers', name).get(name) ?? 0]]);
}
