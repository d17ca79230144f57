import { CancellationError } from 'vscode';
import type { RecordClient, RecordVersion } from '../service/client.ts';
import { withProgress } from '../workbench/progress.ts';
import { forEachRecord } from './recordPool.ts';
import { words } from './worksheetMessages.ts';

const atOnce = 6;

export interface ReadRecords {
  /** In the order of the IDs. */
  readonly versions: ReadonlyMap<number, RecordVersion>;
  readonly unread: ReadonlyMap<number, unknown>;
}

/** Reads records with one progress. Rejects if the user cancels. */
export async function readRecords(client: RecordClient, ids: readonly number[]): Promise<ReadRecords> {
  return withProgress(words.reading(ids.length), async (signal, report) => {
    const [read, unread] = [new Map<number, RecordVersion>(), new Map<number, unknown>()];
    const step = Math.ceil(ids.length / 50);
    await forEachRecord(
      ids,
      atOnce,
      signal,
      async (id) => {
        read.set(id, await client.read(id, { signal }));
        const done = read.size + unread.size;
        if (done % step === 0) report(words.progress(done, ids.length), (100 * done) / ids.length);
      },
      (id, failure) => unread.set(id, failure),
    );
    if (signal.aborted) throw new CancellationError();
    const versions = new Map(
      ids.flatMap((id) => {
        const version = read.get(id);
        return version ? [[id, version] as const] : [];
      }),
    );
    return { versions, unread };
  });
}
