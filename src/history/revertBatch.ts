import * as vscode from 'vscode';
import type { RecordVersion } from '../service/client.ts';
import type { Service } from '../service/services.ts';
import { withProgress } from '../workbench/progress.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import type { OpenWorksheet } from '../worksheet/open.ts';
import type { WriteEntry } from './entry.ts';
import { batchReady, historyWords } from './messages.ts';
import { laterWrites, nothingReverted, type RevertParts, reasonsOf, revertOf, tellReverted } from './revertWrite.ts';

export interface RevertBatchParts extends RevertParts {
  readonly openWorksheet: OpenWorksheet;
}

const readAtOnce = 6;

/** Shows the records of a batch as a worksheet with their values from before it. Nothing is written. */
export async function revertBatch(
  batch: readonly WriteEntry[],
  service: Service,
  parts: RevertBatchParts,
): Promise<vscode.Uri> {
  const versions = await readAll(batch, service, parts);
  const values = new Map<number, ReadonlyMap<string, string>>();
  const reasons: string[] = [];
  const all = await parts.journal.list();
  for (const write of batch) {
    const version = versions.get(write.id);
    if (!version || write.tooLarge) {
      reasons.push(version ? historyWords.inRecord(write.id, historyWords.tooLarge()) : historyWords.notRead(write.id));
      continue;
    }
    const revert = revertOf(write.fields, version.record);
    // A worksheet is filled with values, and a field that was not there has none.
    const absent = [...revert.values]
      .filter(([, value]) => value === undefined)
      .map(([field]) => historyWords.fieldNotThere(field));
    const why = [...reasonsOf(revert.left, laterWrites(write, all)), ...absent];
    reasons.push(...why.map((reason) => historyWords.inRecord(write.id, reason)));
    const set = [...revert.values].flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const]));
    if (set.length > 0) values.set(write.id, new Map(set));
  }
  if (values.size === 0) throw nothingReverted(historyWords.nothingInBatch(), reasons);
  const fields = [...new Set([...values.values()].flatMap((one) => [...one.keys()]))];
  const ids = [...values.keys()].sort((one, other) => one - other);
  const uri = await parts.openWorksheet(
    { service: service.name, ids, fields },
    values,
    (id) => versions.get(id)?.record,
  );
  tellReverted(batchReady(values.size), reasons);
  return uri;
}

/** What the service has now of each record that can be read. */
async function readAll(
  batch: readonly WriteEntry[],
  service: Service,
  { services }: RevertBatchParts,
): Promise<ReadonlyMap<number, RecordVersion>> {
  const client = await services.client(service);
  const versions = new Map<number, RecordVersion>();
  await withProgress(historyWords.readingRecords(batch.length), async (signal) => {
    await severalAtOnce(batch, readAtOnce, signal, async ({ id }) => {
      const version = await client.read(id, { signal }).catch((failure: unknown) => {
        if (signal.aborted) throw failure;
      });
      if (version) versions.set(id, version);
    });
    if (signal.aborted) throw new vscode.CancellationError();
  });
  return versions;
}
