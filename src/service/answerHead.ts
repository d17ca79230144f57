import type { IncomingHttpHeaders } from 'node:http';

/** The methods of an `Allow` header in upper case; undefined where it names none. */
export function allowedMethods(headers: IncomingHttpHeaders): readonly string[] | undefined {
  const methods = (single(headers.allow) ?? '')
    .split(',')
    .map((method) => method.trim().toUpperCase())
    .filter((method) => /^[A-Z]+$/.test(method));
  return methods.length > 0 ? methods : undefined;
}

/** Only a strong one: a weak one never satisfies `If-Match`, so a save guarded by it would always conflict. */
export function strongEtag(headers: IncomingHttpHeaders): string | undefined {
  const value = single(headers.etag);
  return value !== undefined && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(value) ? value : undefined;
}

export function lastModified(headers: IncomingHttpHeaders): string | undefined {
  return single(headers['last-modified']);
}

/** A header sent twice is a list, whatever its type says. */
export function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}
