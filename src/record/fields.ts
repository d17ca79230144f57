export type FieldType =
  | 'text'
  | 'textOrNull'
  | 'texts'
  | 'list'
  | 'flag'
  | 'integer'
  | 'integerOrNull'
  | 'numberOrNull';

/** The fields of the interface in its order, with their types. `workbench/fieldWords.ts` has their labels and descriptions. */
export const recordFields = {
  category: 'text',
  language: 'textOrNull',
  slug: 'text',
  speakers: 'texts',
  tags: 'list',
  id: 'integer',
  state: 'integer',
  title: 'text',
  summary: 'text',
  description: 'text',
  quality_notes: 'text',
  copyright_text: 'text',
  embed: 'text',
  thumbnail_url: 'textOrNull',
  duration: 'integerOrNull',
  video_ogv_length: 'numberOrNull',
  video_ogv_url: 'textOrNull',
  video_ogv_download_only: 'flag',
  video_mp4_length: 'numberOrNull',
  video_mp4_url: 'textOrNull',
  video_mp4_download_only: 'flag',
  video_webm_length: 'numberOrNull',
  video_webm_url: 'textOrNull',
  video_webm_download_only: 'flag',
  video_flv_length: 'numberOrNull',
  video_flv_url: 'textOrNull',
  video_flv_download_only: 'flag',
  source_url: 'textOrNull',
  whiteboard: 'text',
  recorded: 'textOrNull',
  added: 'text',
  updated: 'text',
} as const satisfies Readonly<Record<string, FieldType>>;

export type FieldName = keyof typeof recordFields;

/** Records often share the values of these fields, so those of other records are suggested. */
export const sharedLists = ['speakers', 'tags'] as const satisfies readonly FieldName[];
export const sharedTexts = ['category', 'language', 'copyright_text'] as const satisfies readonly FieldName[];
export type SuggestedField = (typeof sharedLists)[number] | (typeof sharedTexts)[number];

export const fieldNames = Object.keys(recordFields) as readonly FieldName[];

export function fieldType(name: string): FieldType | undefined {
  return isFieldName(name) ? recordFields[name] : undefined;
}

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(recordFields, name);
}
