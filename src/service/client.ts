import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import { listAddress, recordAddress, type ServiceAddress } from './address.ts';
import { type RecordVersion, recordAnswer } from './answer.ts';
import {
  aboutCall,
  type Call,
  type Credential,
  credentialHeaders,
  readHeaders,
  secretsOf,
  withoutSecrets,
  writeHeaders,
} from './call.ts';
import { startDeadline } from './deadline.ts';
import { decodeLeniently, methodsAndEtag, type RecordHeaders } from './decode.ts';
import { type ListPage, listAnswer } from './list.ts';
import { isRecordError, RecordError } from './recordError.ts';
import { type SendOptions, send, type Understand } from './send.ts';

export type { RecordVersion } from './answer.ts';

export interface ClientOptions extends SendOptions {
  /** How messages name the service; its host without it. */
  readonly name?: string;
  readonly address: ServiceAddress;
  readonly credential?: Credential | undefined;
  /** Milliseconds for a whole call with its retries. */
  readonly timeout: number;
}

interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly ifMatch?: string;
  /** `foundAt` of an answer. Some services redirect a read to another spelling of the address, and refuse a write here. */
  readonly at?: string;
  /** Not compressed: its ETag is that of the record itself. */
  readonly plain?: boolean;
  /** The caller waits when the service asks for it, for all of its requests: such an answer is not asked for again here. */
  readonly paced?: boolean;
}

/** The requests that one service understands. Every method rejects with a `RecordError` and with nothing else. */
export interface RecordClient {
  read(id: number, options?: RequestOptions): Promise<RecordVersion>;
  /** Undefined: the service still has the version with this ETag. */
  readIfChanged(id: number, etag: string, options?: RequestOptions): Promise<RecordVersion | undefined>;
  /** A page of the list that some services have: the first one, or another one as `at`. */
  list(options?: RequestOptions): Promise<ListPage>;
  /** Undefined: stored, but the answer is not a usable record. Read it again. */
  write(
    method: 'PATCH' | 'PUT',
    id: number,
    body: string,
    options?: RequestOptions,
  ): Promise<RecordVersion | undefined>;
  /** The methods that the service allows for the record, and its ETag. */
  head(id: number, options?: RequestOptions): Promise<RecordHeaders>;
  /** The same, and whether the service describes how the record is written, which it does for those who may. */
  options(id: number, options?: RequestOptions): Promise<RecordHeaders & { readonly describesWriting: boolean }>;
}

export function createClient(client: ClientOptions): RecordClient {
  const record = recordAnswer(client.address.href, client.maxBytes);
  return {
    read: (id, options) => call(client, { method: 'GET', id }, ofThatRecord(record), options),
    readIfChanged: (id, etag, options) =>
      call(client, { method: 'GET', id, ifNoneMatch: etag }, unlessUnchanged(ofThatRecord(record)), options),
    list: (options) =>
      call(client, { method: 'GET' }, listAnswer(listAddress(client.address), client.maxBytes), options),
    write: (method, id, body, options) => call(client, { method, id, body }, ifUsable(record), options),
    head: (id, options) => call(client, { method: 'HEAD', id }, ({ headers }) => methodsAndEtag(headers), options),
    options: (id, options) => call(client, { method: 'OPTIONS', id }, optionsAnswer(client.maxBytes), options),
  };
}

interface Wanted extends Pick<Call, 'method' | 'id' | 'body'> {
  readonly ifNoneMatch?: string;
}

async function call<T>(
  client: ClientOptions,
  wanted: Wanted,
  understand: Understand<T>,
  options: RequestOptions = {},
): Promise<T> {
  const deadline = startDeadline(client.timeout, options.signal);
  try {
    return await send({ call: prepare(client, wanted, options), understand, deadline, options: client });
  } finally {
    deadline.clear();
  }
}

function prepare(client: ClientOptions, { ifNoneMatch, ...wanted }: Wanted, options: RequestOptions): Call {
  const { address, credential } = client;
  const { ifMatch, at, plain, paced = false } = options;
  const service = client.name ?? new URL(address.origin).host;
  const own = wanted.id === undefined ? listAddress(address) : recordAddress(address, wanted.id);
  const headers = wanted.body === undefined ? readHeaders(plain, ifNoneMatch) : writeHeaders(ifMatch);
  return {
    ...wanted,
    service,
    address: at === undefined ? own : withinService(address, at),
    headers: { ...headers, ...credentialHeaders(credential, service) },
    hasCredential: credential !== undefined,
    secrets: secretsOf(credential),
    paced,
  };
}

/** Neither a record nor a credential goes to another origin than the service's. */
function withinService({ origin }: ServiceAddress, at: string): string {
  if (new URL(at).origin === origin) return at;
  throw new RecordError('badAddress', { reason: 'otherOrigin', subject: origin });
}

/** Not every service answers with the record that was asked for. */
function ofThatRecord(understand: Understand<RecordVersion>): Understand<RecordVersion> {
  return async (head, bytes, asked, foundAt) => {
    const version = await understand(head, bytes, asked, foundAt);
    const got = version.record.fields.get('id')?.raw ?? String(asked.id);
    if (got === String(asked.id)) return version;
    const details = {
      reason: 'otherRecord',
      status: head.status,
      subject: withoutSecrets(got, asked.secrets).slice(0, 20),
    } as const;
    throw new RecordError('badAnswer', { ...aboutCall(asked), ...details });
  };
}

function unlessUnchanged(understand: Understand<RecordVersion>): Understand<RecordVersion | undefined> {
  return (head, ...answer) => (head.status === 304 ? undefined : understand(head, ...answer));
}

/** The status says that the write was stored, even if the answer's body can't be used. */
function ifUsable(understand: Understand<RecordVersion>): Understand<RecordVersion | undefined> {
  return async (...answer) => {
    try {
      return await understand(...answer);
    } catch (error) {
      if (isRecordError(error)) return undefined;
      throw error;
    }
  };
}

/** In bytes. A longer one would take seconds to parse. */
const maxDescription = 2 ** 20;

/** A service describes what can be written only to users who may write. */
function optionsAnswer(maxBytes: number): Understand<RecordHeaders & { readonly describesWriting: boolean }> {
  return async ({ headers }, bytes) => {
    const described = jsonOrUndefined(await decodeLeniently(bytes, headers, Math.min(maxBytes, maxDescription)));
    const actions = isObject(described) ? described.actions : undefined;
    return { ...methodsAndEtag(headers), describesWriting: isObject(actions) && isObject(actions.PUT) };
  };
}
