import { codeOf } from './connectionError.ts';
import { isRecordError } from './recordError.ts';

export const MAX_RETRIES = 3;

const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
const FIRST_PAUSE = 100;
const LONGEST_RETRY_AFTER = 10;

/**
 * Milliseconds to wait before reading again after this failure, or undefined if it is final. A service that asks
 * for more patience than we have is not asked again early.
 */
export function pauseBeforeRetry(error: unknown, retries: number, random: () => number = Math.random) {
  if (retries >= MAX_RETRIES || !isPassing(error)) {
    return undefined;
  }
  const asked = isRecordError(error) ? (error.retryAfter ?? 0) : 0;
  if (asked > LONGEST_RETRY_AFTER) {
    return undefined;
  }
  const backoff = FIRST_PAUSE * 2 ** retries;
  return Math.max(asked * 1000, backoff / 2) + (random() * backoff) / 2;
}

/** The `Retry-After` header in seconds, given as seconds or as a date. */
export function parseRetryAfter(value: string | undefined, now: number = Date.now()): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (/^\s*\d{1,9}\s*$/.test(value)) {
    return Number(value);
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

function isPassing(error: unknown): boolean {
  if (!isRecordError(error)) {
    return false;
  }
  if (error.status !== undefined) {
    return RETRY_STATUSES.has(error.status) && error.kind !== 'proxy';
  }
  return error.kind === 'network' || (error.kind === 'timeout' && isConnectTimeout(error.cause));
}

function isConnectTimeout(cause: unknown): boolean {
  const code = codeOf(cause);
  return code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';
}
