import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { RecordError, type RecordErrorDetails } from './recordError.ts';

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'PUT';

/** One thing the caller asked for; it may take several requests. */
export interface Call {
  readonly method: Method;
  /** Undefined for the list of records. */
  readonly id?: number;
  /** How messages name the service. */
  readonly service: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly hasCredential: boolean;
  /** What no message may repeat, even if the service does. */
  readonly secrets: readonly string[];
  /** The caller waits where the service asks for it. */
  readonly paced: boolean;
}

export interface Credential {
  readonly header: string;
  readonly value: string;
}

const always = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' };
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const headerValue = /^[\t\x20-\x7e\x80-\xff]+$/;
const shortestSecret = 4;
/** The headers we or HTTP itself send, and those that make another request of a read. */
const reserved: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'if-match',
  'if-none-match',
  'keep-alive',
  'pragma',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

export function isWrite({ method }: Pick<Call, 'method'>): boolean {
  return method === 'PATCH' || method === 'PUT';
}

/** What every error of a call says about it. */
export function aboutCall({ service, id, method, address }: Call): RecordErrorDetails {
  return { service, method, address, ...(id !== undefined && { id }) };
}

/** Whether the write was stored is not known until the record is read again. */
export function unknownOutcome(call: Call, cause: RecordError): RecordError {
  const status = cause.status === undefined ? {} : { status: cause.status };
  return new RecordError('unknownOutcome', { ...aboutCall(call), ...status, reason: 'writeUnanswered', cause });
}

/**
 * The headers of a read, except the credential's. No cache may answer for the service: a save that reads an old version
 * would miss someone else's change. `plain` asks for no compression, so that the ETag is that of the record itself.
 */
export function readHeaders(plain = false, ifNoneMatch?: string): Record<string, string> {
  const encoding = plain ? { 'accept-encoding': 'identity' } : {};
  const condition = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch };
  return { ...always, ...encoding, 'cache-control': 'no-cache', pragma: 'no-cache', ...condition };
}

/** The headers of a write, except the credential's. */
export function writeHeaders(ifMatch?: string): Record<string, string> {
  return { ...always, 'content-type': 'application/json', ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) };
}

/** Refuses a credential that would add another header or replace one of ours. */
export function credentialHeaders(credential: Credential | undefined, service: string): Record<string, string> {
  if (credential === undefined) return {};
  const header = credential.header.toLowerCase();
  if (!headerName.test(header) || reserved.has(header) || !headerValue.test(credential.value)) {
    throw new RecordError('unauthorized', { reason: 'credentialUnusable', service });
  }
  return { [header]: credential.value };
}

/** The value, the part of it after the scheme, and the password inside Basic. */
export function secretsOf(credential: Credential | undefined): readonly string[] {
  const value = credential?.value.trim() ?? '';
  const bare = value.replace(/^\S+\s+/, '');
  const pair = /^basic\s/i.test(value) ? Buffer.from(bare, 'base64').toString() : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return [value, bare, pair, password].filter((secret) => secret.length >= shortestSecret);
}

const saltBytes = 16;
/** Enough to notice another credential, and too few to find it by trying. */
const fingerprintBytes = 2;

/** Tells whether something was read with another credential. `like` is an earlier fingerprint to compare with. */
export async function fingerprint(credential: Credential | undefined, like?: string): Promise<string> {
  if (credential === undefined) return '';
  const salt = like?.split('.')[0] || randomBytes(saltBytes).toString('hex');
  const secret = `${credential.header.toLowerCase()}: ${credential.value}`;
  const hash = await promisify<string, string, number, Buffer>(scrypt)(secret, salt, fingerprintBytes);
  return `${salt}.${hash.toString('hex')}`;
}

/** In its host or path, in whatever spelling. A query is shown nowhere. */
export function repeatsSecret({ origin, pathname }: URL, secrets: readonly string[]): boolean {
  const address = origin + pathname;
  const decoded = address.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const spellings = [address, decoded].map((one) => one.toLowerCase());
  return secrets.some((secret) =>
    [secret, encodeURI(secret), encodeURIComponent(secret)].some((spelled) =>
      spellings.some((one) => one.includes(spelled.toLowerCase())),
    ),
  );
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((result, secret) => result.replaceAll(secret, '…'), text);
}
