import { setTimeout as sleep } from 'node:timers/promises';
import { l10n } from 'vscode';
import { isRecordError } from '../service/recordError.ts';
import { localNumber } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';

const longestPauseSeconds = 120;
const maxPauses = 5;
const maxReports = 50;

interface PooledWork<T> {
  readonly title: string;
  readonly atOnce: number;
  task(record: T, signal: AbortSignal): Promise<void>;
  failed(record: T, failure: unknown): void;
}

/**
 * Does something for each record, several at a time, with one progress. When the service limits requests, all wait as
 * long as it asks, and what it refused is done again. Resolves to whether the user cancelled.
 */
export async function forEachRecord<T>(
  records: readonly T[],
  { title, atOnce, task, failed }: PooledWork<T>,
): Promise<boolean> {
  let resumeAt = 0;
  let done = 0;
  const step = Math.ceil(records.length / maxReports);

  const patiently = async (record: T, signal: AbortSignal) => {
    for (let pauses = 0; ; pauses += 1) {
      for (let left = resumeAt - Date.now(); left > 0; left = resumeAt - Date.now()) {
        await sleep(left, undefined, { signal });
      }
      try {
        return await task(record, signal);
      } catch (failure) {
        const seconds = isRecordError(failure, 'rateLimited') ? failure.details.retryAfter : undefined;
        if (seconds === undefined || seconds > longestPauseSeconds || pauses === maxPauses) throw failure;
        resumeAt = Math.max(resumeAt, Date.now() + seconds * 1000);
      }
    }
  };

  return withProgress(title, async (signal, report) => {
    await severalAtOnce(records, atOnce, signal, async (record) => {
      await patiently(record, signal).catch((failure) => failed(record, failure));
      done += 1;
      if (done % step === 0) {
        const progress = l10n.t('{0} of {1}', localNumber(done), localNumber(records.length));
        report(progress, (100 * done) / records.length);
      }
    });
    return signal.aborted;
  });
}
