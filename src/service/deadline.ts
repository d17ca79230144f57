export type Deadline = ReturnType<typeof startDeadline>;

/**
 * One signal for the caller's cancellation and the timeout, whichever comes first. The code of its reason distinguishes
 * the two wherever the reason surfaces.
 */
export function startDeadline(timeout: number, caller?: AbortSignal) {
  const controller = new AbortController();
  const start = performance.now();
  const end = (code: 'CALL_CANCELLED' | 'CALL_TIMED_OUT') =>
    controller.abort(Object.assign(new Error(code, { cause: caller?.reason }), { code }));
  const timer = setTimeout(() => end('CALL_TIMED_OUT'), timeout);
  const cancel = () => end('CALL_CANCELLED');
  caller?.addEventListener('abort', cancel, { once: true });
  if (caller?.aborted) cancel();
  return {
    signal: controller.signal,
    /** Milliseconds. */
    timeout,
    remaining: () => start + timeout - performance.now(),
    /** Clears the timer and stops listening to the caller's signal. */
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', cancel);
    },
  };
}
