const download = 'false in every observed response';
const length = 'null in every observed response';
const file = 'empty string or null when there is no file';

/** The fields of the interface in its order, each in its words. */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  category: 'name of the group or event the talk belongs to',
  language: 'language name in words',
  slug: 'lowercase words joined by hyphens; may end in a hyphen and a numeric suffix',
  speakers: 'display names of the speakers',
  tags: 'empty in every observed response',
  id: 'identifier of the record',
  state: 'numeric state code',
  title: 'title of the talk',
  summary: 'may be an empty string',
  description: 'may be an empty string',
  quality_notes: 'may be an empty string',
  copyright_text: 'licence text; may be an empty string',
  embed:
    'HTML markup for an embeddable player: an object element holding parameter elements named movie, allowFullScreen and allowscriptaccess and a nested embed element; width 640, height 390; it references the address of the hosted video; ampersands are HTML-escaped',
  thumbnail_url: 'absolute URL of a thumbnail image',
  duration: 'length of the talk',
  video_ogv_length: length,
  video_ogv_url: file,
  video_ogv_download_only: download,
  video_mp4_length: length,
  video_mp4_url: file,
  video_mp4_download_only: download,
  video_webm_length: length,
  video_webm_url: 'null in every observed response',
  video_webm_download_only: download,
  video_flv_length: length,
  video_flv_url: 'null in every observed response',
  video_flv_download_only: download,
  source_url: 'absolute URL of the original hosted video',
  whiteboard: 'may be an empty string',
  recorded: 'date, `YYYY-MM-DD`',
  added: 'date-time `YYYY-MM-DDThh:mm:ss.mmm`, millisecond precision, no time-zone designator',
  updated: 'date-time in the same format as `added`',
};

export const fieldNames: readonly string[] = Object.keys(fieldDescriptions);
