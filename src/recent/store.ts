import { randomUUID } from 'node:crypto';
import type { RecordName } from '../service/services.ts';
import type { Recent } from './entry.ts';
import {
  changeStep,
  find,
  type Memory,
  type RecentLists,
  readStored,
  type Step,
  storedRevision,
  writeStored,
} from './lists.ts';

export type RecentStore = ReturnType<typeof recentStore>;

interface RecentStoreParts {
  readonly memory: Memory;
  readonly limit: () => number;
  /** Delays a write while the window is busy showing a record. */
  readonly pause: () => Promise<unknown>;
  readonly onDidChange: () => void;
  readonly log: (problem: string) => void;
}

/**
 * The records that were opened last, and those that are pinned. Stored lists are read on first use. Other windows write
 * the same lists: each write first reads theirs and repeats this window's unwritten changes on them.
 */
export function recentStore({ memory, limit, pause, onDidChange, log }: RecentStoreParts) {
  let stored: RecentLists | undefined;
  /**
   * The revisions that this window has read or written. VS Code sends back what was written, with all keys as they were
   * then, so the memory may have an older state of this window for a moment. That is not news from another window.
   */
  const known = new Set<string | undefined>();
  let unwritten: Step[] = [];
  let writing = Promise.resolve();

  const bounded = ({ pins, recents }: RecentLists) => ({ pins, recents: recents.slice(0, limit()) });
  const read = () => {
    known.add(storedRevision(memory));
    return bounded(readStored(memory, (count) => log(`Recent records: dropped ${count} unreadable stored entries.`)));
  };
  const lists = (): RecentLists => {
    stored ??= read();
    return stored;
  };
  /** Reads what another window has written. */
  const reread = (): void => {
    if (stored === undefined || known.has(storedRevision(memory))) return;
    stored = unwritten.reduce((changed, step) => bounded(step(changed)), read());
    onDidChange();
  };

  /** One write for all changes of a moment. */
  const write = async (): Promise<void> => {
    await pause();
    reread();
    const revision = randomUUID();
    known.add(revision);
    unwritten = [];
    await writeStored(memory, lists(), revision).catch((failure) =>
      log(`Recent records could not be stored: ${failure}`),
    );
  };
  const get = (name: RecordName) => find(lists().pins, name) ?? find(lists().recents, name);
  const apply = (step: Step) => {
    stored = bounded(step(lists()));
    unwritten.push(step);
    if (unwritten.length === 1) writing = write();
    onDidChange();
  };

  return {
    pins: () => lists().pins,
    /** The newest first. */
    recents: () => lists().recents,
    get,
    isPinned: (name: RecordName) => find(lists().pins, name) !== undefined,
    apply,
    /** Changes the entry of a record, if it is listed. */
    change(name: RecordName, update: (recent: Recent) => Recent) {
      if (get(name)) apply(changeStep(name, update));
    },
    reread,
    /** Resolves when all changes so far are written, or writing failed. */
    saved: () => writing,
  };
}
