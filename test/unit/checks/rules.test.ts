import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fixOf, fixRecord } from '../../../src/checks/fixRecord.ts';
import { type RuleId, ruleIds } from '../../../src/checks/rules.ts';
import { check, factsOf, talk, talks, type Values } from './talks.ts';

interface Case {
  /** The record, then others beside it. */
  readonly records: readonly Values[];
  readonly field?: string;
  /** The value after the fix; undefined if there is none. */
  readonly fix?: unknown;
  /** The values that are offered. */
  readonly choices?: readonly unknown[];
}

interface Table {
  readonly found: readonly Case[];
  /** Records that look like it and are right. */
  readonly right: readonly (Values | readonly Values[])[];
}

const annAndBo = { speakers: ['Ann Lee', 'Bo Chen'] };
const fiveOf = (values: Values) => Array.from({ length: 5 }, () => values);
const titleFix = (title: string, fix: string | undefined, values: Values = {}): Case => ({
  records: [{ title, ...values }],
  field: 'title',
  fix,
});

/** `links` needs verdicts: see links.test.ts. */
type OwnRule = Exclude<RuleId, 'links'>;
const ownRules = ruleIds.filter((rule): rule is OwnRule => rule !== 'links');

const tables: Readonly<Record<OwnRule, Table>> = {
  mojibake: {
    found: [
      { records: [{ description: 'Mike MÃ¼ller\r\nand Ana' }], field: 'description', fix: 'Mike Müller\r\nand Ana' },
      { records: [{ summary: 'itâ€™s Müller' }], field: 'summary', fix: 'it’s Müller' },
      { records: [{ summary: 'itâ\u0080\u0099s mixed: itâ€™s' }], fix: 'it’s mixed: it’s' },
      { records: [{ summary: 'twice: cafÃƒÂ©' }], fix: 'twice: café' },
      { records: [{ summary: 'OÊ»ahu isnÊ¼t' }], fix: 'Oʻahu isnʼt' },
      { records: [{ summary: 'Ð\u009fÑ€Ð¸Ð²ÐµÑ‚' }], fix: 'Привет' },
      { records: [{ summary: 'æ—¥æœ¬èªž, Ã“scar, estÃ¡' }], fix: '日本語, Óscar, está' },
      { records: [{ speakers: ['Ann Lee', 'JosÃ© Paz'] }], field: 'speakers', fix: ['Ann Lee', 'José Paz'] },
    ],
    right: [
      { summary: 'Müller, „Spaß“, CAFÉ’S, „MENÜ“, São Paulo, naïve' },
      { summary: 'À la carte, Ångström, 20 °C ± 1, «Été»' },
      { summary: 'Привет, 日本語, 😀' },
      { whiteboard: 'Ã alone' },
      { summary: '“résumé”—and “‘Beyoncé’” in a «café»…' },
      { summary: 'The letter “Ñ”, “AMANHÔ, „ROMÂ“…' },
      { summary: 'HYVÄÄ\u00a0PÄIVÄÄ, THAÏ\u00a0!, SUÐURSKAUTSLANDIÐ\u00a0og' },
    ],
  },
  textEntities: {
    found: [
      titleFix('Q&amp;A about lamps', 'Q&A about lamps'),
      titleFix('Ren&eacute; &#8211; lamps &#x26; light', 'René – lamps & light'),
      titleFix('How to write &amp;lt; in HTML', undefined),
      { records: [{ tags: ['R&amp;D', 'c++'] }], field: 'tags', fix: ['R&D', 'c++'] },
    ],
    right: [
      { title: 'R&D; and more' },
      { title: 'AT&T & co; &drop; &amp' },
      { title: 'Odd ones: &#0; &#55296; &#99999999;' },
      { description: 'Write &amp; for an ampersand' },
    ],
  },
  spaces: {
    found: [
      titleFix(' Lamps \n and  light ', 'Lamps and light'),
      titleFix('Lamps\u200b and\u00a0light\u00ad', 'Lamps and light'),
      titleFix('Si puo\u0300 fare', 'Si può fare'),
      titleFix('Lantern\ufeffConf in\ufeff the dark', 'LanternConf in the dark'),
      titleFix('Lightning talks ', 'Lightning talks'),
      {
        records: [{ copyright_text: '© Ann  Lee\n\nAll rights reserved.\n' }],
        fix: '© Ann  Lee\n\nAll rights reserved.',
      },
      { records: [{ copyright_text: '©  Ann Lee\n' }], fix: '© Ann Lee' },
      titleFix(' ', undefined),
      { records: [{ tags: [' lamps', 'light', 'light '] }], field: 'tags', fix: ['lamps', 'light'] },
      { records: [{ speakers: ['Ann  Lee', '\t'] }], field: 'speakers', fix: ['Ann Lee'] },
    ],
    right: [
      { title: 'Le packaging\u00a0: où est-on\u202f?' },
      { title: '« Lampes »'.replaceAll(' ', '\u00a0') },
      { title: 'नमस्\u200dते 👩\u200d💻 می\u200cخواهم' },
      { description: 'Two  spaces and a line end\n' },
      { copyright_text: '© Ann Lee\r\n\r\nAll rights reserved.' },
      { title: 'Halves kept apart: \ud83d\u0000\ude00' },
      { speakers: ['\ufa19谷 明', '\u{2f800}谷 明'] },
      { title: 'កោះ\u200bអាសេនសិន ເກາະ\u200bອາດສະເຊນ' },
    ],
  },
  placeholderText: {
    found: [
      { records: [{ summary: 'None\n\n' }], field: 'summary', fix: '' },
      { records: [{ description: 'TBD' }], field: 'description', fix: '' },
      { records: [{ speakers: ['Ann Lee', 'N/A'] }], field: 'speakers', fix: ['Ann Lee'] },
      { records: [{ speakers: ['TODO', 'Unknown', 'tba'], summary: 'To be announced' }], field: 'speakers', fix: [] },
      titleFix('null', undefined),
      { records: [{ language: 'None' }], field: 'language', fix: undefined },
    ],
    right: [
      { title: 'Unknown', tags: ['todo'] },
      { whiteboard: 'todo' },
      { title: 'None of the above' },
      { summary: 'Null and void' },
      { summary: 'TBD: the rest' },
    ],
  },
  speakersJoined: {
    found: [
      { records: [{ speakers: ['Ann Lee and Bo Chen'] }], field: 'speakers', fix: ['Ann Lee', 'Bo Chen'] },
      { records: [{ speakers: ['Ann Lee, Bo Chen, and Cy Young'] }], fix: ['Ann Lee', 'Bo Chen', 'Cy Young'] },
      { records: [{ speakers: ['Ann Lee & Bo Chen', 'Bo Chen'] }], fix: ['Ann Lee', 'Bo Chen'] },
      { records: [{ speakers: ['Ana Paz y Leo Sol; Cy Young'] }], fix: ['Ana Paz', 'Leo Sol', 'Cy Young'] },
      { records: [{ speakers: ['山田太郎、鈴木花子'] }], fix: ['山田太郎', '鈴木花子'] },
      { records: [{ speakers: ['J. R. Roe and Bo Chen'] }], fix: ['J. R. Roe', 'Bo Chen'] },
      { records: [{ speakers: 'Ann Lee and Bo Chen' }], fix: undefined },
    ],
    right: [
      { speakers: ['Sammy Davis, Jr.'] },
      { speakers: ['Ann Lee, MBA'] },
      { speakers: ['Ann Lee, Ph.D.'] },
      { speakers: ['Ann Lee, M. D.'] },
      { speakers: ['Ann Lee; MBA, PhD'] },
      { speakers: ['Ann and Bo Chen'] },
      { speakers: ['Ann Lee / Bo Chen'] },
      { speakers: ['Josep Puig i Cadafalch'] },
      { speakers: ['Ann Lee et al, Bo Chen'] },
      { speakers: ['Panel: Ann Lee and Bo Chen'] },
      { speakers: ['Ann Lee and 20 others here'] },
    ],
  },
  speakerOnlyInTitle: {
    found: [
      { records: [{ speakers: [], title: 'Ann Lee - Lamps' }, {}], field: 'speakers', fix: ['Ann Lee'] },
      { records: [{ speakers: [], title: 'Lamps (ana paz)' }, { speakers: ['Ana Paz'] }], fix: ['Ana Paz'] },
      { records: [{ speakers: [], title: 'Lamps by Ann Lee and Bo Chen' }, annAndBo], fix: ['Ann Lee', 'Bo Chen'] },
      { records: [{ speakers: [], title: 'Lamps: Ann Lee, Acme' }, {}], field: 'speakers', fix: undefined },
    ],
    right: [
      [{ speakers: [], title: 'Ann Lee and her lamps' }, {}],
      [{ speakers: [], title: 'Python - Lamps' }, { speakers: ['Python'] }],
      [{ speakers: [], title: 'Cy Young - Lamps' }, {}],
      [{ speakers: ['Bo Chen'], title: 'Ann Lee - Lamps' }, {}],
    ],
  },
  tagRepeats: {
    found: [
      { records: [{ tags: ['lamps', 'ann lee', 'AnnLee'] }], field: 'tags', fix: ['lamps'] },
      { records: [{ tags: ['Py-Test', 'lamps', 'pytest', 'py_test'] }], field: 'tags', fix: ['Py-Test', 'lamps'] },
      { records: [{ tags: ['net', '.net'] }], field: 'tags', choices: [['net']] },
      { records: [{ tags: ['1.1', '11', '1 1'] }], field: 'tags', fix: ['1.1', '11'], choices: [['1.1', '1 1']] },
      { records: [{ tags: ['J. Roe'], speakers: ['J Roe'] }], field: 'tags', choices: [[]] },
      { records: [{ tags: ['lanternconf2019', 'lamps'] }], field: 'tags', choices: [['lamps']] },
    ],
    right: [
      { tags: ['c', 'c++', 'c#'] },
      { tags: ['lanternconf', '2019'] },
      { tags: ['lee', 'ann'] },
      { tags: ['…', '!'] },
    ],
  },
  titleHasCategory: {
    found: [
      titleFix('LanternConf 2019: Lamps and light', 'Lamps and light'),
      titleFix('Lamps and light | lanternconf', 'Lamps and light'),
      titleFix("Lamps and light (LanternConf'19)", 'Lamps and light'),
      titleFix('PyConAU 2010: Hard real-time', 'Hard real-time', { category: 'PyCon AU 2010' }),
      titleFix('PyCon 2010 - Hard real-time', 'Hard real-time', { category: 'PyCon AU 2010' }),
      {
        records: [{ title: 'Track 1 - LanternConf 2019: Lamps' }],
        choices: ['Track 1 - Lamps', 'Track 1: Lamps'],
      },
    ],
    right: [
      { title: 'LanternConf 2019: Keynote' },
      { title: 'LanternConf 2019: Lightning talks, day 2' },
      { title: 'LanternConf 2019 - Ann Lee' },
      { title: 'Lessons from LanternConf 2019' },
      { title: 'LanternConf 2018: Lamps' },
      { title: 'LanternConf 2019 (draft' },
    ],
  },
  titleHasSpeaker: {
    found: [
      titleFix('Ann Lee - Lamps and light', 'Lamps and light'),
      titleFix('Lamps: how they shine by ann lee', 'Lamps: how they shine'),
      titleFix('Lamps and light (Ann Lee & Bo Chen)', 'Lamps and light', annAndBo),
      titleFix('İlk lambalar by Ann Lee', 'İlk lambalar'),
      titleFix('「灯」: 山田太郎', '「灯」', { speakers: ['山田太郎'] }),
      {
        records: [{ title: 'Lamps - Ann Lee: part of light' }],
        choices: ['Lamps - part of light', 'Lamps: part of light'],
      },
      { records: [{ title: 'Ann Lee - Lamp' }, { title: 'Lamp' }], field: 'title', fix: undefined },
    ],
    right: [
      { title: 'Keynote - Ann Lee' },
      { title: 'LanternConf 2019 Keynote - Ann Lee' },
      { title: 'LanternConf Berlin 2019 Keynote: Ann Lee' },
      { title: 'Ann Lee - LanternConf 2019' },
      { title: 'Ann Lee, Acme - Lamps' },
      { title: 'Interview about lamps - Ann Lee' },
      { title: 'Lamps featuring light - Ann Lee' },
      { title: 'A chat with - Ann Lee' },
      { title: 'Lamps - Prince', speakers: ['Prince'] },
      { title: 'The Ann Lee lamp' },
      { title: 'Ann Lee' },
    ],
  },
  nameVariants: {
    found: [
      {
        records: [{ speakers: ['Roman Joost'] }, { speakers: ['Róman Joost'] }],
        field: 'speakers',
        choices: [['Róman Joost']],
      },
      { records: [{ speakers: ['ANN LEE'] }, {}], field: 'speakers', choices: [['Ann Lee']] },
      { records: [{ speakers: ['Lukasz Langa'] }, { speakers: ['Łukasz Langa'] }], choices: [['Łukasz Langa']] },
      {
        records: [{ speakers: ['Kevin Fricovsk'] }, { speakers: ['Kevin Fricovsky'] }],
        choices: [['Kevin Fricovsky']],
      },
      { records: [{ tags: ['python,', 'x'] }, { tags: ['python'] }], field: 'tags', choices: [['python', 'x']] },
      { records: [{ speakers: ['Lee, Ann'] }, {}], field: 'speakers', choices: [['Ann Lee']] },
      {
        records: [{ category: 'lantern conf 2019' }, { category: 'LanternConf 2019' }],
        field: 'category',
        choices: ['LanternConf 2019'],
      },
      { records: [{ language: 'english' }, {}], field: 'language', choices: ['English'] },
      { records: [{ copyright_text: 'cc-by' }, { copyright_text: 'CC By' }], choices: ['CC By'] },
    ],
    right: [
      [{ speakers: ['Ann Lee '] }, {}],
      [{ speakers: ['Jon Smith'] }, { speakers: ['Jan Smith'] }],
      [{ speakers: ['Ann Fischer'] }, { speakers: ['Ann Tischer'] }],
      [{ speakers: ['Ann Fischer'] }, { speakers: ['Bo Fischer'] }],
      [{ speakers: ['Fricovsky'] }, { speakers: ['Fricovsk'] }],
      [{ tags: ['plugin'] }, { tags: ['plugins'] }],
      [{ tags: ['c'] }, { tags: ['c++'] }],
      [{ speakers: ['Lee, Bo'] }, {}],
      [{ category: 'C++ 2019' }, { category: 'C 2019' }],
      [{ copyright_text: `a${'b'.repeat(300)}` }, { copyright_text: `A${'b'.repeat(300)}` }],
      [{ category: 'LanternConf 2019' }, { category: 'LanternConf 2018', recorded: '2018-05-04' }],
      [{ speakers: ['राम लाल'] }, { speakers: ['रमा लाल'] }],
    ],
  },
  addresses: {
    found: [
      { records: [{ source_url: 'https://a.example/x\n' }], field: 'source_url', fix: 'https://a.example/x' },
      { records: [{ source_url: 'https://a.example/my talk' }], fix: 'https://a.example/my%20talk' },
      { records: [{ source_url: 'https://ann:pw@a.example/x' }], fix: 'https://a.example/x' },
      { records: [{ source_url: 'http://a.example/x' }], choices: ['https://a.example/x'] },
      { records: [{ source_url: 'HTTP://a.example:80/x:80' }], choices: ['https://a.example/x:80'] },
      { records: [{ source_url: 'http://a.example:8080' }], choices: ['https://a.example:8080'] },
    ],
    right: [
      { source_url: 'https://a.example/x?a=b#c' },
      { source_url: null },
      { thumbnail_url: '' },
      { source_url: 'x y' },
    ],
  },
  dateInText: {
    found: [
      {
        records: [{ summary: '[Conf] Ann Lee - 23 April 2019 in "Hall"' }],
        field: 'recorded',
        choices: ['2019-04-23'],
      },
      { records: [{ description: 'Sunday, 05 May 2019 - Track 1' }], choices: ['2019-05-05'] },
      { records: [{ summary: 'On May 2nd, 2019 and again on 2019-05-02' }], choices: ['2019-05-02'] },
    ],
    right: [
      { summary: 'On 4 May 2019' },
      { summary: 'On 3 May 2019 and 5 May 2019' },
      { summary: 'Since 4 May 2012' },
      { summary: 'In May 2019, the 31 February 2019' },
      { description: `${'A long text. '.repeat(100)}3 May 2019` },
      { summary: 'On 3 May 2019', recorded: null },
    ],
  },
  durationInMinutes: {
    found: [{ records: fiveOf({ duration: 45 }), field: 'duration', choices: [2700] }],
    right: [
      [...fiveOf({ duration: 45 }), { duration: 1800 }],
      fiveOf({ duration: 45 }).slice(1),
      fiveOf({ duration: null }),
      fiveOf({ duration: '45' }),
    ],
  },
  sameText: {
    found: [
      {
        records: [{ summary: 'All about lamps!', description: 'All about **lamps**\n' }],
        field: 'summary',
        choices: [''],
      },
      { records: [{ title: 'On lamps', description: 'On lamps.\n' }], field: 'description', choices: [''] },
    ],
    right: [
      { summary: 'All about lamps.', description: 'All about lamps. And light.' },
      { summary: '', description: '' },
      { summary: '…', description: '!' },
    ],
  },
  dates: {
    found: [
      { records: [{ recorded: '2030-01-01', category: 'Meetup' }], field: 'recorded' },
      { records: [{ recorded: '1900-01-01', category: 'Meetup' }], field: 'recorded' },
      { records: [{ recorded: '2018-05-04' }], field: 'recorded' },
    ],
    right: [
      { recorded: '2026-11-18', category: 'Meetup' },
      { recorded: null },
      { recorded: 'soon' },
      { category: 'Python 3000', recorded: '2018-05-04' },
    ],
  },
  duplicates: {
    found: [
      { records: [{ title: 'On lamps' }, { title: 'On Lamps!' }], field: 'title' },
      {
        records: [{ source_url: 'http://youtu.be/abc' }, { source_url: 'https://www.youtube.com/watch?v=abc' }],
        field: 'source_url',
      },
    ],
    right: [
      [{ title: 'Lightning talks' }, { title: 'Lightning Talks' }],
      [{ title: 'On lamps' }, { title: 'On lamps', category: 'Meetup' }],
      [{ source_url: '' }, { source_url: '' }],
      [{ source_url: 'https://a.example/' }, { source_url: 'https://a.example' }],
      [{ source_url: 'https://youtube.com/playlist?list=a' }, { source_url: 'https://youtube.com/playlist?list=b' }],
      [{ source_url: 'https://a.example/talks#1' }, { source_url: 'https://a.example/talks#2' }],
    ],
  },
  missing: {
    found: [
      { records: [{ title: '' }], field: 'title' },
      { records: [{ language: null }], field: 'language' },
      { records: [{ recorded: null }], field: 'recorded' },
      { records: [{ speakers: [] }], field: 'speakers' },
      { records: [{ source_url: '' }], field: 'source_url' },
    ],
    right: [
      { speakers: [], title: 'Lightning talks: Saturday and more' },
      { speakers: [], title: 'Lanternconf-LightingTalksThirdDay663' },
      { speakers: [], title: 'LanternConf 2019 Opening' },
      { source_url: null, embed: '<iframe src="https://a.example/1"></iframe>' },
      { source_url: '', video_mp4_url: 'https://a.example/1.mp4' },
      { summary: '', tags: [] },
    ],
  },
  htmlInText: {
    found: [
      { records: [{ description: 'One<br/>two' }], field: 'description' },
      { records: [{ summary: 'See <a href="https://a.example">here</a>' }], field: 'summary' },
    ],
    right: [
      { description: 'See <https://a.example> and a<b>c is not… 1 < 2 > 0'.replace('<b>', '< b >') },
      { description: 'Write `<br>` or\n\n    <p>code</p>\n\n```\n<b>\n```' },
      { description: 'A list<int> and <stdio.h>' },
    ],
  },
  titleIsFileName: {
    found: [titleFix('djangocon-Song385.flv', undefined), titleFix('0_whither-django.M4V', undefined)],
    right: [{ title: 'Using ffmpeg with mp4' }, { title: 'Why .ogg matters' }, { title: 'Node.js' }],
  },
};

suite('checks: rules', () => {
  for (const rule of ownRules) {
    const findingsOf = (records: readonly Values[]) =>
      check(talks(...records)).filter((finding) => finding.rule === rule && finding.id === 1);

    test(`${rule} finds what it is for`, () => {
      for (const { records, field, fix, choices } of tables[rule].found) {
        const findings = findingsOf(records);
        const [finding, another] = findings;
        const name = JSON.stringify(records);
        assert.ok(finding, name);
        assert.ok(
          findings.every((one) => one.field === (field ?? finding.field)),
          name,
        );
        // One for each item.
        if (finding.item === undefined) assert.equal(another, undefined, name);
        const all = talks(...records);
        const fixed = fixRecord(all[0] ?? talk(), {}, factsOf(all), fixOf(rule)).get(finding.field);
        assert.deepEqual(fixed && JSON.parse(fixed), fix, name);
        assert.deepEqual(
          finding?.choices?.map(({ value }) => JSON.parse(value)),
          choices,
          name,
        );
      }
    });

    test(`${rule} finds nothing in what only looks like it`, () => {
      for (const right of tables[rule].right) assert.deepEqual(findingsOf([right].flat()), [], JSON.stringify(right));
    });
  }

  test('"extra spaces" is said of spaces only, whatever else is wrong', () => {
    const kinds = {
      'Lamps  light': 'spaces',
      'Lamps \u200b light': 'spaces',
      'Lamps\tlight': 'blanks',
      'Lamps\u00a0and light': 'blanks',
      'Lamps\nlight': 'lines',
      'La\u200bmps': 'invisible',
      'La\ufeffmps': 'invisible',
      'puo\u0300': 'letters',
      'puo\u0300\u200b': 'invisible',
    };
    const found = Object.keys(kinds).map((title) => check([talk({ title })])[0]?.kind);
    assert.deepEqual(found, Object.values(kinds));
  });

  test('find nothing in a record that is right', () => {
    assert.deepEqual(check([talk(), talk({}, 2)]), []);
  });
});
