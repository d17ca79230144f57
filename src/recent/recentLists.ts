import type { RecordName } from '../service/services.ts';
import { type Recent, recentKey } from './recent.ts';

/** By key, so that a record is never there twice: a pinned one is no recent one. */
export interface RecentLists {
  readonly pins: Map<string, Recent>;
  /** The newest last: a Map adds there, and drops its first, without touching the others. */
  readonly recents: Map<string, Recent>;
}

/** A change that can be made again to lists that another window has changed meanwhile. */
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

/** Changes what is known of a record where it stands; one that is not remembered stays so. */
export function changeStep(name: RecordName, change: (known: Recent) => Recent): Step {
  const key = recentKey(name);
  return (lists) => {
    for (const list of [lists.pins, lists.recents]) {
      const known = list.get(key);
      if (known) list.set(key, change(known));
    }
  };
}

/** Pins records in this order, behind all others or in the place of the given pin, which makes way for them. */
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

/** How many of the others stay above. A pin that comes from above takes a place behind the one it is dropped on. */
function placeAmong(keys: readonly string[], moved: ReadonlyMap<string, unknown>, place: string): number {
  const at = keys.indexOf(place);
  if (at < 0) return keys.length;
  const above = keys.slice(0, at);
  const others = above.filter((key) => !moved.has(key)).length;
  return others < above.length && !moved.has(place) ? others + 1 : others;
}

/** An unpinned record is the newest of the recent ones, where it is seen to have gone. */
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

/** Pins stay. */
export const clearStep: Step = ({ recents }) => recents.clear();

/** Puts records back behind those that are newer. */
export function restoreStep(newestFirst: readonly Recent[], limit: number): Step {
  return ({ pins, recents }) => {
    const newer = [...recents.values()];
    recents.clear();
    for (const entry of [...newestFirst].reverse())
      if (!pins.has(recentKey(entry))) recents.set(recentKey(entry), entry);
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
