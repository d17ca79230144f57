import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify, TextDecoder } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { decodeRecord } from '../record/text.ts';
import { single } from './answerHead.ts';
import { codeOf } from './connectionError.ts';
import { AnswerTooLarge } from './exchange.ts';

/** The answer is in an encoding or a character set that can't be read. The message ends a sentence. */
export class Undecodable extends Error {
  readonly code = 'UNDECODABLE';
}

const MAX_CODINGS = 2;
/** Texts in these are valid UTF-8 as a rule, and mean something else. */
const LIKE_UTF8 = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp']);
/** A few characters in these may be valid UTF-8 by chance, but hardly of three bytes each. */
const MULTI_BYTE = /^(?:gb|big5|euc|shift)/;

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: (bytes, options) =>
    isZlib(bytes) ? promisify(inflate)(bytes, options) : promisify(inflateRaw)(bytes, options),
};

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Undoes `Content-Encoding`; what comes out is bounded as what came in was. */
export async function decompress(bytes: Buffer, headers: IncomingHttpHeaders, maxBytes: number): Promise<Buffer> {
  const codings = (single(headers['content-encoding']) ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (bytes.length === 0) {
    return bytes;
  }
  if (codings.length > MAX_CODINGS) {
    throw new Undecodable('compressed too many times');
  }
  let result = bytes;
  for (const coding of codings.reverse()) {
    result = await decompressOnce(result, coding, maxBytes);
  }
  return result;
}

/** Text that nothing depends on, such as an error's: what can't be read is left out. */
export async function decodeLeniently(bytes: Buffer, headers: IncomingHttpHeaders, maxBytes: number): Promise<string> {
  try {
    const plain = await decompress(bytes, headers, maxBytes);
    const decoder = decoderFor(headers, false);
    return decoder && !isInUtf8(plain, decoder) ? decoder.decode(plain) : plain.toString('utf8');
  } catch {
    return '';
  }
}

/** Text of a record: every byte must be understood. Throws `Undecodable` or the record's own text error. */
export function decodeExactly(bytes: Buffer, headers: IncomingHttpHeaders): string {
  const decoder = decoderFor(headers, true);
  if (decoder === undefined) {
    throw new Undecodable('in a character set that is not known here');
  }
  if (isInUtf8(bytes, decoder)) {
    return decodeRecord(bytes);
  }
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Undecodable(`not valid in its own character set (${decoder.encoding})`, { cause });
  }
}

/** Web servers declare a character set by habit. What is UTF-8 by chance alone would be gibberish in most of them. */
function isInUtf8(bytes: Buffer, { encoding }: TextDecoder): boolean {
  if (encoding === 'utf-8') {
    return true;
  }
  const maybe = !LIKE_UTF8.has(encoding) && isUtf8(bytes);
  return maybe && (!MULTI_BYTE.test(encoding) || bytes.some((byte) => byte >= 0xe0));
}

async function decompressOnce(bytes: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decode === undefined) {
    throw new Undecodable('in a content encoding that is not known here');
  }
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw codeOf(cause) === 'ERR_BUFFER_TOO_LARGE'
      ? new AnswerTooLarge()
      : new Undecodable(`not valid ${coding}`, { cause });
  }
}

/** `deflate` means a zlib stream, but some servers send a bare one. */
function isZlib(bytes: Buffer): boolean {
  return bytes.length >= 2 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

function decoderFor(headers: IncomingHttpHeaders, fatal: boolean): TextDecoder | undefined {
  const match = /;\s*charset\s*=\s*["']?([^\s;,"']+)/i.exec(single(headers['content-type']) ?? '');
  try {
    return new TextDecoder(match?.[1] ?? 'utf-8', { fatal });
  } catch {
    return undefined;
  }
}
