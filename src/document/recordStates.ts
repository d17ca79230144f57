import * as vscode from 'vscode';
import type { Conflict } from '../record/merge.ts';
import type { Answer } from '../service/client.ts';
import type { RecordName } from '../service/services.ts';
import { isUnsaved, onDidChangeTabOf, onDidCloseDocument, openDocument } from '../workbench/documents.ts';
import type { Base, BaseSnapshots } from './baseSnapshots.ts';
import { recordOf, recordScheme } from './recordUri.ts';
import type { Resolution } from './saveRecord.ts';
import { type Brought, baseAfterUndo } from './undoneChanges.ts';

/** What is known of one record document, by its URI. */
export interface RecordState {
  readonly uri: vscode.Uri;
  readonly name: RecordName;
  /** What the document's edits are measured against: the text that VS Code holds for saved. */
  base: Base | undefined;
  /** What was handed out last; becomes the base once the document shows it. */
  delivered: Base | undefined;
  /** What VS Code holds for saved. After a reload of a dirty document, undo leads back to it. */
  saved: Base | undefined;
  /** What the next reading hands out without a request. */
  pending: Base | undefined;
  newest: Answer | undefined;
  conflict: { readonly conflicts: readonly Conflict[]; readonly theirs: Answer } | undefined;
  resolution: Resolution | undefined;
  /** The offered text that VS Code has been told of, and may yet take. */
  offered: string | undefined;
  mtime: number;
  /**
   * As VS Code last heard it. It takes a newer time with another size for a change behind its back, and would refuse to
   * save what is typed while it is being told of a new version. Such changes are ours to find, in the save.
   */
  size: number;
  /** VS Code was told that it can't be written. */
  locked: boolean;
  /** There is something to save. */
  unsaved: boolean;
  /** The base is on disk, because there is something to save. */
  kept: boolean;
  /** Versions of the service that came in, the latest last. */
  brought: readonly Brought[];
  /** Since the document was last clean, somebody has undone something. */
  undid: boolean;
  /** Why the last save failed. */
  failure: unknown;
  /** The text of the last save is on the service. */
  written: boolean;
  /** What the service made of fields of the last save. Holds while the text of that save is the base. */
  rewritten: { readonly base: Base; readonly values: ReadonlyMap<string, string> } | undefined;
  /** The body of the last write, where the service took it and showed nothing of it. */
  withoutEffect: string | undefined;
  /** VS Code is about to write the document's text. */
  saving: boolean;
  /** Whether a write may have landed of which no answer came. */
  uncertain: boolean;
  recovery: Promise<Base | undefined> | undefined;
  last: Promise<unknown>;
}

export interface Measured {
  readonly base: Base | undefined;
  /** Fields that an undo has changed, and nobody else: the base has them as the text does. */
  readonly undone: readonly string[];
}

export interface RecordStates extends vscode.Disposable {
  of(uri: vscode.Uri): RecordState;
  known(uri: vscode.Uri): RecordState | undefined;
  /** The base, from memory or, after a restart, from disk. */
  base(state: RecordState): Promise<Base | undefined>;
  /** What a save of this text is measured against. */
  baseFor(state: RecordState, edited: string): Promise<Measured>;
  /** The edits of a dirty document are measured against another version from now on. */
  rebase(state: RecordState, base: Base): void;
  /** VS Code holds this text for saved. */
  saved(state: RecordState, base: Base): void;
  readonly onDidBecomeClean: vscode.Event<RecordState>;
}

export function recordStates(snapshots: BaseSnapshots): RecordStates {
  const states = new Map<string, RecordState>();
  const becameClean = new vscode.EventEmitter<RecordState>();

  const known = (uri: vscode.Uri) => states.get(uri.toString());
  const of = (uri: vscode.Uri): RecordState => {
    const existing = known(uri);
    if (existing) return existing;
    const name = recordOf(uri);
    if (!name) throw vscode.FileSystemError.FileNotFound(uri);
    const state = newState(uri, name);
    states.set(uri.toString(), state);
    return state;
  };

  const follow = (document: vscode.TextDocument) => {
    const state = document.uri.scheme === recordScheme && recordOf(document.uri) ? of(document.uri) : undefined;
    if (!state) return;
    if (!isUnsaved(document)) return settle(state, document.getText());
    state.unsaved = true;
    state.offered = undefined;
    if (state.base) keep(state, state.base);
    else quietly(recover(state));
  };

  const keep = (state: RecordState, base: Base) => {
    if (state.kept) return;
    state.kept = true;
    quietly(snapshots.keep(state.uri.toString(), base));
  };

  const recover = async (state: RecordState) => {
    state.recovery ??= snapshots.recover(state.uri.toString());
    const recovered = await state.recovery;
    if (!recovered || state.base) return;
    state.base = recovered;
    state.kept = true;
  };

  const settle = (state: RecordState, text: string) => {
    state.unsaved = false;
    if (state.delivered?.text === text) state.saved = state.delivered;
    if (state.saved?.text === text) {
      state.base = state.saved;
      state.undid = false;
    }
    if (state.kept) {
      state.kept = false;
      quietly(snapshots.drop(state.uri.toString()));
    }
    becameClean.fire(state);
  };

  const rebase = (state: RecordState, base: Base) => {
    state.base = base;
    if (!state.unsaved) return;
    state.kept = true;
    quietly(snapshots.keep(state.uri.toString(), base));
  };

  const base = async (state: RecordState) => {
    if (!state.base && openDocument(state.uri)) await recover(state);
    // Without an editor, a program reads and writes through the file system: it edits what it was handed.
    return openDocument(state.uri) ? state.base : (state.delivered ?? state.base);
  };

  const forget = ({ uri }: vscode.TextDocument) => {
    const state = known(uri);
    if (!state) return;
    states.delete(uri.toString());
    if (state.kept) quietly(snapshots.drop(uri.toString()));
  };

  for (const document of vscode.workspace.textDocuments) follow(document);
  const listeners = vscode.Disposable.from(
    becameClean,
    vscode.workspace.onDidOpenTextDocument(follow),
    vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
      follow(document);
      const state = reason === vscode.TextDocumentChangeReason.Undo ? known(document.uri) : undefined;
      if (state) state.undid = state.saved?.text !== document.getText();
    }),
    onDidChangeTabOf((document) => {
      if (known(document.uri)?.unsaved) follow(document);
    }),
    vscode.workspace.onWillSaveTextDocument(({ document }) => {
      const state = known(document.uri);
      if (state) state.saving = true;
    }),
    onDidCloseDocument(forget),
  );

  return {
    of,
    known,
    base,
    async baseFor(state, edited) {
      const known = await base(state);
      if (!known || !state.undid) return { base: known, undone: [] };
      const measured = baseAfterUndo(known.text, edited, state.brought);
      return { base: { ...known, text: measured.base }, undone: measured.undone };
    },
    rebase,
    saved(state, base) {
      state.saved = base;
      state.delivered = base;
      rebase(state, base);
    },
    onDidBecomeClean: becameClean.event,
    dispose: () => listeners.dispose(),
  };
}

/** A disk that fails costs the recovery after a crash, and nothing before. */
function quietly(work: Promise<unknown>): void {
  work.catch(() => {});
}

function newState(uri: vscode.Uri, name: RecordName): RecordState {
  return {
    uri,
    name,
    base: undefined,
    delivered: undefined,
    saved: undefined,
    pending: undefined,
    newest: undefined,
    conflict: undefined,
    resolution: undefined,
    offered: undefined,
    mtime: Date.now(),
    size: 0,
    locked: false,
    unsaved: false,
    kept: false,
    brought: [],
    undid: false,
    failure: undefined,
    written: false,
    rewritten: undefined,
    withoutEffect: undefined,
    saving: false,
    uncertain: false,
    recovery: undefined,
    last: Promise.resolve(),
  };
}

/** Saves and reloads of one document happen one after the other. */
export function inOrder<T>(state: RecordState, task: () => Promise<T>): Promise<T> {
  const next = state.last.then(task, task);
  state.last = next.catch(() => {});
  return next;
}

/** The time that VS Code compares moves with the record, never back and never without it. */
export function touch(state: RecordState): void {
  state.mtime = Math.max(Date.now(), state.mtime + 1);
}
