import { type SuggestedField, sharedLists, sharedTexts } from '../record/fields.ts';
import { isVideoRequest, requestAddress } from '../record/linkAddresses.ts';
import type { RecordText } from '../record/text.ts';
import { CheckedRecord } from './checkedRecord.ts';
import { fold, foldTag, tidy } from './folding.ts';
import type { LinkVerdicts } from './links/linkCache.ts';
import { longWords } from './names.ts';

/** What is known across records. A record that is edited is removed as it was and added as it is. */
export class Facts {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** The spellings of each folded name in a field. */
  readonly #names = new Map([...sharedLists, ...sharedTexts].map((field) => [field, new Tally()]));
  /** The long words of names under their keys. */
  readonly nearWords = new Tally();
  /** The IDs of the records with a title in a category, and with a video. */
  readonly titles = new Tally();
  readonly videos = new Tally();
  /** How many records, durations and long durations each category has. */
  readonly categories = new Tally();
  readonly #edited = new Map<number, RecordText>();
  /** Only if links were checked. */
  links: LinkVerdicts | undefined;

  constructor(links?: LinkVerdicts, today = new Date().toISOString().slice(0, 10)) {
    this.today = today;
    this.links = links;
  }

  /** How much text it has in memory. */
  get characters(): number {
    const tallies = [...this.#names.values(), this.nearWords, this.titles, this.videos, this.categories];
    return tallies.reduce((sum, tally) => sum + tally.characters, 0);
  }

  add(record: CheckedRecord, by: 1 | -1 = 1): void {
    for (const [field, names] of this.#names) {
      for (const name of namesOf(record, field)) names.count(nameKey(field, name), name, by);
    }
    for (const name of namesOf(record, 'speakers')) {
      for (const { key, words, at } of longWords(name)) {
        if (by < 0 || this.nearWords.of(key).size < maxNear) this.nearWords.count(key, words[at] ?? '', by);
      }
    }
    this.titles.count(titleKey(record), String(record.id), by);
    this.videos.count(videoKey(record), String(record.id), by);
    const [category, duration] = [record.text('category'), Number(record.raw('duration'))];
    this.categories.count(category, 'records', by);
    if (duration > 0) this.categories.count(category, 'durations', by);
    if (duration > maxMinutes) this.categories.count(category, 'long', by);
  }

  remove(record: CheckedRecord): void {
    this.add(record, -1);
  }

  /** Counts a record as it is now, once, however many documents show it. `first` is how it was when the facts were made. */
  follow(id: number, first: RecordText, now: RecordText): void {
    const before = this.#edited.get(id) ?? first;
    if (before.text === now.text) return;
    this.#edited.set(id, now);
    this.remove(new CheckedRecord(id, before.fields));
    this.add(new CheckedRecord(id, now.fields));
  }

  /** How many records have each spelling of a name in a field. */
  spellings(field: SuggestedField, name: string): ReadonlyMap<string, number> {
    const key = nameKey(field, name);
    return key === '' ? none : (this.#names.get(field)?.of(key) ?? none);
  }

  /** How many records a category has. */
  sizeOf(category: string): number {
    return this.categories.of(category).get('records') ?? 0;
  }

  /** Whether another record of the category has the record's title. */
  isTitleTaken(record: CheckedRecord): boolean {
    const ids = this.titles.of(titleKey(record));
    return ids.size > (ids.has(String(record.id)) ? 1 : 0);
  }
}

/** A longer text is no name. */
const maxName = 200;

/** The names in a field, each once. */
export function namesOf(record: CheckedRecord, field: SuggestedField): ReadonlySet<string> {
  const texts = record.texts(field);
  return new Set(texts.filter(({ length }) => length <= maxName).map(tidy));
}

/** C, C++ and C# differ, but for people. */
function nameKey(field: SuggestedField, name: string): string {
  return field === 'speakers' ? fold(name) : foldTag(name);
}

/** A hostile service may send thousands of names that share a key. */
const maxNear = 200;
const none: ReadonlyMap<string, number> = new Map();

/** How often each item was counted under a key. */
class Tally {
  /** Of all keys and items that were ever counted. */
  characters = 0;
  /** Most keys have one item, counted once, and a text takes much less memory than a map. */
  readonly #counts = new Map<string, string | Map<string, number>>();

  count(key: string, item: string, by: 1 | -1): void {
    const known = this.#counts.get(key);
    if (known === undefined) {
      if (by < 0) return;
      this.#counts.set(key, item);
      this.characters += key.length + item.length;
      return;
    }
    const items = typeof known === 'string' ? new Map([[known, 1]]) : known;
    if (by > 0 && !items.has(item)) this.characters += item.length;
    const count = (items.get(item) ?? 0) + by;
    if (count > 0) items.set(item, count);
    else items.delete(item);
    this.#counts.set(key, items);
  }

  of(key: string): ReadonlyMap<string, number> {
    const items = this.#counts.get(key);
    return typeof items === 'string' ? new Map([[items, 1]]) : (items ?? none);
  }
}

/** Hardly a talk takes longer in minutes, or is shorter in seconds. */
export const maxMinutes = 300;

export function titleKey(record: CheckedRecord): string {
  return `${fold(record.text('category'))}/${fold(record.text('title'))}`;
}

/** The video that the source leads to: what is requested for it, which is the same for all spellings. Empty if it leads to no page. */
export function videoKey(record: CheckedRecord): string {
  const address = record.text('source_url');
  const url = address === '' || address.length > 2000 ? null : URL.parse(address);
  if (!url) return '';
  const request = requestAddress(url);
  if (isVideoRequest(new URL(request))) return request;
  // A page may show each of its videos at a fragment.
  const path = url.pathname.replace(/\/$/, '') + url.search + url.hash;
  return path === '' ? '' : url.hostname.replace(/^(?:www|m)\./, '') + path;
}
