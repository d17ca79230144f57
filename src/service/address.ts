import { RecordError } from './recordError.ts';

export interface ServiceAddress {
  /** Normalised, without a trailing slash. */
  readonly href: string;
  readonly origin: string;
}

const API_PATH = '/api/v2/video';

export function parseServiceAddress(text: string): ServiceAddress {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw refused('It is empty.');
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    throw refused('It must start with https:// or http://.');
  }
  const url = URL.parse(trimmed);
  if (url === null) {
    throw refused('It is not a valid web address.');
  }
  const reason = reasonToRefuse(url, trimmed);
  if (reason !== undefined) {
    throw refused(reason);
  }
  return { href: url.origin + basePath(url.pathname), origin: url.origin };
}

export function recordAddress(service: ServiceAddress, id: number): string {
  return `${service.href}${API_PATH}/${id}`;
}

function reasonToRefuse(url: URL, text: string): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return `It must start with https:// or http://, not ${url.protocol}//.`;
  }
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return 'It must not hold a user name or a password. Store them as a credential instead.';
  }
  // The parsed URL forgets an empty query or fragment, but the person who typed one expected something of it.
  if (text.includes('?')) {
    return 'It must not hold a query (?…).';
  }
  if (text.includes('#')) {
    return 'It must not hold a fragment (#…).';
  }
  return undefined;
}

/** People paste the address of the interface or of a record; what is meant is the part before it. */
function basePath(path: string): string {
  return path
    .replace(/\/+$/, '')
    .replace(/\/api\/v2(?:\/video(?:\/\d+)?)?$/, '')
    .replace(/\/+$/, '');
}

/** The text itself is not repeated: it may hold a password. */
function refused(reason: string): RecordError {
  return new RecordError('badAddress', `This service address can't be used. ${reason}`);
}
