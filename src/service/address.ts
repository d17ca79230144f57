import { maxAddressLength, withoutEndSlashes } from '../record/valueShapes.ts';
import { RecordError, type RecordErrorReason } from './recordError.ts';

export interface ServiceAddress {
  /** Normalised, without a trailing slash. */
  readonly href: string;
  readonly origin: string;
}

const apiPath = '/api/v2/video';
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** The base address of a service. The address of its API or of a record is cut to it. */
export function parseServiceAddress(text: string): ServiceAddress {
  if (text.length > maxAddressLength) throw refused('addressTooLong');
  const trimmed = text.trim();
  if (trimmed === '') throw refused('addressEmpty');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) throw refused('addressScheme');
  const url = URL.parse(trimmed);
  if (url === null) throw refused();
  const reason = reasonToRefuse(url, trimmed);
  if (reason !== undefined) throw refused(reason);
  const path = withoutEndSlashes(url.pathname).replace(/\/api\/v2(?:\/video(?:\/\d+)?)?$/, '');
  return { href: url.origin + withoutEndSlashes(path), origin: url.origin };
}

export function recordAddress(service: ServiceAddress, id: number): string {
  return `${service.href}${apiPath}/${id}`;
}

/** The interface shows no list, but some services have one there. */
export function listAddress(service: ServiceAddress): string {
  return service.href + apiPath;
}

/** Decided by the name alone, without looking it up. */
export function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname).toLowerCase();
  return loopbackHosts.includes(host) || host.endsWith('.localhost') || /^127(\.\d+){3}$/.test(host);
}

/** An IPv6 address is in brackets only in a URL. */
export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

function reasonToRefuse(url: URL, text: string): RecordErrorReason | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'addressScheme';
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) return 'addressUserInfo';
  // The parsed URL drops an empty query or fragment, but it was typed for a reason.
  return /[?#]/.test(text) ? 'addressQuery' : undefined;
}

/** The text itself is not repeated: it may contain a password. */
function refused(reason?: RecordErrorReason): RecordError {
  return new RecordError('badAddress', reason && { reason });
}
