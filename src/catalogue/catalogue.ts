import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SuggestedField } from '../record/fields.ts';
import { type RecordText, readableRecord } from '../record/text.ts';
import type { ServiceAddress } from '../service/address.ts';
import type { Entry } from './entry.ts';
import { catalogueRecords, type KeptVersion } from './records.ts';
import { covers, type Run, runFile } from './runs.ts';
import { type Found, searchRecords } from './search.ts';
import { type UpdateOptions, type UpdateResult, updateCatalogue } from './update.ts';

/** All records of one service that were read, on this computer. What is not a promise is as of the last `load`. */
export interface Catalogue {
  /** Reads what is new on disk, also from other windows. */
  load(): Promise<void>;
  /** Undefined if the service was never read. */
  state(): CatalogueState | undefined;
  /** Those that the service still has. */
  entries(): readonly Entry[];
  get(id: number): Entry | undefined;
  /** When it was certain that the record is like this, in milliseconds since 1970. */
  asOf(entry: Entry): number;
  /** Whether the number was asked for, and the service had no such record. */
  isMissing(id: number): boolean;
  /** The values that records have in a field, the most frequent first, with how many have it. */
  values(field: SuggestedField): ReadonlyMap<string, number>;
  /** Loads first. Rejects if the signal is aborted. */
  find(query: string, signal?: AbortSignal): Promise<Found>;
  /** The whole record; undefined if it is gone from the disk. */
  record(entry: Entry): Promise<RecordText | undefined>;
  /** Keeps a version that was read or stored elsewhere; undefined if the service no longer has it. */
  note(id: number, version: KeptVersion | undefined): Promise<void>;
  update(options: UpdateOptions): Promise<UpdateResult>;
  delete(): Promise<void>;
}

export interface CatalogueState {
  /** Present ones only. */
  readonly records: number;
  /** Every record of the updates is at least as new. */
  readonly asOf: number;
  /** False: an update was stopped, and the next one goes on from there. */
  readonly isComplete: boolean;
  /** The fingerprints of the credentials it was read with. */
  readonly credentials: readonly string[];
}

/** One folder for each service address. */
export function catalogueFolder(storage: string, { href }: ServiceAddress): string {
  return join(storage, 'catalogue', createHash('sha256').update(href).digest('hex').slice(0, 32));
}

export function catalogue(folder: string): Catalogue {
  const records = catalogueRecords(folder);
  const file = runFile(join(folder, 'runs.json'));
  let runs: readonly Run[] = [];
  const present = () => [...records.entries.values()].filter(({ gone }) => !gone);
  const load = async () => {
    runs = await file.read();
    await records.refresh();
  };

  return {
    load,
    state() {
      if (runs.length === 0) return undefined;
      return {
        records: present().length,
        asOf: Math.min(...runs.map(({ since }) => since)),
        isComplete: runs.every(({ isComplete }) => isComplete),
        credentials: [...new Set(runs.map(({ credential }) => credential))],
      };
    },
    entries: present,
    get: (id) => records.entries.get(id),
    asOf: ({ id, time }) =>
      runs.reduce((latest, run) => (covers(run, id) ? Math.max(latest, run.since) : latest), time),
    isMissing: (id) => records.entries.get(id)?.gone ?? runs.some((run) => covers(run, id)),
    values: (field) => countValues(present(), field),
    async find(query, signal) {
      await load();
      return searchRecords(records, query, signal);
    },
    async record(entry) {
      const text = await records.recordText(entry);
      return text === undefined ? undefined : readableRecord(text);
    },
    async note(id, version) {
      if ((await file.read()).length === 0) return;
      if (version) return records.put(id, version);
      await records.refresh();
      const entry = records.entries.get(id);
      if (entry && !entry.gone) await records.markGone(entry);
    },
    async update(options) {
      const result = await updateCatalogue(records, file, options);
      await load();
      return result;
    },
    async delete() {
      await records.clear();
      await load();
    },
  };
}

function countValues(entries: Iterable<Entry>, field: SuggestedField): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { facts } of entries) {
    for (const value of [facts[field]].flat()) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}
