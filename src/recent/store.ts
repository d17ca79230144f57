import { randomUUID } from 'node:crypto';
import type { RecordName, ServiceRename } from '../service/services.ts';
import { type Recent, recentKey } from './entry.ts';
import {
  addStep,
  changeStep,
  clearStep,
  type Memory,
  pinStep,
  type RecentLists,
  readStored,
  removeStep,
  renameServiceStep,
  restoreStep,
  type Step,
  storedRevision,
  unpinStep,
  writeStored,
} from './lists.ts';

/** A record changed in its place; or records were added, removed or moved: any of them, if none is named. */
export type RecentChange =
  | { readonly kind: 'record'; readonly name: RecordName }
  | { readonly kind: 'lists'; readonly names?: readonly RecordName[] };

export interface RecentStore {
  pins(): readonly Recent[];
  /** The newest first. */
  recents(): readonly Recent[];
  get(name: RecordName): Recent | undefined;
  isPinned(name: RecordName): boolean;
  add(entry: Recent): void;
  change(name: RecordName, change: (recent: Recent) => Recent): void;
  /** At the place of the given pin, else at the end. */
  pin(entries: readonly Recent[], place?: RecordName): void;
  unpin(names: readonly RecordName[]): void;
  remove(names: readonly RecordName[]): void;
  renameService(rename: ServiceRename): void;
  /** Removes all but the pinned ones, and returns what it removed, the newest first. */
  clear(): readonly Recent[];
  restore(newestFirst: readonly Recent[]): void;
  /** Reads what another window has written. */
  reread(): void;
  /** Resolves when all changes so far are written, or writing failed. */
  saved(): Promise<void>;
}

export interface RecentStoreParts {
  readonly memory: Memory;
  readonly limit: () => number;
  /** Delays the write after a record was opened, while the window is busy showing it. */
  readonly pause: () => Promise<unknown>;
  readonly onDidChange: (change: RecentChange) => void;
  readonly log: (problem: string) => void;
}

/**
 * The records that were opened last, and those that are pinned. Stored lists are read on first use. Other windows write
 * the same lists: each write first reads theirs and repeats this window's unwritten changes on them.
 */
export function recentStore({ memory, limit, pause, onDidChange, log }: RecentStoreParts): RecentStore {
  let stored: RecentLists | undefined;
  /**
   * The revisions that this window has read or written. VS Code sends back what was written, with all keys as they were
   * then, so the memory may have an older state of this window for a moment. That is not news from another window.
   */
  const known = new Set<string | undefined>();
  let unwritten: Step[] = [];
  let writing: Promise<void> | undefined;
  let pausing: Promise<void> | undefined;

  const lists = (): RecentLists => {
    stored ??= read();
    return stored;
  };
  const read = () => {
    known.add(storedRevision(memory));
    return readStored(memory, (count) => log(`Recent records: dropped ${count} unreadable stored entries.`));
  };

  const reread = (): void => {
    if (stored === undefined || known.has(storedRevision(memory))) return;
    stored = read();
    for (const step of unwritten) step(stored);
    onDidChange({ kind: 'lists' });
  };

  const writeAll = async (): Promise<void> => {
    while (unwritten.length > 0) {
      // One write for all changes of this turn.
      await new Promise(setImmediate);
      reread();
      const revision = randomUUID();
      known.add(revision);
      const written = unwritten;
      unwritten = [];
      try {
        await writeStored(memory, lists(), revision);
      } catch (failure) {
        unwritten = [...written, ...unwritten];
        log(`Recent records could not be stored: ${failure}`);
        return;
      }
    }
  };

  const write = (): void => {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
  };
  const writeLater = (): void => {
    pausing ??= pause().then(() => {
      pausing = undefined;
      write();
    });
  };

  const run = (step: Step, change: RecentChange, writeNowOrLater = write): void => {
    if (change.kind === 'lists' && change.names?.length === 0) return;
    step(lists());
    unwritten.push(step);
    onDidChange(change);
    writeNowOrLater();
  };

  const get = (name: RecordName) => lists().pins.get(recentKey(name)) ?? lists().recents.get(recentKey(name));
  const newest = () => [...lists().recents.values()].reverse();

  return {
    pins: () => [...lists().pins.values()],
    recents: newest,
    get,
    isPinned: (name) => lists().pins.has(recentKey(name)),
    add(entry) {
      const staysInPlace = lists().pins.has(recentKey(entry));
      const change: RecentChange = staysInPlace ? { kind: 'record', name: entry } : { kind: 'lists', names: [entry] };
      run(addStep(entry, limit()), change, writeLater);
    },
    change(name, change) {
      if (get(name)) run(changeStep(name, change), { kind: 'record', name }, writeLater);
    },
    pin: (entries, place) => run(pinStep(entries, place), { kind: 'lists', names: entries }),
    unpin: (names) => run(unpinStep(names, limit()), { kind: 'lists', names }),
    remove: (names) => run(removeStep(names), { kind: 'lists', names }),
    renameService: (rename) => run(renameServiceStep(rename), { kind: 'lists' }),
    clear() {
      const removed = newest();
      run(clearStep, { kind: 'lists' });
      return removed;
    },
    restore: (newestFirst) => run(restoreStep(newestFirst, limit()), { kind: 'lists' }),
    reread,
    saved: async () => {
      await pausing;
      await writing;
    },
  };
}
