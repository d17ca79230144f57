import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { RecordEvent } from '../document/events.ts';
import { activeRecord, recordKey, recordOf, sameRecord } from '../document/recordUri.ts';
import { documentsOf } from '../document/spellings.ts';
import { tabUri } from '../files/tabs.ts';
import type { SuggestedField } from '../record/fields.ts';
import { parseIfRecord } from '../record/text.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, ServiceRename, Services } from '../service/services.ts';
import { numberSetting } from '../workbench/numberSetting.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { pinDragging, type RecentCommandsParts, recentCommands } from './commands.ts';
import { type Recent, recentOf, recentSearch, seenValues } from './entry.ts';
import { addStep, renameServiceStep } from './lists.ts';
import { recordMarks } from './marks.ts';
import { type RecentStore, recentStore } from './store.ts';
import { recentTree, type TreeNode } from './tree.ts';

interface RecentRecordsParts {
  readonly memory: vscode.Memento;
  readonly services: Services;
  readonly log: vscode.LogOutputChannel;
}

export type RecentRecords = ReturnType<typeof recentRecords>;

const writeDelayMs = 300;
const revealDelayMs = 100;

/** The recent and pinned records, loaded when the view is shown or a record is opened. */
export function recentRecords(parts: RecentRecordsParts, view: vscode.TreeView<TreeNode>, refresh: () => void) {
  const { services, log } = parts;
  const search = recentSearch();
  const timers = quietTimers();
  // Opening many records makes many changes.
  const showSoon = () => timers.schedule('show', 0, () => show());
  const store = recentStore({
    memory: parts.memory,
    limit: () => numberSetting('recentLimit'),
    pause: () => setTimeout(writeDelayMs),
    secrets: async () => {
      const origins = new Set(services.all().map(({ address }) => address.origin));
      return (await Promise.all(Array.from(origins, (origin) => services.secrets(origin)))).flat();
    },
    onDidChange: () => {
      showSoon();
      activity.update();
    },
    log: (problem) => log.error(problem),
  });
  const marks = recordMarks(showSoon);
  const tree = recentTree({
    store,
    marks,
    services,
    refresh: () => show(),
    // Revealed before VS Code has read it, a row would be read twice at the same time, and VS Code could show neither.
    onDidRead: () => activity.update(),
  });
  const show = () => {
    refresh();
    // If nothing matches, the welcome view says so, and a message would hide it.
    const message = tree.filter === '' || tree.records().length === 0 ? '' : vscode.l10n.t('Filter: {0}', tree.filter);
    if (message !== (view.message ?? '')) view.message = message;
  };
  const find = (name: RecordName) => store.get(name) ?? openRecent(name);
  const activity = activeRow({ store, find, tree, view });
  const registrations = vscode.Disposable.from(
    timers,
    marks,
    activity,
    listActive(store),
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
    note(event: RecordEvent) {
      if (event.kind === 'conflict') marks.setConflict(event.name, event.active);
      else follow(event, store);
    },
    get: find,
    /** The records that match all words of a text. */
    search: (text: string) => ({ pins: search(store.pins(), text), recents: search(store.recents(), text) }),
    renameService: (rename: ServiceRename) => store.apply(renameServiceStep(rename)),
    seenValues: (service: string, field: SuggestedField) =>
      seenValues([...store.pins(), ...store.recents()], service, field),
    handlers: recentCommands({ store, find, tree, view, services }),
    dispose: () => registrations.dispose(),
  };
}

/**
 * Brings the entry of a record up to date. Only what a person opened or saved in its editor becomes recent: not what a
 * program reads, nor a tab nobody has looked at.
 */
function follow(event: RecordEvent, store: RecentStore): void {
  const { name, kind } = event;
  const version = kind === 'saved' ? event.saved.version : 'version' in event ? event.version : undefined;
  const isSavedHere = kind === 'saved' && !store.get(name) && sameRecord(activeRecord(), name);
  if (version && (kind === 'opened' || isSavedHere)) store.apply(addStep(recentOf(name, version, Date.now())));
  else if (version) store.change(name, ({ openedAt }) => recentOf(name, version, openedAt));
  if (kind === 'failed' && isRecordError(event.failure, 'notFound'))
    store.change(name, (recent) => ({ ...recent, gone: true }));
}

/** Lists a record that VS Code opens itself, as at its start, when its editor is first the active one. */
function listActive(store: RecentStore): vscode.Disposable {
  const listed = new Set<string>();
  const list = (editor: vscode.TextEditor | undefined) => {
    const name = editor && recordOf(editor.document.uri);
    if (!name || listed.has(recordKey(name))) return;
    listed.add(recordKey(name));
    const recent = store.get(name) ? undefined : openRecent(name);
    if (recent) store.apply(addStep({ ...recent, openedAt: Date.now() }));
  };
  list(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(list),
    // VS Code may keep the document, and opens it again without reading it.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const { input } of closed) {
        const uri = tabUri(input);
        const name = uri && recordOf(uri);
        if (name) listed.delete(recordKey(name));
      }
    }),
  );
}

/** An entry from the text of an open record, for one that was removed from the list. */
function openRecent(name: RecordName): Recent | undefined {
  const record = parseIfRecord(documentsOf(name)[0]?.getText() ?? '');
  return record && recentOf(name, { record }, 0);
}

/** Reveals the active record in the tree, as the Explorer does, and sets the context keys that menus depend on. */
function activeRow({ store, find, tree, view }: Pick<RecentCommandsParts, 'store' | 'find' | 'tree' | 'view'>) {
  let revealed: string | undefined;
  const reveal = async (name: RecordName) => {
    const row = view.visible && recordKey(name) !== revealed && tree.rowOf(name);
    if (!row || vscode.workspace.getConfiguration('explorer').get('autoReveal') === false) return;
    revealed = recordKey(name);
    // Rejects if the row is gone by the time VS Code looks for it.
    await view.reveal(row, { select: true, focus: false }).then(undefined, () => {});
  };
  const setContext = (key: 'activePinned' | 'activePage', value: boolean) =>
    void vscode.commands.executeCommand('setContext', `videoRecords.${key}`, value);
  const follow = () => {
    const name = activeRecord();
    setContext('activePinned', name !== undefined && store.isPinned(name));
    setContext('activePage', name !== undefined && find(name)?.source_url !== undefined);
    if (name) void reveal(name);
    else revealed = undefined;
  };
  const timer = quietTimers();
  const update = () => timer.schedule('', revealDelayMs, follow);
  update();
  const listeners = vscode.Disposable.from(
    timer,
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    view.onDidChangeVisibility(({ visible }) => {
      revealed = undefined;
      if (visible) update();
    }),
  );
  return { update, dispose: () => listeners.dispose() };
}
