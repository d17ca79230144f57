import type { RecordName } from '../service/services.ts';
import type { Answer, QuotedRecord } from './toolAnswers.ts';
import { foundFields, type ToolInput } from './toolInputs.ts';

/** What is remembered of a recent record. */
export interface KnownRecord
  extends RecordName,
    Readonly<Partial<Record<(typeof foundFields)[number], string | readonly string[]>>> {
  readonly gone?: boolean;
  readonly readOnly?: boolean;
}

/** The recent and pinned records, as far as the tools use them. */
export interface KnownRecords {
  search(words: string): { readonly pins: readonly KnownRecord[]; readonly recents: readonly KnownRecord[] };
}

const usualLimit = 50;

/** Finds recent and pinned records. The service itself can't be searched. */
export function findRecords(
  known: KnownRecords,
  { words = '', service, fields = {}, limit = usualLimit }: ToolInput<'find'>,
): Answer {
  const { pins, recents } = known.search(words);
  const pinned = new Set(pins.map(keyOf));
  const all = [...pins, ...recents.filter((record) => !pinned.has(keyOf(record)))];
  const found = all.filter(
    (record) =>
      (service === undefined || record.service === service) &&
      foundFields.every((field) => hasValue(record, field, fields[field])),
  );
  if (found.length === 0) {
    return {
      says: 'No recent or pinned record matches. Only records that were opened before can be found: the service can not be searched. If you know IDs, use videoRecords_read.',
    };
  }
  const records = found.slice(0, limit).map((record) => quoted(record, pinned.has(keyOf(record))));
  return {
    says: `${found.length} recent or pinned records match, ${records.length} are listed, pinned ones first. The values are those that were last seen, and long ones are missing: use videoRecords_read for what the service has now.`,
    records,
  };
}

function keyOf({ service, id }: RecordName): string {
  return `${service}/${id}`;
}

function hasValue(record: KnownRecord, field: (typeof foundFields)[number], value: string | undefined): boolean {
  if (value === undefined) return true;
  const wanted = value.toLowerCase();
  return [record[field] ?? []].flat().some((item) => item.toLowerCase() === wanted);
}

function quoted(record: KnownRecord, isPinned: boolean): QuotedRecord {
  const { service, id, gone, readOnly } = record;
  const values = foundFields.flatMap((field) => {
    const value = record[field];
    if (value === undefined) return [];
    // The state is remembered as the JSON that the service sent.
    return [[field, field === 'state' ? String(value) : JSON.stringify(value)] as const];
  });
  return {
    facts: {
      service,
      id,
      ...(isPinned && { pinned: true }),
      ...(gone && { missing: true }),
      ...(readOnly && { readOnly }),
    },
    values: new Map(values),
  };
}
