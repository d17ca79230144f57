import { recordAddress, type ServiceAddress } from './address.ts';
import { type Answer, toAnswer } from './answer.ts';
import { allowedMethods, strongEtag } from './answerHead.ts';
import { type Call, hostOf, type Method } from './call.ts';
import { connectionError } from './connectionError.ts';
import { type Credential, credentialHeaders, secretsOf } from './credential.ts';
import { CallEnded, type Deadline, orAborted, startDeadline } from './deadline.ts';
import { decodeLeniently } from './decode.ts';
import { type FieldOptions, fieldOptions } from './fieldOptions.ts';
import { isRecordError, RecordError } from './recordError.ts';
import { readHeaders, uncompressed, writeHeaders } from './requestHeaders.ts';
import { type SendOptions, send, type Understand } from './send.ts';

export type { Answer } from './answer.ts';
export type { Credential } from './credential.ts';
export type { FieldOptions } from './fieldOptions.ts';
export type { RequestReport } from './send.ts';

export interface ClientOptions extends SendOptions {
  readonly address: ServiceAddress;
  /** Asked once per call. */
  readonly credential?: () => Promise<Credential | undefined>;
  /** Milliseconds for a whole call with its retries. */
  readonly timeout: number;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly ifMatch?: string;
  /** `foundAt` of an answer. Some services redirect a read to another spelling of the address, and refuse a write here. */
  readonly at?: string;
  /** Not compressed: its ETag is that of the record itself. */
  readonly plain?: boolean;
}

export interface HeadAnswer {
  readonly status: number;
  readonly allow?: readonly string[];
  readonly etag?: string;
}

export interface OptionsAnswer {
  readonly status: number;
  readonly allow?: readonly string[];
  readonly fields?: Readonly<Record<string, FieldOptions>>;
}

/** Every method rejects with a `RecordError` and with nothing else. */
export interface RecordClient {
  read(id: number, options?: RequestOptions): Promise<Answer>;
  /** Undefined: the service says that the record still is the one with this ETag. */
  readIfChanged(id: number, etag: string, options?: RequestOptions): Promise<Answer | undefined>;
  /** Undefined: stored, but the answer holds no usable record; read it again. */
  write(method: 'PATCH' | 'PUT', id: number, body: string, options?: RequestOptions): Promise<Answer | undefined>;
  head(id: number, options?: RequestOptions): Promise<HeadAnswer>;
  options(id: number, options?: RequestOptions): Promise<OptionsAnswer>;
}

export function createClient(client: ClientOptions): RecordClient {
  const { maxBytes } = client;
  const record: Understand<Answer> = (head, bytes, asked, foundAt) => toAnswer(asked, head, bytes, foundAt, maxBytes);
  return {
    read: (id, options) => call(client, { method: 'GET', id }, record, options),
    readIfChanged: (id, etag, options) =>
      call(client, { method: 'GET', id, headers: { 'if-none-match': etag } }, unlessUnchanged(record), options),
    write: (method, id, body, options) => call(client, { method, id, body }, ifUsable(record), options),
    head: (id, options) => call(client, { method: 'HEAD', id }, headAnswer, options),
    options: (id, options) => call(client, { method: 'OPTIONS', id }, optionsAnswer(maxBytes), options),
  };
}

interface Wanted {
  readonly method: Method;
  readonly id: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function call<T>(
  client: ClientOptions,
  wanted: Wanted,
  understand: Understand<T>,
  options: RequestOptions = {},
): Promise<T> {
  const deadline = startDeadline(client.timeout, options.signal);
  try {
    const prepared = await prepare(client, wanted, options, deadline);
    return await send({ call: prepared, understand, deadline, options: client });
  } finally {
    deadline.clear();
  }
}

async function prepare(
  client: ClientOptions,
  wanted: Wanted,
  { ifMatch, at, plain }: RequestOptions,
  deadline: Deadline,
): Promise<Call> {
  const bare: Call = {
    ...wanted,
    address: at === undefined ? recordAddress(client.address, wanted.id) : withinService(client.address, at),
    headers:
      wanted.body === undefined
        ? readHeaders({ ...wanted.headers, ...(plain && uncompressed) })
        : writeHeaders(ifMatch),
    secrets: [],
  };
  const credential = await askCredential(client, bare, deadline);
  return {
    ...bare,
    headers: { ...bare.headers, ...credentialHeaders(credential, hostOf(bare)) },
    secrets: secretsOf(credential),
  };
}

/** Whatever led there, neither a record nor a credential goes to another origin. */
function withinService({ origin }: ServiceAddress, at: string): string {
  if (new URL(at).origin === origin) return at;
  throw new RecordError('badAddress', `The record was found at another address than that of its service (${origin}).`);
}

async function askCredential(client: ClientOptions, bare: Call, deadline: Deadline): Promise<Credential | undefined> {
  try {
    return await orAborted(client.credential?.() ?? Promise.resolve(undefined), deadline.signal);
  } catch (cause) {
    if (cause instanceof CallEnded) {
      throw connectionError(cause, { call: bare, ...client, proxy: undefined, sent: false });
    }
    throw isRecordError(cause)
      ? cause
      : new RecordError('unauthorized', `The credential for ${hostOf(bare)} could not be read.`, { cause });
  }
}

function unlessUnchanged(understand: Understand<Answer>): Understand<Answer | undefined> {
  return (head, ...rest) => (head.status === 304 ? undefined : understand(head, ...rest));
}

/** The status says that the write was stored; an answer that can't be used does not take that back. */
function ifUsable(understand: Understand<Answer>): Understand<Answer | undefined> {
  return async (...answer) => {
    try {
      return await understand(...answer);
    } catch (error) {
      if (isRecordError(error)) {
        return undefined;
      }
      throw error;
    }
  };
}

const headAnswer: Understand<HeadAnswer> = ({ status, headers }) => {
  const allow = allowedMethods(headers);
  const etag = strongEtag(headers);
  return { status, ...(allow === undefined ? {} : { allow }), ...(etag === undefined ? {} : { etag }) };
};

function optionsAnswer(maxBytes: number): Understand<OptionsAnswer> {
  return async ({ status, headers }, bytes) => {
    const allow = allowedMethods(headers);
    const fields = fieldOptions(await decodeLeniently(bytes, headers, maxBytes));
    return { status, ...(allow === undefined ? {} : { allow }), ...(fields === undefined ? {} : { fields }) };
  };
}
