import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { RecordEvent } from '../document/events.ts';
import { recordOf } from '../document/recordUri.ts';
import { parseIfRecord } from '../record/text.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, ServiceRename, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { numberSetting } from '../workbench/numberSetting.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { CommandTargets } from '../workbench/views.ts';
import { activeRow } from './activeRow.ts';
import { recentCommands } from './commands.ts';
import { type PinDragging, pinDragging } from './dragging.ts';
import { bareRecent, type Recent, recentKey, recentOf, recentSearch, type SeenField, seenValues } from './entry.ts';
import { addStep, changeStep, renameServiceStep } from './lists.ts';
import { recordMarks } from './marks.ts';
import { recentWords } from './messages.ts';
import type { TreeNode } from './nodes.ts';
import { recentStore } from './store.ts';
import { type RecentTree, recentTree } from './tree.ts';

export interface RecentRecordsParts {
  readonly memory: vscode.Memento;
  readonly services: Services;
  readonly log: vscode.LogOutputChannel;
  readonly targets: CommandTargets;
}

export interface RecentRecords extends vscode.Disposable {
  readonly tree: RecentTree;
  readonly dragging: PinDragging;
  readonly handlers: CommandHandlers<'recent'>;
  note(news: RecordEvent): void;
  /** Notes that these records were opened at or after this time, the first of them on top. */
  opened(names: readonly RecordName[], since: number): void;
  /** The stored entry of a record, else one made from its open document. */
  get(name: RecordName): Recent | undefined;
  /** The records that match all words of a text. */
  search(text: string): { readonly pins: readonly Recent[]; readonly recents: readonly Recent[] };
  seenValues(service: string, field: SeenField): readonly string[];
  renameService(rename: ServiceRename): void;
}

const writeDelayMs = 300;

/** The recent and pinned records, loaded when the view is shown or a record is opened. */
export function recentRecords(
  parts: RecentRecordsParts,
  view: vscode.TreeView<TreeNode>,
  refresh: () => void,
): RecentRecords {
  const { services, log, targets } = parts;
  const search = recentSearch();
  const store = recentStore({
    memory: parts.memory,
    limit: () => numberSetting('recentLimit'),
    pause: () => setTimeout(writeDelayMs),
    onDidChange: () => {
      showSoon();
      activity.update();
    },
    log: (problem) => log.error(problem),
  });
  const marks = recordMarks();
  const tree = recentTree({
    store,
    marks,
    services,
    search,
    refresh: () => show(),
    // Revealed before VS Code has read it, a row would be read twice at the same time, and VS Code could show neither.
    onDidRead: () => activity.update(),
  });
  const show = () => {
    refresh();
    // If nothing matches, the welcome view says so, and a message would hide it.
    const message = tree.filter === '' || tree.records().length === 0 ? '' : recentWords.filter(tree.filter);
    if (message !== (view.message ?? '')) view.message = message;
  };
  const timers = quietTimers();
  // Opening many records makes many changes.
  const showSoon = () => timers.schedule('show', 0, show);
  const filter = (text: string) => {
    tree.filter = text.trim();
    void vscode.commands.executeCommand('setContext', 'videoRecords.filtered', tree.filter !== '');
  };
  const change = (name: RecordName, update: (recent: Recent) => Recent) => {
    if (store.get(name)) store.apply(changeStep(name, update));
  };
  const find = (name: RecordName) => store.get(name) ?? openRecent(name);
  const activity = activeRow({ store, get: find, tree, view });
  const registrations = vscode.Disposable.from(
    timers,
    marks,
    activity,
    marks.onDidChange(showSoon),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && store.reread()),
    view.onDidChangeVisibility(({ visible }) => {
      if (!visible) return;
      store.reread();
      tree.sort();
    }),
  );

  return {
    tree,
    dragging: pinDragging(store),
    note(news) {
      const { name, kind } = news;
      if (kind === 'conflict') marks.setConflict(name, news.active);
      if (kind === 'read' && news.isOpened) store.apply(addStep(recentOf(name, news.version, Date.now())));
      // Only what a person opened is recent; what else is read or saved brings its entry up to date.
      const version = kind === 'saved' ? news.saved.version : kind === 'read' ? news.version : undefined;
      if (version) change(name, ({ openedAt }) => recentOf(name, version, openedAt));
      if (kind === 'failed' && isMissing(news.failure)) change(name, (recent) => ({ ...recent, gone: true }));
    },
    opened(names, since) {
      const now = Date.now();
      for (const name of names.toReversed()) {
        const recent = find(name) ?? bareRecent(name, 0);
        // A record that was read for this is listed already; several are put in the order they were asked for.
        if (names.length > 1 || recent.openedAt < since) store.apply(addStep({ ...recent, openedAt: now }));
      }
      if (names.length > 1) tree.sort();
    },
    get: find,
    search: (text) => ({ pins: search(store.pins(), text), recents: search(store.recents(), text) }),
    renameService: (rename) => store.apply(renameServiceStep(rename)),
    seenValues: (service, field) => seenValues([...store.pins(), ...store.recents()], service, field),
    handlers: recentCommands({ store, change, find, tree, view, targets, services, filter }),
    dispose: () => registrations.dispose(),
  };
}

/** An entry from the text of an open record, for one that was removed from the list. */
function openRecent(name: RecordName): Recent | undefined {
  const shows = ({ uri }: vscode.TextDocument) => {
    const other = recordOf(uri);
    return other !== undefined && recentKey(other) === recentKey(name);
  };
  const text = vscode.workspace.textDocuments.find(shows)?.getText();
  const record = text === undefined ? undefined : parseIfRecord(text);
  return record && recentOf(name, { record }, 0);
}

function isMissing(failure: unknown): boolean {
  return isRecordError(failure) && failure.kind === 'notFound';
}
