import type { VideoRecord } from '../sampleFields.ts';

// Holds every field, so that its order is the order of every record.
const blank: VideoRecord = {
  category: '',
  language: 'English',
  slug: '',
  speakers: [],
  tags: [],
  id: 0,
  state: 1,
  title: '',
  summary: '',
  description: '',
  quality_notes: '',
  copyright_text: '',
  embed: '',
  thumbnail_url: null,
  duration: null,
  video_ogv_length: null,
  video_ogv_url: null,
  video_ogv_download_only: false,
  video_mp4_length: null,
  video_mp4_url: null,
  video_mp4_download_only: false,
  video_webm_length: null,
  video_webm_url: null,
  video_webm_download_only: false,
  video_flv_length: null,
  video_flv_url: null,
  video_flv_download_only: false,
  source_url: null,
  whiteboard: '',
  recorded: null,
  added: '2025-01-07T08:15:00.250',
  updated: '2025-02-11T16:42:09.318',
};

type Given = Partial<VideoRecord> & Pick<VideoRecord, 'title' | 'slug'>;

/** One sample record: what is given, and nothing invented for the rest. */
export function talk(id: number, given: Given): VideoRecord {
  return { ...blank, ...given, id };
}

/** The addresses of a talk that was hosted and filmed in the usual way. */
export function hosted(slug: string): Partial<VideoRecord> & Pick<VideoRecord, 'slug'> {
  return {
    slug,
    embed: player(`https://video.example.org/v/${slug}?version=3&hl=en&fs=1`),
    thumbnail_url: `https://img.example.org/${slug}/hq.jpg`,
    source_url: `https://video.example.org/watch?v=${slug}`,
    video_mp4_url: `https://media.example.org/mp4/${slug}.mp4`,
  };
}

function player(address: string): string {
  const source = address.replaceAll('&', '&amp;');
  return [
    '<object width="640" height="390">',
    `<param name="movie" value="${source}"></param>`,
    '<param name="allowFullScreen" value="true"></param>',
    '<param name="allowscriptaccess" value="always"></param>',
    `<embed src="${source}" type="application/x-shockwave-flash" allowscriptaccess="always" allowfullscreen="true" width="640" height="390"></embed>`,
    '</object>',
  ].join('');
}
