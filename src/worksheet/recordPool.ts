import { setTimeout as sleep } from 'node:timers/promises';
import { isRecordError } from '../service/recordError.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';

const longestPauseSeconds = 120;
const mostPauses = 5;

/**
 * Does something for each record, several at a time, and stops at the signal. When the service limits requests, all wait
 * as long as it asks, and what it refused is done again.
 */
export async function forEachRecord<T>(
  records: readonly T[],
  atOnce: number,
  signal: AbortSignal,
  task: (record: T) => Promise<void>,
  failed: (record: T, failure: unknown) => void,
): Promise<void> {
  let resumeAt = 0;

  const patiently = async (record: T) => {
    for (let pauses = 0; ; pauses += 1) {
      for (let left = resumeAt - Date.now(); left > 0; left = resumeAt - Date.now()) {
        await sleep(left, undefined, { signal });
      }
      try {
        return await task(record);
      } catch (failure) {
        const seconds =
          isRecordError(failure) && failure.kind === 'rateLimited' ? failure.details.retryAfter : undefined;
        if (seconds === undefined || seconds > longestPauseSeconds || pauses === mostPauses) throw failure;
        resumeAt = Math.max(resumeAt, Date.now() + seconds * 1000);
      }
    }
  };

  await severalAtOnce(records, atOnce, signal, (record) =>
    patiently(record).catch((failure) => failed(record, failure)),
  );
}
