import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, parseExact } from './exactJson.ts';

/** The records by ID. Changes last as long as the process. */
export type Store = Map<number, JsonObject>;

/** A store with the invented talks of `talks.json`. */
export function openStore(): Store {
  const text = readFileSync(join(import.meta.dirname, 'talks.json'), 'utf8');
  const talks = parseExact(text) as readonly JsonObject[];
  return new Map(talks.map((talk) => [Number(JSON.stringify(talk.id)), talk]));
}

/** The record after the changes. Undefined if there is none with this ID. */
export function updateRecord(store: Store, id: number, changes: JsonObject): JsonObject | undefined {
  const before = store.get(id);
  if (!before) return undefined;
  const after = { ...before, ...changes, updated: nextUpdate(String(before.updated)) };
  store.set(id, after);
  return after;
}

/** The current time, but always later than the last update: clients may recognize a change only by this field. */
function nextUpdate(last: string): string {
  const time = Math.max(Date.now(), Date.parse(`${last}Z`) + 1);
  return new Date(time).toISOString().slice(0, -1);
}
