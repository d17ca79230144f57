import { recordKey, sameRecord, uniqueRecords } from '../document/recordUri.ts';
import type { RecordName, ServiceRename } from '../service/services.ts';
import type { Recent } from './entry.ts';

/** No record is listed twice: a pinned record is not a recent one. */
export interface RecentLists {
  readonly pins: readonly Recent[];
  /** The newest first. */
  readonly recents: readonly Recent[];
}

/** A change that can be repeated on lists that another window has changed meanwhile. */
export type Step = (lists: RecentLists) => RecentLists;

/** Makes a record the newest. A pin keeps its place. */
export function addStep(entry: Recent): Step {
  return ({ pins, recents }) =>
    find(pins, entry)
      ? { pins: pins.map((pin) => (sameRecord(pin, entry) ? entry : pin)), recents }
      : { pins, recents: uniqueRecords([entry, ...recents]) };
}

/** Changes a record in its place. */
export function changeStep(name: RecordName, change: (recent: Recent) => Recent): Step {
  const changed = (entries: readonly Recent[]) =>
    entries.map((entry) => (sameRecord(entry, name) ? change(entry) : entry));
  return ({ pins, recents }) => ({ pins: changed(pins), recents: changed(recents) });
}

/** Pins records in this order: at the end, or in the place of the given pin, which moves down. */
export function pinStep(entries: readonly Recent[], place?: RecordName): Step {
  return ({ pins, recents }) => {
    const rest = without(pins, entries);
    const at = place ? placeAmong(pins, entries, place) : rest.length;
    return { pins: [...rest.slice(0, at), ...entries, ...rest.slice(at)], recents: without(recents, entries) };
  };
}

/** How many of the other pins stay above. A pin that is dragged down goes below the one it is dropped on. */
function placeAmong(pins: readonly Recent[], moved: readonly Recent[], place: RecordName): number {
  const at = pins.findIndex((pin) => sameRecord(pin, place));
  if (at < 0) return pins.length;
  const others = without(pins.slice(0, at), moved).length;
  return others < at && !find(moved, place) ? others + 1 : others;
}

/** An unpinned record becomes the newest recent one, so that it stays visible. */
export function unpinStep(names: readonly RecordName[]): Step {
  return ({ pins, recents }) => ({
    pins: without(pins, names),
    recents: [...names.flatMap((name) => find(pins, name) ?? []), ...recents],
  });
}

export function removeStep(names: readonly RecordName[]): Step {
  return ({ pins, recents }) => ({ pins: without(pins, names), recents: without(recents, names) });
}

/** Lists the records of a service under its new name, in their places. */
export function renameServiceStep({ from, to }: ServiceRename): Step {
  const renamed = (entries: readonly Recent[]) =>
    entries.map((entry) => (entry.service === from ? { ...entry, service: to } : entry));
  // The new name may have had records before.
  return ({ pins, recents }) => normal({ pins: renamed(pins), recents: renamed(recents) });
}

/** Pins stay. */
export const clearStep: Step = ({ pins }) => ({ pins, recents: [] });

/** Puts records back below those that are newer. */
export function restoreStep(newestFirst: readonly Recent[]): Step {
  return ({ pins, recents }) => normal({ pins, recents: [...recents, ...newestFirst] });
}

export function find(entries: readonly Recent[], name: RecordName): Recent | undefined {
  return entries.find((entry) => sameRecord(entry, name));
}

function without(entries: readonly Recent[], names: readonly RecordName[]): readonly Recent[] {
  const keys = new Set(names.map(recordKey));
  return entries.filter((entry) => !keys.has(recordKey(entry)));
}

export function normal({ pins, recents }: RecentLists): RecentLists {
  return { pins: uniqueRecords(pins), recents: without(uniqueRecords(recents), pins) };
}
