import { randomUUID } from 'node:crypto';
import type { RecordName } from '../service/services.ts';
import { type Recent, recentKey } from './recent.ts';
import {
  addStep,
  changeStep,
  clearStep,
  pinStep,
  removeStep,
  restoreStep,
  type Step,
  unpinStep,
} from './recentLists.ts';
import { type Memory, readStored, type StoredRecents, storedRevision, writeStored } from './storedRecents.ts';

/** A record that looks different where it stands; or records that came, went or moved: all of them, if none is named. */
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
  change(name: RecordName, change: (known: Recent) => Recent): void;
  /** In the place of the given pin, else behind all others. */
  pin(entries: readonly Recent[], place?: RecordName): void;
  unpin(names: readonly RecordName[]): void;
  remove(names: readonly RecordName[]): void;
  /** Forgets all but the pinned ones, and gives back what it forgot. */
  clear(): readonly Recent[];
  restore(newestFirst: readonly Recent[]): void;
  /** Takes over what another window has written. */
  reread(): void;
  /** Resolves when all changes so far are written, or could not be. */
  saved(): Promise<void>;
}

export interface RecentStoreParts {
  readonly memory: Memory;
  readonly limit: () => number;
  /** Passes before what was opened is written: the window that would keep the list is busy showing the record. */
  readonly pause: () => Promise<unknown>;
  readonly onDidChange: (change: RecentChange) => void;
  readonly onDidFail: (failure: unknown) => void;
}

/**
 * The records that were opened last, and those that are pinned. Nothing is read before somebody asks. Other windows
 * write the same state: each writing takes over theirs first and makes this window's unwritten changes to it again.
 */
export function recentStore({ memory, limit, pause, onDidChange, onDidFail }: RecentStoreParts): RecentStore {
  let known: StoredRecents | undefined;
  let unwritten: Step[] = [];
  let writing: Promise<void> | undefined;
  let pausing: Promise<void> | undefined;

  const lists = (): StoredRecents => {
    known ??= readStored(memory, onDidFail);
    return known;
  };

  const takeOver = (): void => {
    if (known === undefined || storedRevision(memory) === known.revision) return;
    known = readStored(memory, onDidFail);
    for (const step of unwritten) step(known);
    onDidChange({ kind: 'lists' });
  };

  const writeAll = async (): Promise<void> => {
    while (unwritten.length > 0) {
      // One writing serves many changes.
      await new Promise(setImmediate);
      takeOver();
      const revision = randomUUID();
      known = { ...lists(), revision };
      const written = unwritten;
      unwritten = [];
      try {
        await writeStored(memory, known, revision);
      } catch (failure) {
        unwritten = [...written, ...unwritten];
        onDidFail(failure);
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

  const run = (step: Step, change: RecentChange, writeIt = write): void => {
    // Nothing is drawn or written anew for rows that are no records.
    if (change.kind === 'lists' && change.names?.length === 0) return;
    step(lists());
    unwritten.push(step);
    onDidChange(change);
    writeIt();
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
    clear() {
      const forgotten = newest();
      run(clearStep, { kind: 'lists' });
      return forgotten;
    },
    restore: (newestFirst) => run(restoreStep(newestFirst, limit()), { kind: 'lists' }),
    reread: takeOver,
    saved: async () => {
      await pausing;
      await writing;
    },
  };
}
