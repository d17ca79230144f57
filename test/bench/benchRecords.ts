import { fieldNames, fieldType } from '../../src/record/fields.ts';
import { aRecord, type Fields } from '../support/recordService.ts';

/** A record of the size that records usually have, 5 KB. */
export function usualRecord(id: number): Fields {
  return aRecord(id, { description: prose(4200) });
}

/** How long the distant service takes for an answer. */
export const latencyMs = 20;

/** Of 3 KB: 2,000 of them are a worksheet of 6 MB. */
export function shortRecord(id: number): Fields {
  return aRecord(id, { description: prose(2300) });
}

/** What can make a record large. */
export type Growth = 'one long text' | 'many items' | 'many fields';

/** As long as an item or a field must be, so that a record of 10 MB has as many of them as a record may have. */
const [itemBytes, fieldBytes] = [60, 600];

export function grownRecord(growth: Growth, bytes: number): Fields {
  const record = usualRecord(1);
  if (growth === 'one long text') return { ...record, description: prose(bytes) };
  const several = <T>(size: number, make: (at: number) => T) =>
    Array.from({ length: Math.floor(bytes / size) }, (_, at) => make(at));
  if (growth === 'many items') return { ...record, tags: several(itemBytes, (at) => `${at} ${prose(itemBytes - 15)}`) };
  const fields = several(fieldBytes, (at) => [`field_${at}`, prose(fieldBytes - 20)] as const);
  return { ...record, ...Object.fromEntries(fields) };
}

function prose(length: number): string {
  const sentence = 'Boats and maps, and what the harbour said; café au lait.\n';
  return sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
}

const [names, places, things] = [
  ['Ada', 'Bo', 'Chloé', 'Dag', 'Eszter', 'Łucja', 'Mio', 'Noor', 'Øyvind', 'Zoë'],
  ['Harbour', 'Lantern', 'Meadow', 'Summit', 'River', 'Orchard', 'Island', 'Valley'],
  ['boats', 'maps', 'bridges', 'kites', 'clocks', 'gardens', 'tides', 'letters', 'engines', 'songs', 'stars', 'mills'],
];

/** One of many different records, with texts as long as records have on average. */
export function inventedRecord(id: number): Fields {
  const pick = <T>(list: readonly T[], salt: number) =>
    list[(Math.imul(id + 7 * salt, 2654435761 + salt) >>> 5) % list.length] as T;
  const words = (count: number, salt: number) =>
    Array.from({ length: count }, (_, at) => `${pick(things, salt + at)}${(id * (at + salt)) % 97}`).join(' ');
  const name = (salt: number) => `${pick(names, salt)} ${pick(['Marsh', 'Okafor', 'Peña', 'Quill', 'Sørensen'], salt)}`;
  const unset = fieldNames.map((name) => [name, fieldType(name) === 'flag' ? false : null]);
  return aRecord(id, {
    ...Object.fromEntries(unset),
    id,
    state: 1,
    added: '2024-06-01T10:00:00.000',
    updated: '2024-06-01T10:00:00.000',
    title: `${pick(places, 1)} of ${words(3, 2)}${id % 7 === 0 ? ' “and more”' : ''}`,
    slug: `${pick(places, 1)}-of-${id}`.toLowerCase(),
    category: `${pick(places, 3)}Conf ${2000 + (id % 25)}`,
    speakers: id % 9 === 0 ? [] : [name(4), ...(id % 3 === 0 ? [name(5)] : [])],
    tags: Array.from({ length: id % 5 }, (_, at) => pick(things, 6 + at)),
    language: id % 11 === 0 ? null : 'English',
    summary: id % 2 === 0 ? `${words(50, 8)}.\n` : '',
    description: id % 3 === 0 ? '' : `${words(70, 9)}.\r\n\r\n${words(65, 10)}${id % 5 === 0 ? '…' : '.'}`,
    embed: '',
    thumbnail_url: `https://pictures.example.org/${pick(places, 1)}/${id}/large.png`,
    video_mp4_url: `https://videos.example.org/${pick(places, 3)}-${2000 + (id % 25)}/${id}_${pick(places, 1)}-of-${id}.mp4`,
    copyright_text: 'Creative Commons Attribution-NonCommercial-ShareAlike 3.0',
    quality_notes: '',
    recorded: id % 4 === 0 ? null : `20${10 + (id % 15)}-05-17`,
  });
}
