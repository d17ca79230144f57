import type { FoundRecords, KnownRecord } from '../document/knownRecord.ts';
import { recordKey } from '../document/recordUri.ts';
import { cut } from '../record/textEdits.ts';
import type { Answer, QuotedRecord } from './toolAnswers.ts';
import { foundFields, type ToolInput } from './toolInputs.ts';
import type { ToolParts } from './toolTargets.ts';

const usualLimit = 50;

/** Finds pinned and recent records, then those of the catalogues. The service itself can't be searched. */
export async function findRecords(
  { known, catalogue }: Pick<ToolParts, 'known' | 'catalogue'>,
  { words = '', service, fields = {}, limit = usualLimit }: ToolInput<'find'>,
  signal: AbortSignal,
): Promise<Answer> {
  const { pins, recents } = known.search(words);
  const pinned = new Set(pins.map(recordKey));
  const seen = [...pins, ...recents].filter(
    (record) =>
      (service === undefined || record.service === service) &&
      foundFields.every((field) => hasValue(record, field, fields[field])),
  );
  const listed = new Set(seen.map(recordKey));
  // What is too long to be known was looked for by the query.
  const isNew = (record: KnownRecord) =>
    !listed.has(recordKey(record)) &&
    foundFields.every((field) => !record[field]?.length || hasValue(record, field, fields[field]));
  const terms = Object.entries(fields).map(([field, value = '']) => `${field}:"${value.replaceAll('"', ' ')}"`);
  const catalogues = await catalogue.find([words, ...terms].join(' '), service, signal);
  const found = [...seen, ...catalogues.flatMap(({ records, instead }) => (instead ? [] : records.filter(isNew)))];
  const about = catalogues.map(aboutCatalogue).join(' ') || noCatalogue;
  const similar = catalogues.flatMap(similarWords);
  if (found.length === 0) {
    return {
      says: `No recent or pinned record matches. Only records that were opened before, or are in a catalogue, can be found: the service can not be searched. ${about} If you know IDs, use videoRecords_read.`,
      records: similar,
    };
  }
  const records = found.slice(0, limit).map((record) => quoted(record, pinned.has(recordKey(record))));
  return {
    says: `${found.length} records match, ${records.length} are listed: pinned ones first, then recent ones, then those of the catalogue. ${about} The values are those that were last seen, and long ones are missing: use videoRecords_read for what the service has now.`,
    records: [...records, ...similar],
  };
}

const noCatalogue = 'No catalogue has been read: the user can run "Video Records: Update Catalogue…".';

function aboutCatalogue({ service, asOf, instead, noField }: FoundRecords): string {
  const near = instead ? ' Nothing matches as written there; "similarWords" below has words of its records.' : '';
  const unknown = noField ? ' The query names a field that no record there has.' : '';
  return `The catalogue of ${service} is as of ${new Date(asOf).toISOString()}.${near}${unknown}`;
}

const [maxSimilar, longestSimilar] = [5, 60];

/** They are what records say, so they are quoted. */
function similarWords({ service, instead = [] }: FoundRecords): QuotedRecord[] {
  const words = instead.map((word) => cut(word.replace(/[^\p{L}\p{N}]/gu, ''), longestSimilar)).filter(Boolean);
  return words.length === 0 ? [] : [{ facts: { service, similarWords: words.slice(0, maxSimilar) } }];
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
    if (!value?.length) return [];
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
