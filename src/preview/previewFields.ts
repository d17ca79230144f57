import type { PreviewField } from './messages.ts';

type Show = PreviewField['show'] | 'embed' | 'thumbnail' | 'flag';
type Entry = readonly [name: string, label: string, show: Show];

export interface FieldGroup {
  readonly heading: string;
  readonly fields: readonly Entry[];
}

const formats = ['ogv', 'mp4', 'webm', 'flv'].flatMap((format): Entry[] => [
  [`video_${format}_url`, format.toUpperCase(), 'addresses'],
  [`video_${format}_length`, `${format.toUpperCase()} length`, 'text'],
  [`video_${format}_download_only`, `${format.toUpperCase()} download only`, 'flag'],
]);

/** What the preview shows of a record and in which order. A field that isn't named here follows at the end. */
export const fieldGroups: readonly FieldGroup[] = [
  {
    heading: 'Talk',
    fields: [
      ['title', 'Title', 'title'],
      ['speakers', 'Speakers', 'list'],
      ['category', 'Category', 'text'],
      ['language', 'Language', 'text'],
      ['recorded', 'Recorded', 'text'],
      ['duration', 'Duration', 'text'],
      ['tags', 'Tags', 'list'],
    ],
  },
  { heading: 'Summary', fields: [['summary', 'Summary', 'markdown']] },
  { heading: 'Description', fields: [['description', 'Description', 'markdown']] },
  {
    heading: 'Video',
    fields: [
      ['thumbnail_url', 'Thumbnail', 'thumbnail'],
      ['source_url', 'Source', 'addresses'],
      ['embed', 'Player', 'embed'],
      ...formats,
    ],
  },
  {
    heading: 'Licence and notes',
    fields: [
      ['copyright_text', 'Licence', 'text'],
      ['quality_notes', 'Quality notes', 'text'],
      ['whiteboard', 'Whiteboard', 'text'],
    ],
  },
  {
    heading: 'Record',
    fields: [
      ['id', 'Id', 'text'],
      ['slug', 'Slug', 'text'],
      ['state', 'State', 'text'],
      ['added', 'Added', 'text'],
      ['updated', 'Updated', 'text'],
    ],
  },
];
