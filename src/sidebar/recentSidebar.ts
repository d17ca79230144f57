import * as vscode from 'vscode';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { type OpenRecord, openRecords } from './openRecords.ts';
import { pinDragging } from './pinDragging.ts';
import { recentOf } from './recent.ts';
import { recentCommands } from './recentCommands.ts';
import { recentSearch } from './recentSearch.ts';
import { recentStore } from './recentStore.ts';
import { recentTree } from './recentTree.ts';
import { recordMarks } from './recordMarks.ts';
import { type SeenField, seenValues } from './seenValues.ts';
import { shareCommands } from './shareCommands.ts';
import { commandTargets } from './targets.ts';
import type { TreeNode } from './treeNodes.ts';

interface Told {
  readonly name: RecordName;
  readonly text: string;
  readonly allow?: readonly string[];
}

/** What the editor tells of a record. */
export type NotedEvent =
  | ({ readonly kind: 'read' } & Told)
  | ({ readonly kind: 'saved' } & Told)
  | { readonly kind: 'failed'; readonly name: RecordName; readonly failure: unknown }
  | { readonly kind: 'conflict'; readonly name: RecordName; readonly active: boolean };

export interface RecentSidebar extends vscode.Disposable {
  readonly handlers: CommandHandlers;
  note(event: NotedEvent): void;
  /** What recent records of a service say in a field, the most recent first. */
  seenValues(service: string, field: SeenField): readonly string[];
}

export interface RecentSidebarParts {
  readonly memory: vscode.Memento;
  readonly services: Services & { readonly onDidChange: vscode.Event<void> };
  readonly open: OpenRecord;
  readonly log: vscode.LogOutputChannel;
  readonly recordOf: (uri: vscode.Uri) => RecordName | undefined;
  readonly uriOf: (name: RecordName) => vscode.Uri;
  /** The record that a command's argument names, else that of the active editor. */
  readonly target: (argument: unknown) => RecordName;
}

/** Recent and pinned records, and the ways to open more. */
export function recentSidebar(parts: RecentSidebarParts): RecentSidebar {
  const { services, log } = parts;
  const search = recentSearch();
  const store = recentStore({
    memory: parts.memory,
    limit: () => vscode.workspace.getConfiguration('videoRecords').get('recentLimit', 0),
    onDidChange: (change) => tree.show(change),
    onDidFail: (failure) => log.error(`The recent records could not be kept: ${failure}`),
  });
  const marks = recordMarks(parts.recordOf);
  const tree = recentTree({ store, marks, services, search });
  const view = vscode.window.createTreeView<TreeNode>('videoRecords.recent', {
    treeDataProvider: tree,
    canSelectMany: true,
    dragAndDropController: pinDragging(store, parts.uriOf),
  });
  const targets = commandTargets(parts.target, () => view.selection);
  const filter = (text: string) => {
    tree.filter = text.trim();
    view.description = tree.filter === '' ? '' : `filter: ${tree.filter}`;
    setContext('filtered', tree.filter !== '');
  };
  const showServices = () => {
    const some = services.all().length > 0;
    setContext('services', some ? 'some' : 'none');
    if (some) tickOff('connect');
    tree.showAll();
  };

  showServices();
  const registrations = vscode.Disposable.from(
    view,
    tree,
    marks,
    marks.onDidChange((name) => tree.show({ kind: 'record', name })),
    services.onDidChange(showServices),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && store.reread()),
    view.onDidChangeVisibility(({ visible }) => visible && store.reread()),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => (await import('./recordLinks.ts')).followLink(uri, services),
    }),
  );

  return {
    note(event) {
      const { name } = event;
      if (event.kind === 'conflict') marks.setConflict(name, event.active);
      else if (event.kind === 'read') store.add(recentOf(name, event, Date.now()));
      else if (event.kind === 'saved') store.change(name, (known) => recentOf(name, event, known.openedAt));
      else if (isMissing(event.failure)) store.change(name, (known) => ({ ...known, gone: true }));
      tickOffFor(event);
    },
    seenValues: (service, field) => seenValues([...store.pins(), ...store.recents()], service, field),
    handlers: {
      ...openRecords({ store, services, search, targets, open: parts.open }),
      ...recentCommands({ store, tree, view, targets, filter }),
      ...shareCommands(store, services, targets),
    },
    dispose: () => registrations.dispose(),
  };
}

function tickOffFor(event: NotedEvent): void {
  if (event.kind === 'read') tickOff('connect', 'open');
  if (event.kind === 'saved') tickOff('save');
  if (event.kind === 'conflict' && event.active) tickOff('conflicts');
}

/**
 * A step of the walkthrough is done when its context becomes true while VS Code looks. One that was true before it
 * looked would never be, so each is true for a moment only.
 */
function tickOff(...steps: readonly ('connect' | 'open' | 'save' | 'conflicts')[]): void {
  for (const step of steps) {
    setContext(`done.${step}`, true);
    setContext(`done.${step}`, false);
  }
}

function setContext(key: string, value: boolean | string): void {
  void vscode.commands.executeCommand('setContext', `videoRecords.${key}`, value);
}

function isMissing(failure: unknown): boolean {
  return isRecordError(failure) && failure.kind === 'notFound';
}
