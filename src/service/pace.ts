import { setTimeout as sleep } from 'node:timers/promises';
import { asksForPause } from './followUp.ts';
import type { RecordError } from './recordError.ts';

/** Sends a request once the service agrees to it. */
export type Pace = <T>(request: () => Promise<T>) => Promise<T>;

const maxPauseSeconds = 120;
const maxPauses = 4;

/**
 * When the service limits requests, all wait as long as it asks, or longer each time, and what it refused is asked for
 * again. Rejects if it asks for too long a pause, or for several without an answer in between.
 */
export function pacer(signal: AbortSignal): Pace {
  let resumeAt = 0;
  let pauses = 0;
  const pauseAfter = ({ details }: RecordError): boolean => {
    const seconds = details.retryAfter ?? 2 ** pauses;
    if (seconds > maxPauseSeconds || pauses === maxPauses) return false;
    // Requests that were refused together wait together.
    if (performance.now() >= resumeAt) pauses += 1;
    resumeAt = Math.max(resumeAt, performance.now() + seconds * 1000);
    return true;
  };
  return async (request) => {
    for (;;) {
      for (let left = resumeAt - performance.now(); left > 0; left = resumeAt - performance.now()) {
        await sleep(left, undefined, { signal });
      }
      try {
        const answer = await request();
        pauses = 0;
        return answer;
      } catch (failure) {
        if (!asksForPause(failure)) pauses = 0;
        if (!asksForPause(failure) || !pauseAfter(failure)) throw failure;
      }
    }
  };
}
