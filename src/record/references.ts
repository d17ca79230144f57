import { shortened } from './shortened.ts';
import { maxAddressLength, withoutEndSlashes } from './valueShapes.ts';

export const maxIds = 500;
/** As many as that many ids need. */
const maxIdsLength = 20_000;

/** How many records a text may name, and whether the rest is left out or refused. */
export interface ReferenceLimit {
  readonly most: number;
  readonly cuts: boolean;
}

export interface Reference {
  readonly ids: readonly number[];
  /** The text names more records than these. */
  readonly isCut?: boolean;
  /** The name of a configured service. */
  readonly service?: string;
  /** The base address of a service, without a slash at its end. */
  readonly address?: string;
}

export class InvalidReferenceError extends Error {
  constructor(problem: string) {
    super(
      `${problem} Enter an id (12), several ids (12, 15 20-25), the address of a record (https://host/api/v2/video/12), or a Video Records link.`,
    );
    this.name = 'InvalidReferenceError';
  }
}

export const extensionId = 'video-records.video-records';
const linkParameters = ['address', 'service', 'id'];

export function parseReference(input: string, limit: ReferenceLimit = { most: maxIds, cuts: false }): Reference {
  if (input.length > maxIdsLength) throw tooLong();
  const text = input.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return parseIds(text, limit);
  if (text.length > maxAddressLength) throw tooLong();
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

function parseIds(text: string, { most, cuts }: ReferenceLimit): Reference {
  const ids = new Set<number>();
  for (const word of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [first, last] = parseRange(word);
    // Never written out further than needed: "1-9007199254740991" must cost nothing.
    for (let id = first; id <= last && ids.size <= most; id += 1) ids.add(id);
  }
  if (ids.size === 0) throw new InvalidReferenceError('No record is named.');
  if (ids.size <= most) return { ids: [...ids] };
  if (!cuts) throw tooMany(most);
  return { ids: [...ids].slice(0, most), isCut: true };
}

function parseRange(word: string): [number, number] {
  const ends = word.split('-').map((end) => parseId(end.replace(/^#/, '')));
  const [first, last = first] = ends;
  if (ends.length > 2 || ends.includes(undefined) || first === undefined || last === undefined) {
    throw new InvalidReferenceError(`${quoted(word)} is not a record id.`);
  }
  if (last < first) throw new InvalidReferenceError(`The range ${quoted(word)} runs backwards.`);
  return [first, last];
}

/** The API's own path, or the page a person sees: `/video/12`, with or without words behind it. */
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

/** Links come from anywhere: what isn't known is refused, not skipped. */
function parseLink(text: string): Reference {
  const url = URL.parse(text);
  if (url?.host.toLowerCase() !== extensionId || url.pathname !== '/open' || url.hash !== '') throw notARecord(text);
  const names = [...url.searchParams.keys()];
  if (names.some((name, index) => !linkParameters.includes(name) || names.indexOf(name) !== index)) {
    throw new InvalidReferenceError(`The link ${quoted(text)} says something unknown, or says it twice.`);
  }
  const id = parseId(url.searchParams.get('id') ?? '');
  const service = url.searchParams.get('service');
  const address = url.searchParams.get('address');
  if (id === undefined || (service === null) === (address === null)) throw notARecord(text);
  if (address !== null) return { ids: [id], address: parseBaseAddress(address) };
  if (service === null || !/^[a-z0-9][a-z0-9.-]*$/.test(service)) throw notARecord(text);
  return { ids: [id], service };
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
    throw new InvalidReferenceError('An address with a user name or password in it is not opened.');
  }
  return url;
}

function tooLong(): InvalidReferenceError {
  return new InvalidReferenceError('This text is too long to name a record.');
}

function tooMany(most: number): InvalidReferenceError {
  return new InvalidReferenceError(`More than ${most} records are too many to open at once.`);
}

function notARecord(text: string): InvalidReferenceError {
  return new InvalidReferenceError(`${quoted(text)} does not name a record.`);
}

/** Without what may be secret in it: this goes into messages and the log. */
function quoted(text: string): string {
  const start = text.indexOf('://') + 3;
  if (start < 3) return `"${shortened(text, 80)}"`;
  const authority = text.slice(start).search(/[/?#]/);
  const end = authority < 0 ? text.length : start + authority;
  const at = text.lastIndexOf('@', end - 1);
  const host = at < start ? text.slice(start, end) : `…${text.slice(at, end)}`;
  const rest = text.slice(end);
  const query = rest.search(/[?#]/);
  const path = query < 0 ? rest : `${rest.slice(0, query + 1)}…`;
  return `"${shortened(`${text.slice(0, start)}${host}${path}`, 80)}"`;
}
