import type { IncomingHttpHeaders } from 'node:http';
import { aboutCall, type Call, isWrite, repeatsSecret, unknownOutcome } from './call.ts';
import type { AnswerHead } from './exchange.ts';
import { isRecordError, RecordError, type RecordErrorReason } from './recordError.ts';

const maxRedirects = 3;
const maxRetries = 3;

const followedByReads: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const followedByWrites: ReadonlySet<number> = new Set([307, 308]);
/** A service answers "See Other", and older ones "Found", after it has done what it was asked to. */
const sentAfterStoring: ReadonlySet<number> = new Set([302, 303]);
const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
const firstPauseMs = 100;
const longestRetryAfterSeconds = 10;

/** Where a redirect leads, or an error if it is not followed. The origin never changes, so no credential leaves it. */
export function redirectTarget(call: Call, from: URL, { status, headers }: AnswerHead, followed: number): URL {
  const refuse = (reason: RecordErrorReason, subject?: string) => {
    const details = { ...aboutCall(call), status, reason, ...(subject === undefined ? {} : { subject }) };
    const error = new RecordError('redirect', details);
    return isWrite(call) && sentAfterStoring.has(status) ? unknownOutcome(call, error) : error;
  };
  const target = locationOf(headers, from);
  if (target === null) throw refuse('redirectNotFollowed');
  // The address gets into messages, the log and the history.
  const hasSecret = (url: URL) => repeatsSecret(url, call.secrets);
  if (hasSecret(target) && !hasSecret(from)) throw refuse('redirectNotFollowed');
  if (target.origin !== from.origin) {
    throw refuse('redirectElsewhere', target.origin === 'null' ? target.protocol : target.origin);
  }
  if (!(isWrite(call) ? followedByWrites : followedByReads).has(status)) throw refuse('redirectNotFollowed');
  if (followed >= maxRedirects) throw refuse('redirectNotFollowed');
  target.username = '';
  target.password = '';
  target.hash = '';
  return target;
}

/** The address that an answer names in its `Location`; null if that is none. */
export function locationOf({ location }: IncomingHttpHeaders, from: URL): URL | null {
  // Headers are read as Latin-1, but what is not ASCII in an address is UTF-8.
  // A header that was sent twice is a list.
  const [first] = [location].flat();
  return first ? URL.parse(Buffer.from(first, 'latin1').toString(), from.href) : null;
}

/**
 * Milliseconds to wait before reading again after this failure; undefined if it is final. A service that asks for a
 * longer pause than we wait is not asked again early.
 */
export function pauseBeforeRetry(error: unknown, retries: number) {
  if (!isRecordError(error) || retries >= maxRetries || !isTemporary(error)) return undefined;
  const asked = error.details.retryAfter ?? 0;
  if (asked > longestRetryAfterSeconds) return undefined;
  const backoff = firstPauseMs * 2 ** retries;
  return Math.max(asked * 1000, backoff / 2) + (Math.random() * backoff) / 2;
}

/** The service limits requests, or says when to ask again. */
export function asksForPause(error: unknown): error is RecordError {
  return isRecordError(error) && (error.kind === 'rateLimited' || error.details.retryAfter !== undefined);
}

/** The `Retry-After` header in seconds, given as seconds or as a date. */
export function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

function isTemporary(error: RecordError): boolean {
  if (error.status !== undefined) return retriedStatuses.has(error.status) && error.kind !== 'proxy';
  return error.kind === 'network' || error.reason === 'connectTimeout';
}
