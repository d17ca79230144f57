import { ACCEPTED_ENCODINGS } from './decode.ts';

const always = { accept: 'application/json', 'accept-encoding': ACCEPTED_ENCODINGS };

export const uncompressed = { 'accept-encoding': 'identity' };

/**
 * The headers of a read, except the credential's. A cache on the way must not answer for the service: a save that
 * looks at an old version would not see someone else's change.
 */
export function readHeaders(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { ...always, 'cache-control': 'no-cache', pragma: 'no-cache', ...own };
}

/** The headers of a write, except the credential's. */
export function writeHeaders(ifMatch?: string): Record<string, string> {
  return { ...always, 'content-type': 'application/json', ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) };
}
