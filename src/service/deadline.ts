/** Why we ended a call. The code distinguishes the two wherever the reason surfaces. */
export class CallEnded extends Error {
  readonly code: 'CALL_CANCELLED' | 'CALL_TIMED_OUT';

  constructor(code: CallEnded['code'], options?: ErrorOptions) {
    super(code, options);
    this.name = 'CallEnded';
    this.code = code;
  }
}

export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly timeout: number;
  remaining(): number;
  /** Clears the timer and stops listening to the caller's signal. */
  clear(): void;
}

/** One signal for the caller's cancellation and the timeout, whichever comes first. */
export function startDeadline(timeout: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController();
  const start = performance.now();
  const timer = setTimeout(() => controller.abort(new CallEnded('CALL_TIMED_OUT')), timeout);
  const cancel = () => controller.abort(new CallEnded('CALL_CANCELLED', { cause: caller?.reason }));
  caller?.addEventListener('abort', cancel, { once: true });
  if (caller?.aborted) {
    cancel();
  }
  return {
    signal: controller.signal,
    timeout,
    remaining: () => start + timeout - performance.now(),
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', cancel);
    },
  };
}
