import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isJsonObject, type Json, type JsonObject, parseExact, toAsciiJson } from './exactJson.ts';
import { describeFields, readChanges } from './sampleFields.ts';
import { type Store, updateRecord } from './store.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Service {
  readonly store: Store;
  /** The token that writes must send. Without it anyone may write. */
  readonly token: string | undefined;
}

const recordPath = /^\/api\/v2\/video\/(\d{1,15})\/?$/;
const allow = 'GET, PUT, PATCH, HEAD, OPTIONS';
const maxBytes = 2 * 1024 * 1024;
const ownHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export async function answer(request: IncomingMessage, service: Service): Promise<Answer> {
  if (!isFromThisMachine(request)) return failure(403, 'Only programs on this computer may use the sample service.');
  const path = URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? '';
  const id = recordPath.exec(path)?.[1];
  if (id === undefined) return failure(404, 'There is nothing at this address.');
  const { headers, ...rest } = await answerRecord(request, Number(id), service);
  return { ...rest, headers: { ...headers, Allow: allow } };
}

/** A web page can make its own host name resolve to this machine (DNS rebinding), but sends that name as Host or Origin. */
function isFromThisMachine({ headers: { host = '', origin } }: IncomingMessage): boolean {
  const isOwn = (address: string) => ownHosts.has(URL.parse(address)?.hostname ?? '');
  return isOwn(`http://${host}`) && (origin === undefined || isOwn(origin));
}

async function answerRecord(request: IncomingMessage, id: number, service: Service): Promise<Answer> {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return recordOrMissing(id, service.store.get(id));
    case 'OPTIONS':
      return service.store.has(id) ? describe(mayWrite(request, service)) : missing(id);
    case 'PUT':
    case 'PATCH':
      return write(request, id, service);
    default:
      return failure(405, `A record does not allow ${request.method}.`);
  }
}

async function write(request: IncomingMessage, id: number, service: Service): Promise<Answer> {
  if (!mayWrite(request, service)) return unauthorized();
  if (!service.store.has(id)) return missing(id);
  if (!declaresJson(request)) return failure(415, 'The body must be sent as application/json.');
  const body = await readJson(request);
  if ('detail' in body) return failure(body.status, body.detail);
  if (!isJsonObject(body.json)) return failure(400, 'The body must be a JSON object.');
  const outcome = readChanges(body.json, request.method === 'PUT' ? 'whole record' : 'any fields');
  if ('errors' in outcome) return { status: 400, body: toAsciiJson(outcome.errors) };
  return recordOrMissing(id, updateRecord(service.store, id, outcome.changes));
}

function mayWrite(request: IncomingMessage, { token }: Service): boolean {
  return token === undefined || request.headers.authorization === `Token ${token}`;
}

function declaresJson(request: IncomingMessage): boolean {
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  return mediaType.trim().toLowerCase() === 'application/json';
}

function describe(writable: boolean): Answer {
  const description = {
    name: 'Video Record',
    description: 'One recorded talk of the sample service.',
    renders: ['text/html'],
    parses: ['application/json'],
    ...(writable && { actions: { PUT: describeFields() } }),
  };
  return { status: 200, body: toAsciiJson(description) };
}

function recordOrMissing(id: number, record: JsonObject | undefined): Answer {
  return record ? { status: 200, body: toAsciiJson(record) } : missing(id);
}

function missing(id: number): Answer {
  return failure(404, `There is no record ${id}.`);
}

function unauthorized(): Answer {
  const { status, body } = failure(401, 'Writing requires the token of this service.');
  return { status, body, headers: { 'WWW-Authenticate': 'Token' } };
}

function failure(status: number, detail: string): Answer {
  return { status, body: toAsciiJson({ detail }) };
}

type RequestBody = { json: Json } | { status: 400 | 413; detail: string };

/** Rejects only when the request was cut off, so that half a body is never used as a whole one. */
async function readJson(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await readBytes(request);
  if (!bytes) return { status: 413, detail: `The body is larger than ${maxBytes} bytes.` };
  if (!isUtf8(bytes)) return { status: 400, detail: 'The body is not valid UTF-8.' };
  try {
    return { json: parseExact(new TextDecoder().decode(bytes)) };
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
