import type { IncomingMessage } from 'node:http';
import { type Json, parseExact } from './exactJson.ts';

const maxBytes = 2 * 1024 * 1024;

export type RequestBody = { json: Json } | { status: 400 | 413; detail: string };

/** Rejects only when the request was cut off, so that half a body is never taken for a whole one. */
export async function readJson(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await readBytes(request);
  if (!bytes) return { status: 413, detail: `The body is larger than ${maxBytes} bytes.` };
  const text = decode(bytes);
  if (text === undefined) return { status: 400, detail: 'The body is not valid UTF-8.' };
  try {
    return { json: parseExact(text) };
  } catch (error) {
    const reason = error instanceof RangeError ? 'is nested too deeply' : 'is not valid JSON';
    return { status: 400, detail: `The body ${reason}.` };
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and dropped: a client that is still sending would not see an earlier answer.
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size <= maxBytes ? Buffer.concat(chunks) : undefined;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
