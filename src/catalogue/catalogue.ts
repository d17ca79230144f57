import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SuggestedField } from '../record/fields.ts';
import type { ServiceAddress } from '../service/address.ts';
import type { Entry } from './entry.ts';
import { catalogueRecords, type KeptVersion } from './records.ts';
import { covers, type Run, runFile } from './runs.ts';
import { type Found, searchRecords } from './search.ts';
import { type UpdateOptions, type UpdateResult, updateCatalogue } from './update.ts';

/** All records of one service that were read, on this computer. What is not a promise is as of the last `load`. */
export type Catalogue = ReturnType<typeof catalogue>;

/** One folder for each service address. */
export function catalogueFolder(storage: string, { href }: ServiceAddress): string {
  return join(storage, 'catalogue', createHash('sha256').update(href).digest('hex').slice(0, 32));
}

export function catalogue(folder: string) {
  const records = catalogueRecords(folder);
  const file = runFile(join(folder, 'runs.json'));
  let runs: readonly Run[] = [];
  /** Those that the service still has. */
  const entries = (): readonly Entry[] => [...records.entries.values()].filter(({ gone }) => !gone);
  /** Reads what is new on disk, also from other windows. */
  const load = async () => {
    runs = await file.read();
    await records.refresh();
  };

  return {
    load,
    entries,
    /** Undefined if the service was never read. */
    state() {
      if (runs.length === 0) return undefined;
      return {
        records: entries().length,
        /** Of these, the ones that can't be found, because they don't fit into memory. */
        unsearched: records.unsearched.size,
        /** Every record of the updates is at least as new. */
        asOf: Math.min(...runs.map(({ since }) => since)),
        /** False: an update was stopped, and the next one goes on from there. */
        isComplete: runs.every(({ isComplete }) => isComplete),
        /** The fingerprints of the credentials it was read with. */
        credentials: [...new Set(runs.map(({ credential }) => credential))],
      };
    },
    /** Whether the number was asked for, and the service had no such record. */
    isMissing: (id: number): boolean => records.entries.get(id)?.gone ?? runs.some((run) => covers(run, id)),
    /** The values that records have in a field, the most frequent first, with how many have it. */
    values: (field: SuggestedField) => countValues(entries(), field),
    /** Loads first. Rejects if the signal is aborted. */
    async find(query: string, signal?: AbortSignal): Promise<Found> {
      await load();
      return searchRecords(records, query, signal);
    },
    /** Hands over the texts of the records that match a query, with pauses. */
    async each(query: string, task: (id: number, record: string) => void, signal?: AbortSignal): Promise<void> {
      await load();
      const { entries: found, instead } = await searchRecords(records, query, signal);
      await records.each(instead ? [] : found, task, signal);
    },
    /** Keeps a version that was read or stored elsewhere; undefined if the service no longer has it. */
    async note(id: number, version: KeptVersion | undefined): Promise<void> {
      if ((await file.read()).length === 0) return;
      if (version) return records.put(id, version);
      await records.refresh();
      const entry = records.entries.get(id);
      if (entry && !entry.gone) await records.markGone(entry);
    },
    async update(options: UpdateOptions): Promise<UpdateResult> {
      const result = await updateCatalogue(records, file, options);
      await load();
      return result;
    },
    async delete(): Promise<void> {
      await records.clear();
      await load();
    },
  };
}

function countValues(entries: Iterable<Entry>, field: SuggestedField): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { facts } of entries) {
    const value = facts[field];
    for (const text of typeof value === 'string' ? [value] : value) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  counts.delete('');
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}
