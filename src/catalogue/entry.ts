import { maxTitle, shortText, shortTexts } from '../document/knownRecord.ts';
import { type SearchText, searchText } from '../record/searchText.ts';
import { cut } from '../record/textEdits.ts';
import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import { isEtag } from '../service/decode.ts';
import type { Line, LinePlace } from '../workbench/lineFiles.ts';

/** A record as the service last sent it. Its whole text is on disk. */
export interface Entry {
  readonly id: number;
  /** When it was read, in milliseconds since 1970. */
  readonly time: number;
  readonly etag: string | undefined;
  /** The service no longer shows it. */
  readonly gone: boolean;
  /**
   * The file that its line was moved from when files were tidied up: what is in that file or later ones may be newer although
   * it comes before this line.
   */
  readonly movedFrom: string | undefined;
  readonly facts: Readonly<ReturnType<typeof factsOf>>;
  readonly text: SearchText;
  readonly place: LinePlace;
}

const recordLabel = ',"record":';

/** A line of the catalogue. The record comes last, so that its text can be cut out as it is. */
export function lineOf({ id, time, etag, gone }: Pick<Entry, 'id' | 'time' | 'etag' | 'gone'>, record: string): string {
  return `${JSON.stringify({ id, time, etag, gone: gone || undefined }).slice(0, -1)}${recordLabel}${record}}`;
}

/** A line that is moved again still says where it was first. */
export function movedLine(line: string, from: string): string {
  return line.startsWith('{"moved"') ? line : `{"moved":${JSON.stringify(from)},${line.slice(1)}`;
}

/** Quotes inside the head are escaped, so the first label is the right one. */
export function recordInLine(line: string): string {
  return line.slice(line.indexOf(recordLabel) + recordLabel.length, -1);
}

/** Undefined for a line that is torn, or that another version of the extension wrote in another way. */
export function parseLine({ text, place }: Line): Entry | undefined {
  const value = jsonOrUndefined(text);
  if (!isObject(value) || !isObject(value.record)) return undefined;
  const { id, time, etag, gone, moved, record } = value;
  if (!isCount(id) || !isCount(time)) return undefined;
  return {
    id,
    time,
    etag: typeof etag === 'string' && isEtag(etag) ? etag : undefined,
    gone: gone === true,
    // Version 0.1 did not say from where.
    movedFrom: typeof moved === 'string' ? moved : moved === true ? '' : undefined,
    facts: factsOf(record),
    text: searchText(record),
    place,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** What lists and completion show of a record; empty where the record has nothing. */
function factsOf(record: Readonly<Record<string, unknown>>) {
  const { title, category, language, copyright_text, recorded, state, speakers, tags } = record;
  return {
    title: typeof title === 'string' ? copied(cut(title, maxTitle)) : '',
    category: shortText(category),
    language: shortText(language),
    copyright_text: shortText(copyright_text),
    recorded: shortText(recorded),
    state: Number.isSafeInteger(state) ? String(state) : shortText(state),
    speakers: wholeList(speakers),
    tags: wholeList(tags),
  };
}

/** Empty if an item is missing here: the values are then read from the record on disk. */
function wholeList(value: unknown): readonly string[] {
  const texts = shortTexts(value);
  const isWhole = Array.isArray(value) && value.filter((item) => item !== '').length === texts.length;
  return isWhole ? texts : [];
}

/** A part of a text keeps all of it in memory. */
export function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
