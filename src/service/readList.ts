import { changesBetween } from '../record/changes.ts';
import { parseRecord } from '../record/text.ts';
import type { ListedRecord, ListPage } from './list.ts';
import { isRecordError } from './recordError.ts';

export interface ListReader {
  /** The first page, or the one at an address. */
  page(at: string | undefined): Promise<ListPage>;
  /** How the list shows a record, compared with the service. */
  compare(record: ListedRecord): Promise<ListedAs>;
  /** Whether the service has one of these records. */
  hasAny(ids: Iterable<number>): Promise<boolean>;
  report(read: number, total: number | undefined): void;
}

/** As the service has it, or had until someone changed it a moment ago; `part`: anything else. */
export type ListedAs = 'same' | 'changed' | 'part';

export interface Listed {
  readonly records: ReadonlyMap<number, ListedRecord>;
  /** False: the list only tells which numbers exist. */
  readonly isWhole: boolean;
  /** Why the rest of the list was not read. */
  readonly failure?: unknown;
}

const maxListed = 50_000;
const maxCharacters = 200_000_000;
const maxPasses = 2;
const maxLookups = 200;

/**
 * Reads the service's list. Undefined if there is none to rely on: it repeats itself, does not end, has another number of
 * records than it says, or is a page of more without a way to them. When someone adds or removes a record meanwhile, others move to another page; then it is read
 * once more.
 */
export async function readList({ page, compare, hasAny, report }: ListReader): Promise<Listed | undefined> {
  let first: ListedAs | undefined;
  const checkedPage: ListReader['page'] = async (at) => {
    const read = await page(at);
    const [record] = read.records;
    // Right away: what is read until something stops the rest is kept only if its records are whole.
    first ??= record ? await compare(record) : 'part';
    return read;
  };
  const found = new Map<number, ListedRecord>();
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const read = await readPages(checkedPage, report);
    if (!read) return undefined;
    if (read.isSteady) found.clear();
    for (const [id, record] of read.records) found.set(id, record);
    if ('failure' in read) return { records: found, isWhole: first === 'same', failure: read.failure };
    if (!read.isSteady && found.size !== read.total) continue;
    if (read.isOnlyPage && (await hasAny(leftOut(found)))) return undefined;
    const others = first === 'part' ? [] : middleAndLast([...found.values()]);
    const tested = [first, ...(await Promise.all(others.map(compare)))];
    // Only `changed` may be a list that cuts texts and times.
    return { records: found, isWhole: !tested.includes('part') && tested.includes('same') };
  }
  return undefined;
}

interface Pages {
  readonly records: ReadonlyMap<number, ListedRecord>;
  /** As every page says, or as many as came. */
  readonly total?: number | undefined;
  /** Each record came once. */
  readonly isSteady: boolean;
  /** Nothing says that these are all of them. */
  readonly isOnlyPage?: boolean;
  readonly failure?: unknown;
}

async function readPages(read: ListReader['page'], report: ListReader['report']): Promise<Pages | undefined> {
  const records = new Map<number, ListedRecord>();
  const pages = new Set<string | undefined>();
  const totals = new Set<number | undefined>();
  let [count, characters] = [0, 0];
  for (let at: string | undefined; !pages.has(at); ) {
    pages.add(at);
    const before = records.size;
    const page = await read(at).catch((failure: unknown) => ({ failure }));
    if ('failure' in page) {
      if (!isRecordError(page.failure)) throw page.failure;
      return before === 0 ? undefined : { records, isSteady: false, failure: page.failure };
    }
    for (const record of page.records) {
      records.set(record.id, record);
      characters += record.text.length;
    }
    count += page.records.length;
    totals.add(page.total);
    report(records.size, page.total);
    if (records.size > maxListed || characters > maxCharacters || records.size === before) return undefined;
    at = page.next;
    if (at !== undefined) continue;
    const total = totals.size === 1 ? (page.total ?? count) : undefined;
    const isOnlyPage = pages.size === 1 && page.total === undefined;
    return { records, total, isSteady: count === records.size && count === total, isOnlyPage };
  }
  return undefined;
}

function middleAndLast(records: readonly ListedRecord[]): readonly ListedRecord[] {
  const places = new Set([Math.floor(records.length / 2), records.length - 1]);
  places.delete(0);
  return records.filter((_, at) => places.has(at));
}

/** The numbers behind the last one, and some of those in between. */
function* leftOut(records: ReadonlyMap<number, unknown>): Iterable<number> {
  const ids = [...records.keys()].sort((one, other) => one - other);
  const last = ids.at(-1) ?? 0;
  for (let more = 1; more <= maxLookups && Number.isSafeInteger(last + more); more += 1) yield last + more;
  const count = last - ids.length;
  let before = 0;
  for (let at = 0; at < count; at += Math.max(1, count / maxLookups)) {
    const id = () => Math.floor(at) + 1 + before;
    while ((ids[before] ?? Number.POSITIVE_INFINITY) <= id()) before += 1;
    yield id();
  }
}

export function listedAs(listed: string, read: string): ListedAs {
  const changes = changesBetween(parseRecord(listed), parseRecord(read));
  if (changes.length === 0) return 'same';
  const isUpdated = changes.some(({ field }) => field === 'updated') && changes.every(({ kind }) => kind === 'changed');
  return isUpdated ? 'changed' : 'part';
}

/** Whether the service has not changed a record since it was kept, as far as the list tells. */
export function isSameUpdate(listed: string, kept: string): boolean {
  const [now, then] = [listed, kept].map((text) => parseRecord(text).fields.get('updated')?.raw);
  return now !== undefined && now !== 'null' && now === then;
}
