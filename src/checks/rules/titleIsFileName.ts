import type { Rule } from '../finding.ts';

const ending = /\.(?:3gp|avi|flv|m4a|m4v|mkv|mov|mp3|mp4|mpe?g|mts|og[agv]|webm|wmv)\s*$/i;

/** The title is the name of a media file: "keynote_final2.mp4". */
export const titleIsFileName: Rule = {
  find: (record) => (ending.test(record.text('title').slice(-20)) ? [{ field: 'title' }] : []),
};
