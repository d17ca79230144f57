import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { RecordEvent } from '../document/recordDocuments.ts';
import { parseIfRecord } from '../record/text.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, ServiceRename, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { numberSetting } from '../workbench/numberSetting.ts';
import type { CommandTargets } from '../workbench/views.ts';
import { activeRow } from './activeRow.ts';
import { recentCommands } from './commands.ts';
import { type PinDragging, pinDragging } from './dragging.ts';
import { bareRecent, type Recent, recentKey, recentOf, recentSearch, type SeenField, seenValues } from './entry.ts';
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
  readonly recordOf: (uri: vscode.Uri) => RecordName | undefined;
  readonly uriOf: (name: RecordName) => vscode.Uri;
  /** The record that the active editor shows. */
  readonly active: () => RecordName | undefined;
}

export interface RecentRecords extends vscode.Disposable {
  readonly tree: RecentTree;
  readonly dragging: PinDragging;
  readonly handlers: CommandHandlers;
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

const quietMs = 300;

/** The recent and pinned records, loaded when the view is shown or a record is opened. */
export function recentRecords(
  parts: RecentRecordsParts,
  view: vscode.TreeView<TreeNode>,
  refresh: (nodes: TreeNode[] | undefined) => void,
): RecentRecords {
  const { services, log, targets } = parts;
  const search = recentSearch();
  const store = recentStore({
    memory: parts.memory,
    limit: () => numberSetting('recentLimit'),
    pause: () => setTimeout(quietMs),
    onDidChange: (change) => {
      tree.show(change);
      activity.update();
    },
    log: (problem) => log.error(problem),
  });
  const marks = recordMarks(parts.recordOf);
  const tree = recentTree({
    store,
    marks,
    services,
    search,
    refresh: (nodes) => {
      if (nodes?.length !== 0) refresh(nodes);
      // An added or removed row can be the first or the last that matches the filter.
      showFilter();
    },
    // Revealed before VS Code has read it, a row would be read twice at the same time, and VS Code could show neither.
    onDidRead: () => activity.update(),
  });
  // If nothing matches, the welcome view says so, and a message would hide it.
  const showFilter = () => {
    const message = tree.filter === '' || tree.isEmpty() ? '' : recentWords.filter(tree.filter);
    if (message !== (view.message ?? '')) view.message = message;
  };
  const filter = (text: string) => {
    tree.filter = text.trim();
    void vscode.commands.executeCommand('setContext', 'videoRecords.filtered', tree.filter !== '');
  };
  const find = (name: RecordName) => store.get(name) ?? openRecent(name, parts.recordOf);
  const activity = activeRow({ active: parts.active, store, get: find, tree, view });
  const registrations = vscode.Disposable.from(
    marks,
    activity,
    marks.onDidChange((name) => tree.show({ kind: 'record', name })),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && store.reread()),
    view.onDidChangeVisibility(({ visible }) => {
      if (!visible) return;
      store.reread();
      tree.sort();
    }),
  );

  return {
    tree,
    dragging: pinDragging(store, parts.uriOf),
    note(news) {
      const { name, kind } = news;
      if (kind === 'conflict') marks.setConflict(name, news.active);
      if (kind === 'read') store.add(recentOf(name, news.version, Date.now()));
      if (kind === 'saved') store.change(name, ({ openedAt }) => recentOf(name, news.version, openedAt));
      if (kind === 'failed' && isMissing(news.failure)) store.change(name, (recent) => ({ ...recent, gone: true }));
    },
    opened(names, since) {
      const now = Date.now();
      for (const name of names.toReversed()) {
        const recent = find(name) ?? bareRecent(name, 0);
        // A record that was read for this is listed already; several are put in the order they were asked for.
        if (names.length > 1 || recent.openedAt < since) store.add({ ...recent, openedAt: now });
      }
      if (names.length > 1) tree.sort();
    },
    get: find,
    search: (text) => ({ pins: search(store.pins(), text), recents: search(store.recents(), text) }),
    renameService: store.renameService,
    seenValues: (service, field) => seenValues([...store.pins(), ...store.recents()], service, field),
    handlers: recentCommands({ store, find, tree, view, targets, services, filter }),
    dispose: () => registrations.dispose(),
  };
}

/** An entry from the text of an open record, for one that was removed from the list. */
function openRecent(name: RecordName, recordOf: RecentRecordsParts['recordOf']): Recent | undefined {
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
