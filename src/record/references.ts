import { shortened } from './textEdits.ts';
import { maxAddressLength, withoutEndSlashes } from './valueShapes.ts';

export const maxIds = 500;
/** Enough for that many IDs. */
const maxIdsLength = 20_000;

/** How many records a text may name, and whether the rest is left out or refused. */
export interface ReferenceLimit {
  readonly max: number;
  readonly cuts: boolean;
}

export interface Reference {
  readonly ids: readonly number[];
  /** The text names more records than these. */
  readonly isCut?: boolean;
  /** The name of a service. */
  readonly service?: string;
  /** The base address of a service, without a slash at its end. */
  readonly address?: string;
}

type InvalidReferenceCode =
  | 'empty'
  | 'tooLong'
  | 'tooMany'
  | 'notAnId'
  | 'backwards'
  | 'notARecord'
  | 'linkParameters'
  | 'userInfo';

/** Why a text names no record. `workbench/problemMessages.ts` words it. */
export class InvalidReferenceError extends Error {
  readonly code: InvalidReferenceCode;
  /** The part of the text that it is about, bounded and without what may be secret; for `tooMany`, the limit. */
  readonly subject: string;

  constructor(code: InvalidReferenceCode, subject = '') {
    super(subject === '' ? code : `${code}: ${subject}`);
    this.name = 'InvalidReferenceError';
    this.code = code;
    this.subject = subject;
  }
}

export const extensionId = 'video-records.video-records';
const linkParameters = ['address', 'service', 'id'];

export function parseReference(input: string, limit: ReferenceLimit = { max: maxIds, cuts: false }): Reference {
  if (input.length > maxIdsLength) throw new InvalidReferenceError('tooLong');
  const text = input.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return parseTyped(text, limit);
  if (text.length > maxAddressLength) throw new InvalidReferenceError('tooLong');
  switch (scheme) {
    case 'http':
    case 'https':
      return parseAddress(text);
    case 'videorecord':
      return parseDocument(text);
    default:
      return parseLink(text);
  }
}

/** A positive integer in plain digits, exact as a number. */
export function parseId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined;
}

/** `staging 9`, `staging/9`. A name of digits alone needs the slash, because `7 9` are two records. */
const namedIds = /^([a-z0-9][a-z0-9.-]*)(\/|\s+)([#\d][#\d\s,-]*)$/i;

function parseTyped(text: string, limit: ReferenceLimit): Reference {
  const [, name = '', separator, ids = ''] = namedIds.exec(text) ?? [];
  if (separator !== '/' && /^[\d-]*$/.test(name)) return parseIds(text, limit);
  return { ...parseIds(ids, limit), service: name.toLowerCase() };
}

/** Throws where the text is not a list of numbers and ranges. */
export function parseIds(text: string, { max, cuts }: ReferenceLimit): Reference {
  const ids = new Set<number>();
  for (const word of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [first, last] = parseRange(word);
    // Never expanded further than needed: "1-9007199254740991" must cost nothing.
    for (let id = first; id <= last && ids.size <= max; id += 1) ids.add(id);
  }
  if (ids.size === 0) throw new InvalidReferenceError('empty');
  if (ids.size <= max) return { ids: [...ids] };
  if (!cuts) throw new InvalidReferenceError('tooMany', String(max));
  return { ids: [...ids].slice(0, max), isCut: true };
}

/** Runs of neighbours as their first and last number, in this order. */
export function rangesOf(ids: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === id) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

function parseRange(word: string): [number, number] {
  const ends = word.split('-').map((end) => parseId(end.replace(/^#/, '')));
  const [first, last = first] = ends;
  if (ends.length > 2 || ends.includes(undefined) || first === undefined || last === undefined) {
    throw new InvalidReferenceError('notAnId', presentable(word));
  }
  if (last < first) throw new InvalidReferenceError('backwards', presentable(word));
  return [first, last];
}

/** The path of the API, or of the record's page: `/video/12`, with or without a slug after it. */
function parseAddress(text: string): Reference {
  const url = parseUrl(text);
  const segments = withoutEndSlashes(url.pathname).split('/');
  const at = segments.at(-2) === 'video' ? segments.length - 2 : segments.length - 3;
  const id = parseId(segments[at + 1] ?? '');
  if (segments[at] !== 'video' || id === undefined) throw notARecord(text);
  const isApi = segments[at - 2] === 'api' && /^v\d+$/.test(segments[at - 1] ?? '');
  if (isApi && (segments[at - 1] !== 'v2' || at + 2 < segments.length)) throw notARecord(text);
  return { ids: [id], address: url.origin + segments.slice(0, isApi ? at - 2 : at).join('/') };
}

function parseDocument(text: string): Reference {
  const match =
    /^videorecord:\/\/([a-z0-9][a-z0-9.-]*)\/(?:[a-z0-9][a-z0-9.-]*\/)?(\d+)(?:-[a-z0-9-]*)?\.video\.json$/i.exec(text);
  const id = parseId(match?.[2] ?? '');
  const service = match?.[1]?.toLowerCase();
  if (id === undefined || service === undefined) throw notARecord(text);
  return { ids: [id], service };
}

/** Links come from anywhere, so an unknown parameter is refused, not skipped. */
function parseLink(text: string): Reference {
  const url = URL.parse(text);
  if (url?.host.toLowerCase() !== extensionId || url.pathname !== '/open' || url.hash !== '') throw notARecord(text);
  const names = [...url.searchParams.keys()];
  if (names.some((name, index) => !linkParameters.includes(name) || names.indexOf(name) !== index)) {
    throw new InvalidReferenceError('linkParameters', presentable(text));
  }
  const id = parseId(url.searchParams.get('id') ?? '');
  const service = url.searchParams.get('service');
  const address = url.searchParams.get('address');
  if (id === undefined || (service === null) === (address === null)) throw notARecord(text);
  if (address !== null) return { ids: [id], address: parseBaseAddress(address) };
  if (service === null || !/^[a-z0-9][a-z0-9.-]*$/.test(service)) throw notARecord(text);
  return { ids: [id], service };
}

/** A link to a worksheet with these records, or with those that match a query. */
export interface WorksheetLink {
  /** A link to a record of the same service. */
  readonly recordLink: string;
  readonly ids: readonly number[];
  readonly query: string | undefined;
  readonly fields: readonly string[] | undefined;
}

/** Undefined for any other text: `parseReference` says what is wrong with it. */
export function parseWorksheetLink(text: string, max: number): WorksheetLink | undefined {
  const url = text.length > maxAddressLength ? null : URL.parse(text);
  const given = (name: string) => url?.searchParams.get(name) ?? undefined;
  const [ids, query, fields] = ['ids', 'query', 'fields'].map(given);
  if (!url || given('id') !== undefined || (ids === undefined) === (query === undefined)) return undefined;
  for (const name of ['ids', 'query', 'fields']) {
    // One that is given twice stays, and is refused with the link.
    if (url.searchParams.getAll(name).length < 2) url.searchParams.delete(name);
  }
  url.searchParams.set('id', '1');
  return {
    recordLink: url.href,
    ids: ids === undefined ? [] : parseIds(ids, { max, cuts: false }).ids,
    query,
    fields: fields?.split(',').filter((field) => field !== ''),
  };
}

function parseBaseAddress(text: string): string {
  const url = parseUrl(text);
  if (url.search !== '' || url.hash !== '') throw notARecord(text);
  return url.origin + withoutEndSlashes(url.pathname);
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw notARecord(text);
  if (url.username !== '' || url.password !== '') {
    throw new InvalidReferenceError('userInfo');
  }
  return url;
}

function notARecord(text: string): InvalidReferenceError {
  return new InvalidReferenceError('notARecord', presentable(text));
}

/** Bounded, and without what may be secret: it is shown in messages and the log. */
function presentable(text: string): string {
  const start = text.indexOf('://') + 3;
  if (start < 3) return shortened(text, 80);
  const rest = text.slice(start);
  // A password may contain a slash, and a query an @.
  const [at, query] = [rest.lastIndexOf('@'), rest.search(/[?#]/)];
  const end = query < 0 ? rest : `${rest.slice(0, query + 1)}…`;
  const shown = at < 0 ? end : query < 0 || at < query ? `…${end.slice(at)}` : '…';
  return shortened(text.slice(0, start) + shown, 80);
}
