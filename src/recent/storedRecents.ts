import { parseRecent, type Recent, recentKey } from './recent.ts';
import type { RecentLists } from './recentLists.ts';

/** What VS Code keeps for us across windows and restarts. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface StoredRecents extends RecentLists {
  /** Another one at each writing, to tell whether another window has written. */
  readonly revision: string | undefined;
}

const stateKey = 'recent.state';
const pinsKey = 'recent.pins';
const damagedKey = 'recent.damaged';
const damagedKept = 3;

export function storedRevision(memory: Memory): string | undefined {
  const state = memory.get(stateKey);
  return isObject(state) && typeof state.revision === 'string' ? state.revision : undefined;
}

/** Reads what is sound. What is not is set aside first, as it was. */
export function readStored(memory: Memory, setAsideFailed: (failure: unknown) => void): StoredRecents {
  const state = memory.get(stateKey);
  const pins = readEntries(isObject(state) ? state.pins : undefined);
  const recents = readEntries(isObject(state) ? state.recents : undefined);
  const revision = storedRevision(memory);
  if (state !== undefined && !(pins.sound && recents.sound && revision !== undefined)) {
    const earlier = memory.get(damagedKey);
    const setAside = [state, ...(Array.isArray(earlier) ? earlier : [])].slice(0, damagedKept);
    memory.update(damagedKey, setAside).then(undefined, setAsideFailed);
  }
  return listsOf([...pins.entries, ...readEntries(memory.get(pinsKey)).entries], recents.entries, revision);
}

/** The pins are written twice and read from both, so that damage to the one leaves the other. */
export async function writeStored(memory: Memory, { pins, recents }: RecentLists, revision: string): Promise<void> {
  const state = { revision, pins: [...pins.values()], recents: [...recents.values()].reverse() };
  await Promise.all([memory.update(pinsKey, state.pins), memory.update(stateKey, state)]);
}

function listsOf(
  pinned: readonly Recent[],
  newestFirst: readonly Recent[],
  revision: string | undefined,
): StoredRecents {
  const pins = byKey(pinned);
  const recents = byKey(newestFirst.filter((entry) => !pins.has(recentKey(entry))));
  return { pins, recents: new Map([...recents].reverse()), revision };
}

/** The first of two entries with the same key counts. */
function byKey(entries: readonly Recent[]): Map<string, Recent> {
  const map = new Map<string, Recent>();
  for (const entry of entries) if (!map.has(recentKey(entry))) map.set(recentKey(entry), entry);
  return map;
}

function readEntries(value: unknown): { readonly entries: readonly Recent[]; readonly sound: boolean } {
  if (!Array.isArray(value)) return { entries: [], sound: false };
  const entries = value.flatMap((item) => parseRecent(item) ?? []);
  return { entries, sound: entries.length === value.length };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
