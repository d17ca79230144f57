import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Call } from './call.ts';
import { RecordError } from './recordError.ts';

interface ExchangeRequest extends Pick<Call, 'method' | 'headers' | 'body'> {
  readonly url: URL;
  readonly maxBytes: number;
}

export interface AnswerHead {
  /** When the request was written, on the clock of `performance.now`. */
  readonly sentAt: number;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface Exchange {
  /** Bytes of the body, as they came over the wire. */
  readonly received: number;
  readonly head: AnswerHead | undefined;
  /** The whole body; empty if the answer is not complete. */
  readonly bytes: Buffer;
  /** Why there is no complete answer. `sent` is false only if surely no byte of the request was sent. */
  readonly broken?: { readonly reason: unknown; readonly sent: boolean };
}

export function answerTooLarge(limit: number): RecordError {
  return new RecordError('tooLarge', { reason: 'answerTooLarge', limit });
}

/**
 * One request, one answer kept in memory up to `maxBytes`; never rejects. The dispatcher calls `onRequestStart`
 * right before it writes to a connected socket, which distinguishes a lost request from a lost answer.
 */
export function exchange(
  dispatcher: Promise<Dispatcher>,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let body = Buffer.alloc(0);
    let received = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let sentAt = 0;
    let head: AnswerHead | undefined;

    const stopWatching = () => signal.removeEventListener('abort', onAbort);
    const breakOff = (reason: unknown) => {
      stopWatching();
      resolve({ received, head, bytes: Buffer.alloc(0), broken: { reason, sent: controller !== undefined } });
    };
    const stop = (reason: Error) => {
      breakOff(reason);
      controller?.abort(reason);
    };
    const onAbort = () => stop(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (signal.aborted || controller !== undefined) {
          // Given up while it was connecting; or the dispatcher would send it again, which is not its decision.
          started.abort(signal.reason ?? new Error('A request is sent once.'));
        } else {
          controller = started;
          sentAt = performance.now();
        }
      },
      onResponseStart(_, status, headers) {
        if (status < 200) return;
        head = { sentAt, status, headers };
        if (request.method !== 'HEAD' && Number(headers['content-length']) > request.maxBytes) {
          stop(answerTooLarge(request.maxBytes));
        }
      },
      onResponseData(_, chunk) {
        const before = received;
        received += chunk.length;
        if (received > request.maxBytes) return stop(answerTooLarge(request.maxBytes));
        // One buffer: as an object each, chunks of one byte would take a hundred times the memory.
        if (received > body.length) body = Buffer.concat([body], Math.max(received, 2 * body.length));
        chunk.copy(body, before);
      },
      onResponseEnd() {
        if (head === undefined) return;
        stopWatching();
        const answered: Exchange = { received, head, bytes: body.subarray(0, received) };
        // The dispatcher takes its socket back after this turn of the event loop. A caller who went on before,
        // as a save does after its read, would open a second connection.
        queueMicrotask(() => setImmediate(resolve, answered));
      },
      onResponseError: (_, reason) => breakOff(reason),
    };
    dispatcher.then((ready) => signal.aborted || ready.dispatch(dispatchOptions(request), handler)).catch(breakOff);
  });
}

function dispatchOptions({ url, method, headers, body }: ExchangeRequest) {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { ...headers },
    body: body ?? null,
    // The dispatcher's own timers tick twice a second; the signal is exact.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}
