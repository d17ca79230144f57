import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, isWrite, unknownOutcome } from './call.ts';
import { connectionError } from './connectionError.ts';
import type { Deadline } from './deadline.ts';
import { decodeLeniently } from './decode.ts';
import { errorAnswer } from './errorAnswer.ts';
import { type AnswerHead, type Exchange, exchange } from './exchange.ts';
import { asksForPause, pauseBeforeRetry, redirectTarget } from './followUp.ts';
import { isRecordError, type RecordError, type RecordErrorKind } from './recordError.ts';
import type { Transport } from './transport.ts';

export interface RequestReport {
  readonly method: string;
  readonly address: string;
  /** Counts every request of one call, from 1. */
  readonly attempt: number;
  readonly status?: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly failure?: RecordErrorKind;
}

export interface SendOptions {
  readonly transport: Transport;
  readonly maxBytes: number;
  readonly report?: (report: RequestReport) => void;
}

/** Turns a successful answer into what the caller wants, or throws the reason why it can't. */
export type Understand<T> = (head: AnswerHead, bytes: Buffer, call: Call, url: URL) => T | Promise<T>;

/** A call in progress, with everything its requests share. */
interface Sending<T> {
  readonly call: Call;
  readonly understand: Understand<T>;
  readonly deadline: Deadline;
  readonly options: SendOptions;
}

type Step<T> = { readonly redirect: URL } | { readonly understood: T };

/** Sends until there is an answer to understand: reads are repeated, writes never are. */
export async function send<T>(sending: Sending<T>): Promise<T> {
  const { call, deadline } = sending;
  let attempt = 0;
  for (let retries = 0; ; retries++) {
    try {
      return await follow(new URL(call.address), (url, followed) => sendOnce(sending, url, followed, ++attempt));
    } catch (error) {
      const isFinal = isWrite(call) || (call.paced && asksForPause(error));
      const pause = isFinal ? undefined : pauseBeforeRetry(error, retries);
      if (pause === undefined || pause >= deadline.remaining()) throw error;
      await sleep(pause, undefined, { signal: deadline.signal }).catch(() => {
        throw brokenOff(sending, deadline.signal.reason, false);
      });
    }
  }
}

async function follow<T>(start: URL, once: (url: URL, followed: number) => Promise<Step<T>>): Promise<T> {
  let url = start;
  for (let followed = 0; ; followed++) {
    const step = await once(url, followed);
    if ('understood' in step) return step.understood;
    url = step.redirect;
  }
}

async function sendOnce<T>(sending: Sending<T>, url: URL, followed: number, attempt: number): Promise<Step<T>> {
  const { call, deadline, options } = sending;
  const start = performance.now();
  const request = { ...call, url, maxBytes: options.maxBytes };
  const result = await exchange(options.transport.dispatcherFor(url), request, deadline.signal);
  const report = (failure?: RecordErrorKind) =>
    options.report?.({
      method: call.method,
      address: url.origin + url.pathname,
      attempt,
      milliseconds: performance.now() - start,
      bytes: result.received,
      ...(result.head === undefined ? {} : { status: result.head.status }),
      ...(failure === undefined ? {} : { failure }),
    });
  try {
    const step = await interpret(sending, url, followed, result);
    report();
    return step;
  } catch (error) {
    report(isRecordError(error) ? error.kind : undefined);
    throw error;
  }
}

async function interpret<T>(sending: Sending<T>, url: URL, followed: number, result: Exchange): Promise<Step<T>> {
  const { call, understand, options } = sending;
  const { head, bytes, broken } = result;
  // The status alone says what a redirect or a refusal means, even if the rest of the answer got lost.
  if (head !== undefined && head.status >= 400) {
    throw errorAnswer(call, head, await decodeLeniently(bytes, head.headers, options.maxBytes));
  }
  if (head !== undefined && head.status >= 300 && head.status !== 304) {
    return { redirect: redirectTarget(call, url, head, followed) };
  }
  // A write was stored, even if its answer is too large.
  const isEnough = !broken || (isWrite(call) && isRecordError(broken.reason, 'tooLarge'));
  if (head !== undefined && isEnough) return { understood: await understand(head, bytes, call, url) };
  throw brokenOff(sending, broken?.reason, broken?.sent === true);
}

function brokenOff<T>({ call, deadline }: Sending<T>, reason: unknown, sent: boolean): RecordError {
  const error = connectionError(reason, { call, timeout: deadline.timeout, sent });
  return isWrite(call) && sent && error.kind !== 'proxy' ? unknownOutcome(call, error) : error;
}
