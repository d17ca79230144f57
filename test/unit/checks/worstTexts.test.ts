import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CheckedRecord, maxList, maxText, mediaFields, textFields } from '../../../src/checks/checkedRecord.ts';
import { findingsIn } from '../../../src/checks/checkRecords.ts';
import { rules } from '../../../src/checks/rules.ts';
import { factsOf, talk, talkValues } from './talks.ts';

/** What made a rule slow, or might, to be repeated. */
const worst = {
  'a character that becomes 18': '\ufdfa',
  'a character that becomes 6': '\u3316',
  'Hangul, which is decomposed': '각',
  accents: 'e\u0301\u0327',
  'sequences that UTF-8 does not have': 'ð€€€',
  'misread text': 'Ã©',
  'misread letters among others': 'Ã©x',
  'misread twice': 'ÃƒÂ©',
  'misread emoji': 'ðŸ˜€',
  'half characters': '\ud83d',
  spaces: ' ',
  'no-break spaces': '\u00a0',
  'line ends': '\r\n',
  entities: '&amp;',
  'numbers of characters': '&#x26;#38;',
  'beginnings of tags': '<',
  'tags without an end': '<a ',
  'code spans without an end': '`x',
  'one word': 'a',
  'short words': 'ab ',
  separators: ' - ',
  'segments of a title': 'LanternConf 2019: ',
  brackets: '(a',
  'names that are joined': 'Ann Lee and Bo Chen, ',
  dates: 'May 4, 2019 ',
  numbers: '2019-',
} as const;

/** 1 MB, and as much as rules look at: of a text, of a list, of what may be equal, and of a title, name or tag. */
const lengths = [1_000_000, maxText, maxList, 5_000, 1_000];
const maxMs = 100;

function milliseconds(task: () => void): number {
  const start = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** What the limit is on this machine now: one that needs more than 25 ms to decompose 1 MB is slow, or busy. */
function limitNow(): number {
  return Math.max(maxMs, 4 * milliseconds(() => 'Ã©x'.repeat(400_000).normalize('NFKD')));
}

/** Undefined if it is within so many times the limit once in some tries. */
function tooLong(task: () => void, times = 1): number | undefined {
  let taken = 0;
  for (let tries = 0; tries < 5; tries += 1) {
    taken = milliseconds(task);
    if (taken <= times * maxMs || taken <= times * limitNow()) return undefined;
  }
  return taken;
}

suite('the worst known texts', () => {
  for (const [name, part] of Object.entries(worst)) {
    test(`take every rule at most ${maxMs} ms: ${name}`, () => {
      const slow: string[] = [];
      for (const length of lengths) {
        const text = part.repeat(length / part.length);
        const short = Array.from({ length: length / 100 }, () => text.slice(0, 99));
        const one = Object.fromEntries([...textFields, ...mediaFields, 'embed'].map((field) => [field, text]));
        for (const lists of [{ speakers: [text], tags: [text] }, { speakers: short, tags: short }, { speakers: [] }]) {
          const values = talkValues({ ...one, ...lists }, 1);
          const get = (field: string) => (field in values ? { raw: JSON.stringify(values[field]) } : undefined);
          const record = new CheckedRecord(1, { get }, (field) => values[field]);
          const facts = factsOf([record, talk({}, 2)]);
          for (const [id, rule] of Object.entries(rules)) {
            const taken = tooLong(() => rule.find(record, facts));
            if (taken) slow.push(`${id}, ${length} characters: ${Math.round(taken)} ms`);
          }
        }
      }
      assert.deepEqual(slow, []);
    });
  }

  test(`take all rules at most ${2 * maxMs} ms: long lists of names with several spellings`, () => {
    const spelled = (name: string, by: number) => name.slice(0, by) + name.slice(by).toUpperCase();
    const names = (by: number) =>
      Array.from({ length: 100 }, (_, at) => spelled(`${'lampshade'.repeat(8)} abc${at}`, by));
    const addresses = Object.fromEntries(mediaFields.map((field) => [field, 'http://a:b@a.example/x y']));
    const all = Array.from({ length: 7 }, (_, at) =>
      talk({ speakers: names(at), tags: names(at), ...addresses }, at + 1),
    );
    const [last = talk()] = all.slice(-1);
    const facts = factsOf(all);
    assert.equal(
      tooLong(() => findingsIn(last, {}, facts), 2),
      undefined,
    );
  });

  test(`take all rules at most ${5 * maxMs} ms: long lists in which each item is wrong`, () => {
    const tags = Array.from({ length: 300 }, (_, at) => ` Ã©&amp;amp;lamp  and shade ${at % 250}`);
    const record = talk({ tags, speakers: tags.map((tag) => `${tag}; Bo Chen`).slice(0, 200) });
    const facts = factsOf([record, talk({}, 2)]);
    assert.equal(
      tooLong(() => findingsIn(record, {}, facts), 5),
      undefined,
    );
  });
});
