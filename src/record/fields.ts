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
  readonly type: FieldType;
}

/** The fields of the interface in its order. `workbench/fieldWords.ts` has their labels and descriptions. */
export const recordFields = {
  category: { type: 'text' },
  language: { type: 'textOrNull' },
  slug: { type: 'text' },
  speakers: { type: 'texts' },
  tags: { type: 'list' },
  id: { type: 'integer' },
  state: { type: 'integer' },
  title: { type: 'text' },
  summary: { type: 'text' },
  description: { type: 'text' },
  quality_notes: { type: 'text' },
  copyright_text: { type: 'text' },
  embed: { type: 'text' },
  thumbnail_url: { type: 'textOrNull' },
  duration: { type: 'integerOrNull' },
  ...file('ogv'),
  ...file('mp4'),
  ...file('webm'),
  ...file('flv'),
  source_url: { type: 'textOrNull' },
  whiteboard: { type: 'text' },
  recorded: { type: 'textOrNull' },
  added: { type: 'text' },
  updated: { type: 'text' },
} as const satisfies Readonly<Record<string, FieldInfo>>;

export type FieldName = keyof typeof recordFields;

export const fieldNames = Object.keys(recordFields) as readonly FieldName[];

export function fieldInfo(name: string): FieldInfo | undefined {
  return isFieldName(name) ? recordFields[name] : undefined;
}

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(recordFields, name);
}

type FileFields<F extends string> = Record<`video_${F}_${'length' | 'url' | 'download_only'}`, FieldInfo>;

function file<F extends string>(format: F): FileFields<F> {
  return {
    [`video_${format}_length`]: { type: 'numberOrNull' },
    [`video_${format}_url`]: { type: 'textOrNull' },
    [`video_${format}_download_only`]: { type: 'flag' },
  } as FileFields<F>;
}
