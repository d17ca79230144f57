export type FieldType =
  | 'text'
  | 'textOrNull'
  | 'texts'
  | 'list'
  | 'flag'
  | 'integer'
  | 'integerOrNull'
  | 'numberOrNull';

export interface FieldInfo {
  readonly label: string;
  readonly type: FieldType;
  readonly description: string;
}

/** The fields of the interface in its order. Nothing else in the code lists them all. */
export const recordFields = {
  category: field('Category', 'text', 'Group or event the talk belongs to.'),
  language: field('Language', 'textOrNull', 'Language of the talk, by name, such as "English".'),
  slug: field('Slug', 'text', 'Short name for addresses: lowercase words joined by hyphens.'),
  speakers: field('Speakers', 'texts', 'Names of the speakers.'),
  tags: field('Tags', 'list', 'Keywords of the talk.'),
  id: field('ID', 'integer', "Number of the record. It can't be changed."),
  state: field('State', 'integer', 'State of the record. The service defines what the numbers mean.'),
  title: field('Title', 'text', 'Title of the talk.'),
  summary: field('Summary', 'text', 'Summary of the talk. May be empty.'),
  description: field('Description', 'text', 'Description of the talk. May be empty.'),
  quality_notes: field('Quality notes', 'text', 'Notes on the quality of the recording. May be empty.'),
  copyright_text: field('License', 'text', 'License of the recording. May be empty.'),
  embed: field('Player', 'text', 'HTML markup of an embeddable player.'),
  thumbnail_url: field('Thumbnail', 'textOrNull', 'Address of a thumbnail image.'),
  duration: field('Duration', 'integerOrNull', "Length of the talk. The interface doesn't define the unit."),
  ...file('ogv'),
  ...file('mp4'),
  ...file('webm'),
  ...file('flv'),
  source_url: field('Source', 'textOrNull', 'Address of the original video.'),
  whiteboard: field('Whiteboard', 'text', 'Working notes. May be empty.'),
  recorded: field('Recorded', 'textOrNull', 'Date of the recording, as YYYY-MM-DD.'),
  added: field('Added', 'text', 'When the record was added, as YYYY-MM-DDThh:mm:ss.mmm without a time zone.'),
  updated: field(
    'Updated',
    'text',
    'When the record was last updated, as YYYY-MM-DDThh:mm:ss.mmm without a time zone.',
  ),
} as const satisfies Readonly<Record<string, FieldInfo>>;

export type FieldName = keyof typeof recordFields;

export const fieldNames = Object.keys(recordFields) as readonly FieldName[];

export function fieldInfo(name: string): FieldInfo | undefined {
  return Object.hasOwn(recordFields, name) ? recordFields[name as FieldName] : undefined;
}

function field(label: string, type: FieldType, description: string): FieldInfo {
  return { label, type, description };
}

type FileFields<F extends string> = Record<`video_${F}_${'length' | 'url' | 'download_only'}`, FieldInfo>;

function file<F extends string>(format: F): FileFields<F> {
  const name = format.toUpperCase();
  return {
    [`video_${format}_length`]: field(`${name} length`, 'numberOrNull', `Length of the ${name} file.`),
    [`video_${format}_url`]: field(name, 'textOrNull', `Address of the ${name} file. Empty or null if there is none.`),
    [`video_${format}_download_only`]: field(
      `${name} download only`,
      'flag',
      `Whether the ${name} file is offered only as a download.`,
    ),
  } as FileFields<F>;
}
