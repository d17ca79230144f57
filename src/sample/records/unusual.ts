import type { VideoRecord } from '../sampleFields.ts';
import { hosted, talk } from './talk.ts';

const people = ['The chair', 'The treasurer', 'A guest from the ferry', 'The archivist', 'Somebody at the back'];
const acts = ['asked about', 'objected to', 'praised', 'could not find', 'moved to postpone', 'read aloud'];
const things = [
  'the label of box nine',
  'the kettle',
  'last year’s minutes',
  'a reel with no name',
  'the damp in the cellar',
  'the order of the evening',
  'a letter dated tomorrow',
];

/** Records with something out of the ordinary about them, as real ones have. */
export const unusual: readonly VideoRecord[] = [
  talk(34, {
    ...hosted('windows-line-ends'),
    category: 'Typewriter Club',
    title: 'Carriage Returns, and How to Return Them',
    speakers: ['Augustin Pell'],
    summary: 'A talk\r\nin two lines.',
    description:
      'This description was written on a machine that ends its lines with two characters.\r\n\r\n' +
      '- carriage return\r\n- line feed\r\n\r\nOne line below ends with one character only.\nAn editor that is careful keeps all of them.\r\n',
    copyright_text: 'All rights reserved.\r\nAsk the club.',
    duration: 960,
    recorded: '2023-05-02',
  }),
  talk(35, { category: 'Typewriter Club', language: null, slug: 'untitled', title: 'Untitled' }),
  talk(36, {
    category: 'Typewriter Club',
    slug: 'empty-everywhere',
    title: 'Empty Everywhere',
    thumbnail_url: '',
    video_ogv_url: '',
    video_mp4_url: '',
    video_webm_url: '',
    video_flv_url: '',
    source_url: '',
    added: '2023-05-09T14:00:00',
    updated: '2023-05-09T14:00:00',
  }),
  talk(37, {
    ...hosted('every-format-we-could-find'),
    category: 'Archive Evenings',
    title: 'Every Format We Could Find',
    speakers: ['Philippa Crane', 'Bertrand Oduya'],
    tags: ['archive', 'formats'],
    summary: 'The same forty minutes, four times.',
    copyright_text: 'CC0 1.0',
    duration: 2400,
    video_ogv_length: 301989888,
    video_ogv_url: 'https://media.example.org/ogv/every-format-we-could-find.ogv',
    video_mp4_length: 419430400,
    video_webm_length: 335544320,
    video_webm_url: 'https://media.example.org/webm/every-format-we-could-find.webm',
    video_flv_length: 268435456,
    video_flv_url: 'https://media.example.org/flv/every-format-we-could-find.flv',
    video_flv_download_only: true,
    recorded: '2022-11-30',
  }),
  talk(38, {
    ...hosted('the-long-title'),
    category: 'Archive Evenings',
    title:
      'On the Keeping of Old Recordings, with Some Remarks on Cellars, Cardboard, Damp, the Honesty of Labels, and What to Do When the Only Person Who Knew the Order of the Boxes Has Moved to Another Town',
    speakers: ['Philippa Crane'],
    duration: 3481,
    recorded: '2022-12-07',
    quality_notes: 'Rain on the roof throughout.\n\nThe speaker asked us to keep it.',
  }),
  talk(39, {
    ...hosted('a-draft-with-markup'),
    category: 'Archive Evenings',
    state: 2,
    title: 'Markup <em>in</em> the Title & Other "Quoted" Things',
    speakers: ["Dara O'Keane", 'Back\\slash Benny'],
    tags: ['html', 'c:\\talks'],
    summary: '<p>This summary is HTML, with an <a href="https://www.example.org/?a=1&amp;b=2">address</a>.</p>',
    description:
      '<p>A preview must show this as text or as harmless markup.</p>\n' +
      '<script>document.title = "A preview must not run this."</script>\n' +
      '<img src="https://img.example.org/none.png" onerror="document.title = \'Nor this.\'">\n\n' +
      '[A link that must not work](javascript:void(0))\n\n\tA tab, a quote ", a backslash \\ and a slash /.\n',
    whiteboard: 'To be reviewed before it is published.',
    recorded: '2022-12-14',
  }),
  talk(40, {
    ...hosted('the-complete-minutes'),
    category: 'Archive Evenings',
    title: 'The Complete Minutes',
    speakers: ['Bertrand Oduya'],
    summary: 'Somebody wrote down everything. The description of this record is about 200 KB long.',
    description: longDescription(200 * 1024),
    duration: 14400,
    recorded: '2022-12-21',
  }),
  talk(2345, {
    ...hosted('much-later-1'),
    category: 'Lighthouse Sessions',
    title: 'Much Later',
    speakers: ['Solveig Arnault'],
    tags: ['keynote'],
    summary: 'The first of two records that stand far from the rest.',
    duration: 2112,
    recorded: '2025-06-03',
    added: '2025-06-10T10:10:10.101',
    updated: '2025-06-12T12:12:12.121',
  }),
  talk(2346, {
    ...hosted('much-later-2'),
    category: 'Lighthouse Sessions',
    title: 'Much Later, Continued',
    speakers: ['Solveig Arnault', 'Kit Farrow'],
    summary: 'The second of two records that stand far from the rest.',
    description: 'Questions from the audience, and one from the lighthouse keeper.\n',
    duration: 1744,
    video_webm_url: 'https://media.example.org/webm/much-later-2.webm',
    recorded: '2025-06-03',
    added: '2025-06-10T10:10:11.345',
    updated: '2025-06-12T12:12:14.678',
  }),
];

/** Markdown of exactly so many characters, the same each time. */
function longDescription(length: number): string {
  let text = '# Minutes\n';
  for (let line = 0; text.length < length; line++) {
    if (line % 20 === 0) text += `\n## Part ${line / 20 + 1}\n\n`;
    text += `- ${minute(line)}\n`;
  }
  return text.slice(0, length);
}

/** Counts of the lists have no common divisor, so that neighbouring sentences differ. */
function minute(line: number): string {
  return `${people[line % people.length]} ${acts[line % acts.length]} ${things[line % things.length]}.`;
}
