import * as z from 'zod';
import { fieldDescriptions } from './fields.ts';

// The messages end a sentence that begins with the field's name.
const text = z.string('has to be a string');
const textOrNull = z.string('has to be a string or null').nullable();
const flag = z.boolean('has to be true or false');
const integer = integerElse('has to be an integer');
const integerOrNull = integerElse('has to be an integer or null').nullable();
const numberOrNull = z.number('has to be a number or null').nullable();

const types = {
  category: text,
  language: textOrNull,
  slug: text,
  speakers: z.array(text, 'has to be a list of strings'),
  tags: z.array(z.unknown(), 'has to be a list'),
  id: integer,
  state: integer,
  title: text,
  summary: text,
  description: text,
  quality_notes: text,
  copyright_text: text,
  embed: text,
  thumbnail_url: textOrNull,
  duration: integerOrNull,
  video_ogv_length: numberOrNull,
  video_ogv_url: textOrNull,
  video_ogv_download_only: flag,
  video_mp4_length: numberOrNull,
  video_mp4_url: textOrNull,
  video_mp4_download_only: flag,
  video_webm_length: numberOrNull,
  video_webm_url: textOrNull,
  video_webm_download_only: flag,
  video_flv_length: numberOrNull,
  video_flv_url: textOrNull,
  video_flv_download_only: flag,
  source_url: textOrNull,
  whiteboard: text,
  recorded: textOrNull,
  added: text,
  updated: text,
};

/** No field is required: a record without one must still open, and the save tells what is missing. */
export const recordSchema = z.looseObject(describeAll(types)).meta({ title: 'Video record' });

/** What the editor checks and explains with. */
export function recordJsonSchema(): object {
  return z.toJSONSchema(recordSchema, { io: 'input', target: 'draft-7' });
}

/** Not z.int(): it refuses integers past 2^53, and the interface names no such limit. */
function integerElse(message: string) {
  return z.number(message).refine(Number.isInteger, message).meta({ type: 'integer' });
}

type Described<T extends Record<string, z.ZodType>> = { [K in keyof T]: z.ZodOptional<T[K]> };

function describeAll<T extends Record<string, z.ZodType>>(shape: T): Described<T> {
  const described = Object.entries(shape).map(([name, type]) => [
    name,
    type.optional().meta({ description: fieldDescriptions[name] }),
  ]);
  return Object.fromEntries(described);
}
