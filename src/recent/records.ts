import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { RecordEvent } from '../document/events.ts';
import { activeRecord, recordKey, recordOf, sameRecord } from '../document/recordUri.ts';
import { documentsOf } from '../document/spellings.ts';
import { tabUri } from '../files/tabs.ts';
import type { SuggestedField } from '../record/fields.ts';
import { parseIfRecord } from '../record/text.ts';
import type { RecordVersion } from '../service/answer.ts';
import { isRecordError } from '../service/recordError.ts';
import { redactedVersion } from '../service/redaction.ts';
import type { RecordName, ServiceRename, Services } from '../service/services.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { quietTimers, turns } from '../workbench/scheduling.ts';
import { numberSetting } from '../workbench/settings.ts';
import { pinDragging, type RecentCommandsParts, recentCommands } from './commands.ts';
import { bareRecent, type Recent, recentOf, recentSearch, seenValues } from './entry.ts';
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
  const { find, entryOf, keep, shown } = recentEntries(parts, store);
  const inTurn = turns();
  const note = async (event: RecordEvent): Promise<void> => {
    if (event.kind === 'conflict') marks.setConflict(event.name, event.active);
    else await inTurn(() => follow(event, store, keep));
  };
  const activity = activeRow({ store, find, tree, view });
  const registrations = vscode.Disposable.from(
    timers,
    marks,
    activity,
    listActive(store, shown, note),
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
    note,
    get: find,
    /** The records that match all words of a text. */
    search: (text: string) => ({ pins: search(store.pins(), text), recents: search(store.recents(), text) }),
    renameService: (rename: ServiceRename) => store.apply(renameServiceStep(rename)),
    seenValues: (service: string, field: SuggestedField) =>
      seenValues([...store.pins(), ...store.recents()], service, field),
    handlers: recentCommands({ store, entryOf, tree, view, services }),
    dispose: () => registrations.dispose(),
  };
}

type RecentEntries = ReturnType<typeof recentEntries>;

function recentEntries({ services, log }: RecentRecordsParts, store: RecentStore) {
  type Shown = Pick<RecordVersion, 'record' | 'allow'>;
  const shown = (name: RecordName): Shown | undefined => {
    const record = parseIfRecord(documentsOf(name)[0]?.getText() ?? '');
    return record && { record };
  };
  /**
   * The entry to store: without a credential that the service repeats in the record, so with nothing of it where the
   * credential can't be read.
   */
  const keep = async (name: RecordName, version: Shown, openedAt: number): Promise<Recent> => {
    const service = services.find(name.service);
    try {
      const secrets = service ? await services.secrets(service.address.origin) : [];
      return recentOf(name, { ...version, record: redactedVersion(version, secrets).record }, openedAt);
    } catch (failure) {
      log.error(`The list has nothing new of record ${name.id}: ${messageOf(failure)}`);
      return { ...(store.get(name) ?? bareRecent(name, 0)), openedAt };
    }
  };
  return {
    shown,
    keep,
    /** Of a record that was removed from the list while it is open, from its text. */
    find(name: RecordName): Recent | undefined {
      const known = store.get(name);
      const version = known ? undefined : shown(name);
      return version ? recentOf(name, version, 0) : known;
    },
    /** The same to store it. A record that was never read has one too. */
    async entryOf(name: RecordName): Promise<Recent> {
      const known = store.get(name);
      const version = known ? undefined : shown(name);
      return version ? keep(name, version, 0) : (known ?? bareRecent(name, Date.now()));
    },
  };
}

/**
 * Brings the entry of a record up to date. Only what a person opened or saved in its editor becomes recent: not what a
 * program reads, nor a tab nobody has looked at.
 */
async function follow(event: RecordEvent, store: RecentStore, keep: RecentEntries['keep']): Promise<void> {
  const { name, kind } = event;
  const version = kind === 'saved' ? event.saved.version : 'version' in event ? event.version : undefined;
  const known = store.get(name);
  const isSavedHere = kind === 'saved' && !known && sameRecord(activeRecord(), name);
  if (version && (kind === 'opened' || isSavedHere)) store.apply(addStep(await keep(name, version, Date.now())));
  else if (version && known) {
    const entry = await keep(name, version, known.openedAt);
    store.change(name, () => entry);
  }
  if (kind === 'failed' && isRecordError(event.failure, 'notFound'))
    store.change(name, (recent) => ({ ...recent, gone: true }));
}

/** Lists a record that VS Code opens itself, as at its start, when its editor is first the active one. */
function listActive(
  store: RecentStore,
  shown: RecentEntries['shown'],
  note: (event: RecordEvent) => Promise<void>,
): vscode.Disposable {
  const listed = new Set<string>();
  const list = (editor: vscode.TextEditor | undefined) => {
    const name = editor && recordOf(editor.document.uri);
    if (!name || listed.has(recordKey(name))) return;
    listed.add(recordKey(name));
    const version = store.get(name) ? undefined : shown(name);
    if (version) void note({ kind: 'opened', name, version });
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

type ActiveRowParts = Pick<RecentCommandsParts, 'store' | 'tree' | 'view'> & Pick<RecentEntries, 'find'>;

/** Reveals the active record in the tree, as the Explorer does, and sets the context keys that menus depend on. */
function activeRow({ store, find, tree, view }: ActiveRowParts) {
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
