import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { maxValue } from '../document/knownRecord.ts';
import type { ServiceAddress } from '../service/address.ts';
import { lazy } from '../workbench/lazy.ts';
import type { Entry } from './entry.ts';
import { countValues, fieldValues, suggestedValues } from './fieldValues.ts';
import { NumberWalk } from './numberWalk.ts';
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
  const fields = fieldValues(records);
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
    /** Enough for completion: every record that is read brings it up to date. */
    loadOnce: lazy(load),
    entries,
    /** Undefined if the service was never read. */
    state: () => (runs.length === 0 ? undefined : stateOf(runs, entries().length)),
    requests: () => updateRequests(runs, entries()),
    /** Whether the number was asked for, and the service had no such record. */
    isMissing: (id: number): boolean =>
      records.entries.get(id)?.gone ?? (!records.isFull() && runs.some((run) => covers(run, id))),
    /** The values that records have in a field, the most frequent first. */
    values: suggestedValues(records.version, entries),
    ...fields,
    /** How many records have each value in a field, the most frequent first. Never one that is cut: it may be written. */
    async counts(field: string): Promise<ReadonlyMap<string, number>> {
      const counts = countValues(entries(), await fields.valuesOf(field, entries()));
      return new Map([...counts].filter(([value]) => value.length <= maxValue));
    },
    /** Loads first. Rejects if the signal is aborted. */
    async find(query: string, signal?: AbortSignal): Promise<Found> {
      await load();
      return searchRecords(records, query, signal);
    },
    /** Hands over the texts of these records, or of those that match a query, with pauses. */
    async each(
      wanted: string | readonly number[],
      task: (id: number, record: string) => void,
      signal?: AbortSignal,
    ): Promise<void> {
      await load();
      const chosen = typeof wanted === 'string' ? undefined : new Set(wanted);
      const found = chosen
        ? { entries: entries().filter(({ id }) => chosen.has(id)) }
        : await searchRecords(records, String(wanted), signal);
      await records.each('instead' in found ? [] : found.entries, task, signal);
    },
    /** Keeps a version that was read or stored elsewhere; undefined if the service no longer has it. */
    async note(id: number, version: KeptVersion | undefined): Promise<void> {
      if ((await file.read()).length === 0) return;
      await records.refresh();
      if (version) return void (await records.putIfChanged(id, version));
      const entry = records.entries.get(id);
      if (entry && !entry.gone) await records.markGone(entry);
    },
    async update(options: UpdateOptions): Promise<UpdateResult> {
      const result = await updateCatalogue(records, file, options);
      await load();
      return result;
    },
    /** With all that is kept in its folder, unless a file of it is named. */
    async delete(kept?: string): Promise<void> {
      await records.clear(kept);
      await load();
    },
  };
}

function stateOf(runs: readonly Run[], records: number) {
  return {
    records,
    /** Every record of the updates is at least as new. */
    asOf: Math.min(...runs.map(({ since }) => since)),
    /** False: nobody has asked for all records yet. */
    isOfAll: runs.some(({ isOfAll }) => isOfAll),
    /** False: an update was stopped, and the next one goes on from there; or records could not be read. */
    isComplete: runs.every(({ isComplete, failed }) => isComplete && failed.length === 0),
    /** The fingerprints of the credentials it was read with. */
    credentials: [...new Set(runs.map(({ credential }) => credential))],
  };
}

/**
 * How many requests an update by number takes, and where the new numbers and those behind the end begin. Undefined if the
 * service has a list, or an update of all numbers is to be continued.
 */
function updateRequests(runs: readonly Run[], entries: readonly Entry[]) {
  const last = runs.findLast(({ isOfAll }) => isOfAll);
  if (!last?.isComplete || last.isListed) return undefined;
  const present = entries.map(({ id }) => id);
  const walk = new NumberWalk({ first: 1, next: 1, present });
  const beyond = present.filter((id) => id > walk.end).length;
  return { all: walk.end + beyond, new: walk.end - walk.last, firstNew: walk.last + 1, further: walk.end + 1 };
}
