import { l10n, type Uri } from 'vscode';
import type { Service } from '../service/services.ts';
import { plainText } from '../workbench/plainText.ts';
import { readRecords } from '../worksheet/loading.ts';
import type { WriteEntry } from './entry.ts';
import { batchReady, historyWords } from './messages.ts';
import { laterWrites, nothingReverted, type RevertParts, reasonsOf, revertOf, tellReverted } from './revertWrite.ts';

/** Shows the records of a batch as a worksheet with their values from before it. Nothing is written. */
export async function revertBatch(batch: readonly WriteEntry[], service: Service, parts: RevertParts): Promise<Uri> {
  const client = await parts.services.client(service);
  const { versions } = await readRecords(
    client,
    batch.map(({ id }) => id),
  );
  const values = new Map<number, ReadonlyMap<string, string>>();
  const reasons: string[] = [];
  const all = await parts.journal.list();
  for (const write of batch) {
    const version = versions.get(write.id);
    if (!version || write.tooLarge) {
      reasons.push(
        version
          ? historyWords.inRecord(write.id, historyWords.tooLarge())
          : l10n.t('Record {0} could not be read and is left out.', write.id),
      );
      continue;
    }
    const revert = revertOf(write.fields, version.record);
    // A worksheet is filled with values, and a field that was not there has none.
    const absent = [...revert.values]
      .filter(([, value]) => value === undefined)
      .map(([field]) => {
        const name = plainText(field, 60);
        return l10n.t('"{0}" was added by this save. To remove it, revert this record alone.', name);
      });
    const why = [...reasonsOf(revert.left, laterWrites(write, all)), ...absent];
    reasons.push(...why.map((reason) => historyWords.inRecord(write.id, reason)));
    const set = [...revert.values].flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const]));
    if (set.length > 0) values.set(write.id, new Map(set));
  }
  if (values.size === 0) throw nothingReverted(l10n.t('Nothing was changed.'), reasons);
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
