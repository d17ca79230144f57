import { decodeEntities } from '../record/entities.ts';
import { shortened, withoutInvisible } from '../record/textEdits.ts';
import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import { aboutCall, type Call, isWrite, withoutSecrets } from './call.ts';
import { allowedMethods } from './decode.ts';
import type { AnswerHead } from './exchange.ts';
import { parseRetryAfter } from './followUp.ts';
import { RecordError, type RecordErrorDetails, type RecordErrorKind } from './recordError.ts';

const kinds: Readonly<Record<number, RecordErrorKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  405: 'notAllowed',
  407: 'proxy',
  408: 'unavailable',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  413: 'tooLarge',
  422: 'invalid',
  425: 'unavailable',
  429: 'rateLimited',
  501: 'notAllowed',
};

const maxFields = 100;
const maxMessages = 20;
const maxLength = 500;
const maxKeyLength = 100;
const maxLookedAt = 100_000;
/** Longer bodies are not parsed. */
const maxBodyLength = 4 * 2 ** 20;
const maxDepth = 8;
const generalKeys: ReadonlySet<string> = new Set(['detail', 'non_field_errors']);

/** What an answer with a status of 400 or more means. `text` is empty where its body could not be read. */
export function errorAnswer(call: Call, { status, headers }: AnswerHead, text: string): RecordError {
  const allow = allowedMethods(headers);
  const retryAfter = parseRetryAfter(headers['retry-after']);
  return new RecordError(kindOf(call, status), {
    ...aboutCall(call),
    status,
    ...(status === 401 ? { reason: call.hasCredential ? 'credentialRejected' : 'credentialMissing' } : {}),
    ...wordsOf(text, call.secrets),
    ...(allow === undefined ? {} : { allow }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

function kindOf(call: Call, status: number): RecordErrorKind {
  // A gateway that lost its server may have passed the write on before.
  if (isWrite(call) && (status === 502 || status === 504)) return 'unknownOutcome';
  return kinds[status] ?? (status >= 500 ? 'unavailable' : 'rejected');
}

/** What an error answer says in the service's own words. */
function wordsOf(text: string, secrets: readonly string[]): Required<Pick<RecordErrorDetails, 'said' | 'fields'>> {
  const value = text.length > maxBodyLength ? undefined : jsonOrUndefined(text);
  if (value === undefined) {
    const title = htmlTitle(text, secrets);
    return { said: title === undefined ? [] : [title], fields: {} };
  }
  if (!isObject(value)) return { said: flatten(value, secrets), fields: {} };
  if (isProblem(value)) {
    const { title, detail, errors } = value;
    const said = [title, detail, isObject(errors) ? undefined : errors].flatMap((part) => flatten(part, secrets));
    return { said, fields: isObject(errors) ? Object.fromEntries(messagesByKey(errors, secrets)) : {} };
  }
  const entries = messagesByKey(value, secrets);
  return {
    said: entries.filter(([key]) => generalKeys.has(key)).flatMap(([, messages]) => messages),
    fields: Object.fromEntries(entries.filter(([key]) => key !== 'detail')),
  };
}

function messagesByKey(value: Record<string, unknown>, secrets: readonly string[]) {
  return firstOf(value, maxFields)
    .map(([key, messages]) => [tidy(key, secrets, maxKeyLength), flatten(messages, secrets)] as const)
    .filter(([, messages]) => messages.length > 0);
}

/** A list may have a million items. */
function firstOf(value: object, max: number): [string, unknown][] {
  return Object.entries(Array.isArray(value) ? value.slice(0, max) : value).slice(0, max);
}

/** Problem details (RFC 9457) have a `title` that is not the record's field. */
function isProblem(value: Record<string, unknown>): boolean {
  return typeof value.title === 'string' && typeof value.status === 'number';
}

/** Only the title of a page is shown: the rest is for a browser, or for the service's developers. */
export function htmlTitle(text: string, secrets: readonly string[]): string | undefined {
  const match = /<title(?:\s[^>]{0,200})?>([^<]+)/i.exec(withoutSecrets(text, secrets).slice(0, maxLookedAt));
  return tidy(decodeEntities(match?.[1] ?? ''), secrets) || undefined;
}

/** Nested messages get their path as a prefix: `{"0": {"name": ["Too long."]}}` is `0.name: Too long.` */
function flatten(value: unknown, secrets: readonly string[], path: readonly string[] = [], depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    const message = tidy(String(value), secrets);
    return message === '' ? [] : [path.length === 0 ? message : `${path.join('.')}: ${message}`];
  }
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return [];
  const messages: string[] = [];
  for (const [key, item] of firstOf(value, maxMessages)) {
    if (messages.length >= maxMessages) break;
    const isListed = Array.isArray(value) && !isObject(item);
    messages.push(...flatten(item, secrets, isListed ? path : [...path, tidy(key, secrets, maxKeyLength)], depth + 1));
  }
  return messages.slice(0, maxMessages);
}

/** Secrets are removed before the text is cut, which could leave a part of one, and after invisible characters in them. */
function tidy(text: string, secrets: readonly string[], max = maxLength): string {
  const line = withoutSecrets(withoutInvisible(text), secrets)
    .slice(0, 4 * max)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shortened(line, max);
}
