import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { codeOf } from './connectionError.ts';
import { answerTooLarge } from './exchange.ts';
import { RecordError } from './recordError.ts';

const maxMethods = 20;

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: (bytes, options) =>
    isZlib(bytes) ? promisify(inflate)(bytes, options) : promisify(inflateRaw)(bytes, options),
};

export interface RecordHeaders {
  /** In upper case. */
  readonly allow?: readonly string[];
  /** Strong ones only: fit for `If-Match`. */
  readonly etag?: string;
  /** Fit only to ask whether the record has changed. */
  readonly weakEtag?: string;
}

/** What the headers say about the record: the methods of `Allow`, and its ETag. */
export function methodsAndEtag(headers: IncomingHttpHeaders): RecordHeaders {
  const allow = allowedMethods(headers);
  return { ...(allow === undefined ? {} : { allow }), ...etagIn(single(headers.etag) ?? '') };
}

/** In upper case; undefined where the header names none. */
export function allowedMethods(headers: IncomingHttpHeaders): readonly string[] | undefined {
  const methods = (single(headers.allow) ?? '')
    .split(',')
    .map((method) => method.trim().toUpperCase())
    .filter((method) => /^[A-Z]{1,20}$/.test(method))
    .slice(0, maxMethods);
  return methods.length > 0 ? methods : undefined;
}

/** A weak ETag never satisfies `If-Match`, so a save guarded by it would always conflict. */
function etagIn(value: string): Pick<RecordHeaders, 'etag' | 'weakEtag'> {
  if (!isEtag(value)) return {};
  return value.startsWith('"') ? { etag: value } : { weakEtag: value };
}

export function isEtag(value: string): boolean {
  return /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(value);
}

/** A header sent twice is a list, whatever its type says. */
export function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/** Undoes `Content-Encoding`. The result is bounded like the bytes received. */
export async function decompress(bytes: Buffer, headers: IncomingHttpHeaders, maxBytes: number): Promise<Buffer> {
  const encoding = single(headers['content-encoding'])?.trim().toLowerCase() || 'identity';
  if (bytes.length === 0 || encoding === 'identity') return bytes;
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decode === undefined) throw new RecordError('badAnswer', { reason: 'unknownEncoding' });
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (codeOf(cause) === 'ERR_BUFFER_TOO_LARGE') throw answerTooLarge(maxBytes);
    throw new RecordError('badAnswer', { reason: 'brokenEncoding', cause });
  }
}

/** For text nothing depends on, such as an error's: empty if it can't be decompressed. */
export async function decodeLeniently(bytes: Buffer, headers: IncomingHttpHeaders, maxBytes: number): Promise<string> {
  try {
    return (await decompress(bytes, headers, maxBytes)).toString('utf8');
  } catch {
    return '';
  }
}

/** `deflate` means a zlib stream, but some servers send a raw one. */
function isZlib(bytes: Buffer): boolean {
  return bytes.length >= 2 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}
