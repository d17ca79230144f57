import fc from 'fast-check';
import { shownStrings } from '../../support/hostileStrings.ts';
import { talk } from './talks.ts';

const parts = [
  ...[
    'Ann Lee',
    'Bo Chen',
    'Kevin Fricovsk',
    'Kevin Fricovsky',
    '山田太郎',
    'LanternConf',
    'LanternConf 2019',
    'Keynote',
  ],
  ...[
    'Lamps',
    'lamps',
    'light',
    ' - ',
    ': ',
    ' by ',
    ' and ',
    ', ',
    '; ',
    '、',
    '(',
    ')',
    '[',
    ']',
    ' | ',
    '"',
    '.mp4',
  ],
  ...[
    'Ã©',
    'â€™',
    'Ãƒ',
    'Â',
    '\u0080',
    '&amp;',
    '&lt;',
    '&eacute;',
    'amp;',
    '&#32;',
    '  ',
    '\n',
    '\u00a0',
    '\u00ad',
    'e\u0301',
  ],
  ...['None', 'TBD', 'N/A', '3 May 2019', '<br>', '`', 'http://a.example/x', ' ', 'é', '«', '»'],
];
const text = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.constantFrom(...parts), { maxLength: 5 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: shownStrings },
);
const texts = fc.array(text, { maxLength: 4 });
const values = fc.record({
  title: text,
  category: fc.constantFrom('LanternConf 2019', 'LanternConf', '', 'None', ' Meetup'),
  speakers: fc.oneof(texts, text, fc.constant([1, 'Ann Lee'])),
  tags: texts,
  summary: text,
  description: text,
  recorded: fc.constantFrom('2019-05-04', '2018-05-04', null, 'soon'),
  source_url: fc.constantFrom('http://a.example/x', 'https://a:b@a.example/x y\n', '', null),
  duration: fc.constantFrom(null, 30, 1800),
});
/** A few records with parts that rules look for. */
export const records = fc
  .array(values, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((one, at) => talk(one, at + 1)));
