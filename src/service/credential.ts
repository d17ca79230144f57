import { RecordError } from './recordError.ts';

export interface Credential {
  readonly header: string;
  readonly value: string;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;
const SHORTEST_SECRET = 4;
const RESERVED: ReadonlySet<string> = new Set([
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
]);

/** The credential as headers to send. One that could smuggle in another header, or replace one of ours, is refused. */
export function credentialHeaders(credential: Credential | undefined, host: string): Record<string, string> {
  if (credential === undefined) {
    return {};
  }
  const header = credential.header.toLowerCase();
  if (!TOKEN.test(header) || RESERVED.has(header)) {
    throw new RecordError('unauthorized', `The header of the credential for ${host} can't be used. Set it again.`);
  }
  if (!VALUE.test(credential.value)) {
    throw new RecordError(
      'unauthorized',
      `The credential for ${host} is empty or holds a line break or another character that can't be sent. Set it again.`,
    );
  }
  return { [header]: credential.value };
}

/** What must never be shown: the value, the part of it after the scheme, and the password that Basic wraps. */
export function secretsOf(credential: Credential | undefined): readonly string[] {
  const value = credential?.value.trim() ?? '';
  const bare = value.replace(/^\S+\s+/, '');
  const pair = /^basic\s/i.test(value) ? Buffer.from(bare, 'base64').toString() : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return [value, bare, pair, password].filter((secret) => secret.length >= SHORTEST_SECRET);
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((result, secret) => result.replaceAll(secret, '…'), text);
}
