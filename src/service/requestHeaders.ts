import { ACCEPTED_ENCODINGS } from './decode.ts';

/** The headers of every request, except the credential's. */
export function requestHeaders(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { accept: 'application/json', 'accept-encoding': ACCEPTED_ENCODINGS, ...own };
}

/** The headers of a write, except the credential's. */
export function writeHeaders(ifMatch?: string): Record<string, string> {
  return requestHeaders({
    'content-type': 'application/json',
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  });
}
