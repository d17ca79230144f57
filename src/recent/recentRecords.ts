import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { OpenRecord } from '../opening/openRecord.ts';
import { openRecords } from '../opening/openRecords.ts';
import { parseIfRecord } from '../record/text.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { numberSetting } from '../workbench/numberSetting.ts';
import { quietTimers } from '../workbench/quietTimers.ts';
import { setContext, type TourStep, tickOff } from './contextKeys.ts';
import { type PinDragging, pinDragging } from './pinDragging.ts';
import { type Recent, recentKey, recentOf } from './recent.ts';
import { recentCommands } from './recentCommands.ts';
import { recentSearch } from './recentSearch.ts';
import { recentStore } from './recentStore.ts';
import { type RecentTree, recentTree } from './recentTree.ts';
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

export interface RecentRecordsParts {
  readonly memory: vscode.Memento;
  readonly services: Services;
  readonly open: OpenRecord;
  readonly log: vscode.LogOutputChannel;
  readonly recordOf: (uri: vscode.Uri) => RecordName | undefined;
  readonly uriOf: (name: RecordName) => vscode.Uri;
  /** The record that a command's argument names, else that of the active editor. */
  readonly target: (argument: unknown) => RecordName;
}

export interface RecentRecords extends vscode.Disposable {
  readonly tree: RecentTree;
  readonly dragging: PinDragging;
  readonly handlers: CommandHandlers;
  note(event: NotedEvent): void;
  seenValues(service: string, field: SeenField): readonly string[];
}

const quietMs = 300;

/** All that the sidebar does, once somebody looks at it or opens a record. */
export function recentRecords(
  parts: RecentRecordsParts,
  view: vscode.TreeView<TreeNode>,
  refresh: (nodes: TreeNode[] | undefined) => void,
): RecentRecords {
  const { services, log } = parts;
  const search = recentSearch();
  const store = recentStore({
    memory: parts.memory,
    limit: () => numberSetting('recentLimit'),
    pause: () => setTimeout(quietMs),
    onDidChange: (change) => tree.show(change),
    onDidFail: (failure) => log.error(`The recent records could not be kept: ${failure}`),
  });
  const marks = recordMarks(parts.recordOf);
  const tree = recentTree({
    store,
    marks,
    services,
    search,
    refresh: (nodes) => {
      refresh(nodes);
      // Rows that come or go can bring or take the last one that the filter finds.
      showFilter();
    },
  });
  const targets = commandTargets(parts.target, () => view.selection);
  // Not the view's description: VS Code shows none where a view is alone in its place. Where nothing is found, the view
  // says so in its welcome, which a message would hide.
  const showFilter = () => {
    const message = tree.filter === '' || tree.isEmpty() ? '' : `Filter: ${tree.filter}`;
    if (message !== (view.message ?? '')) view.message = message;
  };
  const filter = (text: string) => {
    tree.filter = text.trim();
    setContext('filtered', tree.filter !== '');
  };
  const known = (name: RecordName) => store.get(name) ?? openRecent(name, parts.recordOf);
  const ticks = quietTimers();
  const registrations = vscode.Disposable.from(
    marks,
    ticks,
    marks.onDidChange((name) => tree.show({ kind: 'record', name })),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && store.reread()),
    view.onDidChangeVisibility(({ visible }) => visible && store.reread()),
  );

  return {
    tree,
    dragging: pinDragging(store, parts.uriOf),
    note(event) {
      const { name } = event;
      if (event.kind === 'conflict') marks.setConflict(name, event.active);
      else if (event.kind === 'read') store.add(recentOf(name, event, Date.now()));
      else if (event.kind === 'saved') store.change(name, (known) => recentOf(name, event, known.openedAt));
      else if (isMissing(event.failure)) store.change(name, (known) => ({ ...known, gone: true }));
      // Once for many: each tick makes the whole workbench look.
      for (const step of stepsOf(event)) ticks.schedule(step, quietMs, () => tickOff(step));
    },
    seenValues: (service, field) => seenValues([...store.pins(), ...store.recents()], service, field),
    handlers: {
      ...openRecords({ store, known, services, search, targets, open: parts.open }),
      ...recentCommands({ store, known, tree, view, targets, filter }),
      ...shareCommands(known, services, targets),
    },
    dispose: () => registrations.dispose(),
  };
}

/** What the text of an open record says, for one that was taken off the list. */
function openRecent(name: RecordName, recordOf: RecentRecordsParts['recordOf']): Recent | undefined {
  const isShown = ({ uri }: vscode.TextDocument) => {
    const other = recordOf(uri);
    return other !== undefined && recentKey(other) === recentKey(name);
  };
  const text = vscode.workspace.textDocuments.find(isShown)?.getText();
  return text !== undefined && parseIfRecord(text) ? recentOf(name, { text }, 0) : undefined;
}

/** What the walkthrough takes for done. */
function stepsOf(event: NotedEvent): readonly TourStep[] {
  if (event.kind === 'read') return ['connect', 'open'];
  if (event.kind === 'saved') return ['save'];
  return event.kind === 'conflict' && event.active ? ['conflicts'] : [];
}

function isMissing(failure: unknown): boolean {
  return isRecordError(failure) && failure.kind === 'notFound';
}
