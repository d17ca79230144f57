import { l10n } from 'vscode';
import { pacer } from '../service/pace.ts';
import { localNumber, type PlainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';

const maxReports = 50;

interface PooledWork<T> {
  readonly title: PlainText;
  readonly atOnce: number;
  task(record: T, signal: AbortSignal): Promise<void>;
  failed(record: T, failure: unknown): void;
}

/**
 * Does something for each record, several at a time and as fast as the service agrees to, with one progress. Resolves to
 * whether the user cancelled.
 */
export async function forEachRecord<T>(
  records: readonly T[],
  { title, atOnce, task, failed }: PooledWork<T>,
): Promise<boolean> {
  let done = 0;
  const step = Math.ceil(records.length / maxReports);
  return withProgress(title, async (signal, report) => {
    const pace = pacer(signal);
    await severalAtOnce(records, atOnce, signal, async (record) => {
      await pace(() => task(record, signal)).catch((failure) => failed(record, failure));
      done += 1;
      if (done % step === 0) {
        const progress = l10n.t('{0} of {1}', localNumber(done), localNumber(records.length));
        report(progress, (100 * done) / records.length);
      }
    });
    return signal.aborted;
  });
}
