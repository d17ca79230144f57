import type { RecordName, ServiceRename } from '../service/services.ts';
import { parseRecent, type Recent, recentKey } from './entry.ts';

/** By key, so that no record is listed twice: a pinned record is not a recent one. */
export interface RecentLists {
  readonly pins: Map<string, Recent>;
  /** The newest last: a Map adds at its end and drops its first entry without touching the others. */
  readonly recents: Map<string, Recent>;
}

/** A change that can be repeated on lists that another window has changed meanwhile. */
export type Step = (lists: RecentLists) => void;

export function addStep(entry: Recent, limit: number): Step {
  const key = recentKey(entry);
  return ({ pins, recents }) => {
    if (pins.has(key)) {
      pins.set(key, entry);
      return;
    }
    recents.delete(key);
    recents.set(key, entry);
    bound(recents, limit);
  };
}

/** Changes a record in its place. A record that is not listed is not added. */
export function changeStep(name: RecordName, change: (recent: Recent) => Recent): Step {
  const key = recentKey(name);
  return (lists) => {
    for (const list of [lists.pins, lists.recents]) {
      const recent = list.get(key);
      if (recent) list.set(key, change(recent));
    }
  };
}

/** Pins records in this order: at the end, or in the place of the given pin, which moves down. */
export function pinStep(entries: readonly Recent[], place?: RecordName): Step {
  return ({ pins, recents }) => {
    const moved = new Map(entries.map((entry) => [recentKey(entry), entry]));
    const rest = [...pins].filter(([key]) => !moved.has(key));
    const at = place ? placeAmong([...pins.keys()], moved, recentKey(place)) : rest.length;
    pins.clear();
    for (const [key, entry] of [...rest.slice(0, at), ...moved, ...rest.slice(at)]) {
      pins.set(key, entry);
      recents.delete(key);
    }
  };
}

/** How many of the other pins stay above. A pin that is dragged down goes below the one it is dropped on. */
function placeAmong(keys: readonly string[], moved: ReadonlyMap<string, unknown>, place: string): number {
  const at = keys.indexOf(place);
  if (at < 0) return keys.length;
  const above = keys.slice(0, at);
  const others = above.filter((key) => !moved.has(key)).length;
  return others < above.length && !moved.has(place) ? others + 1 : others;
}

/** An unpinned record becomes the newest recent one, so that it stays visible. */
export function unpinStep(names: readonly RecordName[], limit: number): Step {
  return ({ pins, recents }) => {
    for (const key of names.map(recentKey).reverse()) {
      const entry = pins.get(key);
      if (!entry) continue;
      pins.delete(key);
      recents.set(key, entry);
    }
    bound(recents, limit);
  };
}

export function removeStep(names: readonly RecordName[]): Step {
  return ({ pins, recents }) => {
    for (const key of names.map(recentKey)) {
      pins.delete(key);
      recents.delete(key);
    }
  };
}

/** Lists the records of a service under its new name, in their places. */
export function renameServiceStep({ from, to }: ServiceRename): Step {
  return ({ pins, recents }) => {
    for (const list of [pins, recents]) {
      const entries = [...list.values()];
      list.clear();
      for (const entry of entries) {
        const renamed = entry.service === from ? { ...entry, service: to } : entry;
        list.set(recentKey(renamed), renamed);
      }
    }
    // The new name may have had records before.
    for (const key of pins.keys()) recents.delete(key);
  };
}

/** Pins stay. */
export const clearStep: Step = ({ recents }) => recents.clear();

/** Puts records back below those that are newer. */
export function restoreStep(newestFirst: readonly Recent[], limit: number): Step {
  return ({ pins, recents }) => {
    const newer = [...recents.values()];
    recents.clear();
    for (const entry of newestFirst.toReversed()) {
      if (!pins.has(recentKey(entry))) recents.set(recentKey(entry), entry);
    }
    for (const entry of newer) addStep(entry, limit)({ pins, recents });
    bound(recents, limit);
  };
}

function bound(recents: Map<string, Recent>, limit: number): void {
  for (const key of recents.keys()) {
    if (recents.size <= limit) return;
    recents.delete(key);
  }
}

/** What VS Code keeps for the extension across windows and restarts. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const stateKey = 'recent.state';
const pinsKey = 'recent.pins';

/** Different after each write, to tell whether another window has written. */
export function storedRevision(memory: Memory): string | undefined {
  const { revision } = storedState(memory);
  return typeof revision === 'string' ? revision : undefined;
}

/** Reads the stored lists. Entries that can't be read are dropped, and `onDidDrop` gets their number. */
export function readStored(memory: Memory, onDidDrop: (count: number) => void): RecentLists {
  const state = storedState(memory);
  const stored = [state.pins ?? [], memory.get(pinsKey) ?? [], state.recents ?? []].map((list) => [list].flat());
  const [pins = [], copies = [], recents = []] = stored.map((list) =>
    list.map(parseRecent).filter((entry) => entry !== undefined),
  );
  const dropped = stored.flat().length - pins.length - copies.length - recents.length;
  if (dropped > 0) onDidDrop(dropped);
  const pinned = byKey([...pins, ...copies]);
  const newestFirst = byKey(recents.filter((entry) => !pinned.has(recentKey(entry))));
  return { pins: pinned, recents: new Map([...newestFirst].reverse()) };
}

/** Pins are written twice and read from both, so that damage to one copy loses none. */
export async function writeStored(memory: Memory, { pins, recents }: RecentLists, revision: string): Promise<void> {
  const state = { revision, pins: [...pins.values()], recents: [...recents.values()].reverse() };
  await Promise.all([memory.update(pinsKey, state.pins), memory.update(stateKey, state)]);
}

function storedState(memory: Memory): Readonly<Record<string, unknown>> {
  const state = memory.get(stateKey);
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

/** The first of two entries with the same key counts. */
function byKey(entries: readonly Recent[]): Map<string, Recent> {
  const map = new Map<string, Recent>();
  for (const entry of entries) {
    const key = recentKey(entry);
    if (!map.has(key)) map.set(key, entry);
  }
  return map;
}
