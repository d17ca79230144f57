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

export function grownRecord(growth: Growth, bytes: number): Fields {
  const record = usualRecord(1);
  if (growth === 'one long text') return { ...record, description: prose(bytes) };
  const items = Math.floor(bytes / 40);
  if (growth === 'many items')
    return { ...record, tags: Array.from({ length: items }, (_, at) => `${at} ${prose(25)}`) };
  const fields = Array.from({ length: items }, (_, at) => [`field_${at}`, prose(20)] as const);
  return { ...record, ...Object.fromEntries(fields) };
}

function prose(length: number): string {
  const sentence = 'Boats and maps, and what the harbour said; café au lait.\n';
  return sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
}
