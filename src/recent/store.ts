import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';
import { parseRecent, type Recent } from './entry.ts';
import { changeStep, find, normal, type RecentLists, type Step } from './lists.ts';

export type RecentStore = ReturnType<typeof recentStore>;

/** What VS Code keeps for the extension across windows and restarts. */
export type Memory = Pick<vscode.Memento, 'get' | 'update'>;

interface RecentStoreParts {
  readonly memory: Memory;
  readonly limit: () => number;
  /** Delays a write: a worksheet's save changes many entries. */
  readonly pause: () => Promise<unknown>;
  readonly onDidChange: () => void;
  readonly log: (problem: string) => void;
}

const stateKey = 'recent.state';

/**
 * The records that were opened last, and those that are pinned. Stored lists are read on first use. Other windows write
 * the same lists: each write first reads theirs and repeats this window's unwritten changes on them.
 */
export function recentStore({ memory, limit, pause, onDidChange, log }: RecentStoreParts) {
  let known: RecentLists | undefined;
  /**
   * When the known lists were written. VS Code sends back what was written, with all keys as they were then, so the
   * memory may have an older state of this window for a moment.
   */
  let revision = 0;
  let unwritten: Step[] = [];

  const bounded = ({ pins, recents }: RecentLists) => ({ pins, recents: recents.slice(0, limit()) });
  const read = () => {
    const state = storedState(memory);
    revision = revisionOf(state);
    return bounded(normal({ pins: entriesOf(state.pins), recents: entriesOf(state.recents) }));
  };
  const lists = (): RecentLists => {
    known ??= read();
    return known;
  };
  /** Reads what another window has written. */
  const reread = (): void => {
    if (known === undefined || revisionOf(storedState(memory)) <= revision) return;
    known = unwritten.reduce((changed, step) => bounded(step(changed)), read());
    onDidChange();
  };

  /** One write for all changes of a moment. */
  const write = async (): Promise<void> => {
    await pause();
    reread();
    revision = Math.max(Date.now(), revision + 1);
    unwritten = [];
    await memory.update(stateKey, { revision, ...lists() });
  };

  const get = (name: RecordName) => find(lists().pins, name) ?? find(lists().recents, name);
  const apply = (step: Step) => {
    known = bounded(step(lists()));
    unwritten.push(step);
    if (unwritten.length === 1) write().catch((failure) => log(`Recent records could not be stored: ${failure}`));
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
      const before = get(name);
      if (before && !isDeepStrictEqual(before, update(before))) apply(changeStep(name, update));
    },
    reread,
  };
}

function storedState(memory: Memory): Readonly<Record<string, unknown>> {
  const state = memory.get(stateKey);
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

function revisionOf({ revision }: Readonly<Record<string, unknown>>): number {
  return typeof revision === 'number' ? revision : 0;
}

/** Without those that can't be read. */
function entriesOf(stored: unknown): readonly Recent[] {
  return [stored].flat().flatMap((value) => parseRecent(value) ?? []);
}
