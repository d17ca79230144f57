import * as vscode from 'vscode';
import type { RecordName, SaveMethod, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { AlreadyTold, Failure, messageOf, reportFailure } from '../workbench/failure.ts';
import { withProgress } from '../workbench/progress.ts';
import { virtualDocuments } from '../workbench/virtualDocuments.ts';
import { automaticSaves } from './automaticSaves.ts';
import { baseSnapshots } from './baseSnapshots.ts';
import { commandTarget, targetRecord } from './commandTarget.ts';
import { comparing, gutterMarks } from './compareRecord.ts';
import { configured, waysToService } from './configuredService.ts';
import { conflictContext } from './conflictContext.ts';
import { fetchForEditor, oneEditorPerRecord, openUriOf } from './openRecord.ts';
import { lockReason, type RecordFileSystem, recordFileSystem } from './recordFileSystem.ts';
import { recordSaving } from './recordSaving.ts';
import { type RecordState, recordStates } from './recordStates.ts';
import { recordOf } from './recordUri.ts';

const reviewScheme = 'videorecordreview';

/** What happened to a record, for whoever keeps a list of them. */
export type RecordEvent =
  | {
      readonly kind: 'read' | 'saved';
      readonly name: RecordName;
      readonly text: string;
      readonly allow?: readonly string[];
    }
  | { readonly kind: 'failed'; readonly name: RecordName; readonly failure: unknown }
  | { readonly kind: 'conflict'; readonly name: RecordName; readonly active: boolean };

export interface RecordEditor extends vscode.Disposable {
  readonly handlers: CommandHandlers;
  readonly onDidHappen: vscode.Event<RecordEvent>;
  open(name: RecordName, show?: vscode.TextDocumentShowOptions, signal?: AbortSignal): Promise<vscode.Uri>;
  /** The URI of the record that a command's argument names; its document is open then. */
  resolve(argument: unknown): Promise<vscode.Uri>;
  nameOf(uri: vscode.Uri): RecordName | undefined;
  /** Why the record can't be written, where it can't. */
  lockReason(record: vscode.Uri | RecordName): Promise<string | undefined>;
  /** What the document's edits are measured against. */
  base(uri: vscode.Uri): Promise<string | undefined>;
  /** What a document is measured against, or whether it can be written, has changed. */
  readonly onDidChangeStanding: vscode.Event<vscode.Uri>;
  readonly files: RecordFileSystem;
}

/** Everything about a record as a document. */
export function recordEditor(services: Services, storage: vscode.Uri): RecordEditor {
  const happened = new vscode.EventEmitter<RecordEvent>();
  const standingChanged = new vscode.EventEmitter<vscode.Uri>();
  const states = recordStates(baseSnapshots(vscode.Uri.joinPath(storage, 'bases').fsPath));
  const automatic = automaticSaves();
  const conflicts = conflictContext(states);
  const reviews = virtualDocuments(reviewScheme, 'Run Review Changes again to see this review.');
  const tellConflict = ({ name, conflict }: RecordState) => {
    conflicts.refresh();
    happened.fire({ kind: 'conflict', name, active: conflict !== undefined });
  };
  const endConflict = (state: RecordState) => {
    state.conflict = undefined;
    state.resolution = undefined;
    tellConflict(state);
  };
  const saving = recordSaving({
    services,
    states,
    isAutomatic: automatic.isAutomatic,
    compare: (state) => void compare.compare(state).catch(reportFailure),
    onDidSave: (name, answer) => happened.fire({ kind: 'saved', name, ...answer }),
    onDidFail: (state, failure) => happened.fire({ kind: 'failed', name: state.name, failure }),
    onDidChangeConflict: tellConflict,
  });
  const files: RecordFileSystem = recordFileSystem({
    services,
    states,
    write: saving.write,
    onDidRead: (name, answer) => happened.fire({ kind: 'read', name, ...answer }),
    onDidFail: (name, failure) => happened.fire({ kind: 'failed', name, failure }),
  });
  const compare = comparing(states, files);

  const open: RecordEditor['open'] = async (name, show = {}, signal) => {
    try {
      const uri = await fetchForEditor(files, name, signal);
      // Unlike showTextDocument, this doesn't keep the document alive after its tab is closed.
      await vscode.commands.executeCommand('vscode.open', uri, { preview: false, ...show });
      return uri;
    } catch (failure) {
      const retry = () => withProgress(`Opening record ${name.id}`, (stop) => open(name, show, stop));
      throw new Failure(failure, name, { retry, first: waysToService(services, name.service, retry) });
    }
  };

  const documentFor = async (argument: unknown) => {
    const target = commandTarget(argument);
    const [uri, name] = target instanceof vscode.Uri ? [target, targetRecord(target)] : [undefined, target];
    return vscode.workspace.openTextDocument(openUriOf(name, uri) ?? uri ?? (await open(name)));
  };

  /** Runs an action on the document that a command's argument names; opens it first if need be. */
  const onRecord =
    (action: (state: RecordState, document: vscode.TextDocument) => Promise<unknown>) => async (argument?: unknown) => {
      const document = await documentFor(argument);
      const state = states.of(document.uri);
      const run = async (): Promise<unknown> => {
        try {
          return await action(state, document);
        } catch (failure) {
          if (failure instanceof AlreadyTold || failure instanceof Failure) throw failure;
          throw new Failure(failure, state.name, { retry: run });
        }
      };
      await run();
    };

  const save = async (document: vscode.TextDocument) => {
    const state = states.of(document.uri);
    state.failure = undefined;
    state.written = false;
    // VS Code also says no where the text was written, and somebody has typed on since.
    if ((await document.save()) || (state.written && state.failure === undefined)) return;
    // VS Code has told the user; a script that ran the command wants to know too.
    const cause = state.failure ?? lockReason(state, services);
    const reason = cause === undefined ? '' : ` ${messageOf(cause)}`;
    throw new AlreadyTold(`Record ${state.name.id} was not saved.${reason}`, { cause });
  };
  const saveWith = (method: SaveMethod) =>
    onRecord(({ uri }, document) => saving.using(uri, method, () => save(document)));
  const resolveConflict = (side: 'mine' | 'theirs') =>
    onRecord(async (state, document) => {
      if (!state.conflict) throw new Error(`Record ${state.name.id} has no conflict to resolve.`);
      state.resolution = { side, conflicts: state.conflict.conflicts };
      await save(document);
    });

  const registrations = vscode.Disposable.from(
    happened,
    standingChanged,
    states,
    automatic,
    conflicts,
    reviews,
    files,
    compare,
    gutterMarks(states),
    oneEditorPerRecord(),
    states.onDidBecomeClean((state) => {
      compare.baseChanged(state);
      standingChanged.fire(state.uri);
      if (state.conflict) endConflict(state);
      if (state.pending !== undefined) void files.show(state, state.pending);
    }),
    services.onDidChange(() => {
      for (const uri of files.refreshLocks()) standingChanged.fire(uri);
    }),
  );

  return {
    onDidHappen: happened.event,
    onDidChangeStanding: standingChanged.event,
    lockReason: async (record) => {
      const uri = record instanceof vscode.Uri ? record : openUriOf(record);
      return uri && lockReason(states.of(uri), services);
    },
    base: async (uri) => (await states.base(states.of(uri)))?.text,
    resolve: async (argument) => (await documentFor(argument)).uri,
    nameOf: recordOf,
    open,
    files,
    handlers: {
      reload: onRecord(async (state) => {
        const { reloadRecord } = await import('./reloadRecord.ts');
        await reloadRecord(services, states, files, state);
      }),
      compare: onRecord((state) => compare.compare(state)),
      reviewChanges: onRecord(async (state, document) => {
        const { reviewOf } = await import('./reviewChanges.ts');
        const service = configured(services, state.name.service);
        const uri = state.uri.with({
          scheme: reviewScheme,
          path: state.uri.path.replace(/\.video\.json$/, '.changes.md'),
        });
        const beside = { viewColumn: vscode.ViewColumn.Beside, preview: true };
        await reviews.show(uri, await reviewOf(services, states, service, state, document), beside);
      }),
      saveWithPatch: saveWith('patch'),
      saveWithPut: saveWith('put'),
      saveCopy: onRecord(async ({ name }, document) => {
        const copy = await import('./saveCopy.ts');
        await copy.saveCopy(document, name.id);
      }),
      keepMine: resolveConflict('mine'),
      takeTheirs: resolveConflict('theirs'),
    },
    dispose: () => registrations.dispose(),
  };
}
