import type { VideoRecord } from '../sampleFields.ts';
import { hosted, talk } from './talk.ts';

const common = {
  category: 'LanternConf 2024',
  copyright_text: 'CC BY-SA 4.0',
  added: '2024-10-02T09:30:00.125',
} satisfies Partial<VideoRecord>;

/** A conference in English, filmed and described with care. */
export const lanternConf: readonly VideoRecord[] = [
  talk(1, {
    ...common,
    ...hosted('small-tools-that-outlive-their-authors'),
    title: 'Small Tools That Outlive Their Authors',
    speakers: ['Imogen Starling'],
    tags: ['maintenance', 'tools'],
    summary: 'Why a four-hundred-line program still prints the tide tables of a harbour town.',
    description: `Every evening a program nobody remembers writing prints the tide tables of **Port Merrow**.
It has run for twenty-six years.

## What we will look at

- what the program leaves out, and why that is its strength
- how its file format survived three computers
- the one change that was ever made to it

> "If it has to be explained twice, it has to be made smaller."

Slides and the program itself are at <https://talks.example.org/lantern/small-tools>.
`,
    duration: 2710,
    video_mp4_length: 734003200,
    video_webm_url: 'https://media.example.org/webm/small-tools-that-outlive-their-authors.webm',
    video_webm_length: 512884736,
    recorded: '2024-09-19',
  }),
  talk(2, {
    ...common,
    ...hosted('the-last-byte-is-the-hardest'),
    title: 'The Last Byte Is the Hardest',
    speakers: ['Tobias Okonjo', 'Wren Halloway'],
    tags: ['files', 'durability'],
    summary: 'A save that says "done" has made a promise.',
    description: `Two people, one disk, and a cable that gets pulled out on stage.

1. Write, then pull the cable.
2. Flush, then pull the cable.
3. Rename, then pull the cable.

Only one of the three keeps the promise on every machine we own. The answer may not be the one you expect.
`,
    duration: 2455,
    recorded: '2024-09-19',
  }),
  talk(3, {
    ...common,
    ...hosted('queues-and-the-people-in-them'),
    title: 'Queues, and the People in Them',
    speakers: ['Marguerite Adeyemi'],
    tags: ['queues'],
    summary: 'What a bakery on a Saturday knows about back-pressure.',
    description:
      'The bakery at the corner serves two hundred people before nine without a single ticket machine. ' +
      'We filmed a morning of it and rebuilt it as a program.\n\n' +
      '```\narrive -> wait -> be served -> leave\n              \\-> give up\n```\n\n' +
      'Giving up is a feature. Most queues we build forget it.\n',
    duration: 1830,
    quality_notes: 'The first two minutes have no sound.',
    recorded: '2024-09-19',
  }),
  talk(4, {
    ...common,
    ...hosted('reading-code-aloud'),
    title: 'Reading Code Aloud',
    speakers: ['Piers Lindqvist'],
    summary: 'Twenty people read one function to each other until it got shorter.',
    duration: 1510,
    video_ogv_url: 'https://media.example.org/ogv/reading-code-aloud.ogv',
    video_ogv_length: 288358400,
    recorded: '2024-09-20',
  }),
  talk(5, {
    ...common,
    ...hosted('maps-for-places-that-move'),
    title: 'Maps for Places That Move',
    speakers: ['Saoirse Tennant', 'Ivo Marchetti', 'Noor Haddad'],
    tags: ['maps', 'time'],
    summary: 'Sandbanks, ferry routes and other things that are somewhere else by the time you have drawn them.',
    description: `| place | moves by | every |
|---|---|---|
| the sandbank off Merrow | 40 m | winter |
| the ferry landing | 3 m | tide |
| the village fair | 12 km | June |

A map is a claim about a day. Ours carry that day with them.
`,
    duration: 3120,
    recorded: '2024-09-20',
  }),
  talk(6, {
    ...common,
    ...hosted('five-minutes-on-naming'),
    title: 'Five Minutes on Naming',
    speakers: ['Cressida Vane'],
    tags: ['lightning talk'],
    summary: 'It took seven.',
    duration: 421,
    recorded: '2024-09-20',
  }),
  talk(7, {
    ...common,
    ...hosted('a-calendar-with-no-mondays'),
    title: 'A Calendar with No Mondays',
    speakers: ['Ossian Blackwood'],
    tags: ['time', 'calendars'],
    summary: 'An island, its eight-day week, and the software that had to cope.',
    description:
      'The island of this talk is invented; the bugs are not. We follow one appointment through **eleven** programs ' +
      'and count how often it changes its day.\n\n*Bring a pencil.*\n',
    duration: 2288,
    recorded: '2024-09-20',
    whiteboard: 'Subtitles: Ossian sends corrections.',
  }),
  talk(8, {
    ...common,
    ...hosted('panel-who-answers-at-night'),
    title: 'Panel: Who Answers at Night?',
    speakers: ['Imogen Starling', 'Dagny Thorne', 'Rafe Calloway', 'Beatrix Mbeki', 'Lowell Finch'],
    summary: 'Five people who have been woken up, on what they wish they had found when they got to the keyboard.',
    duration: 3605,
    quality_notes: 'The audience microphone is quiet from 0:41:10 on.',
    recorded: '2024-09-21',
  }),
  talk(9, {
    ...common,
    ...hosted('undo-2'),
    title: 'Undo',
    speakers: ['Wren Halloway'],
    tags: ['editors', 'undo'],
    summary: 'The second half of a talk about the one key everybody trusts.',
    description:
      'Part one ended with a question: *what does undo mean when someone else is typing?*\n\nPart two answers it badly, three times, on purpose.\n',
    duration: 2640,
    recorded: '2024-09-21',
  }),
  talk(10, {
    ...common,
    ...hosted('closing-what-we-left-out'),
    title: 'Closing: What We Left Out',
    speakers: ['Marguerite Adeyemi', 'Piers Lindqvist'],
    tags: ['keynote'],
    summary: 'The talks that were not given this year, in one sentence each.',
    duration: 1205,
    recorded: '2024-09-21',
  }),
];
