import * as vscode from 'vscode';
import { withValues } from '../record/splice.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { isUnsaved, openDocument, untilDocument } from '../workbench/documents.ts';
import { Failure, reportFailure } from '../workbench/failure.ts';
import { withProgress } from '../workbench/progress.ts';
import { automaticSaves } from './automaticSaves.ts';
import { basesOnDisk } from './basesOnDisk.ts';
import { comparing } from './compareRecord.ts';
import { cursorPlaces } from './cursorPlaces.ts';
import { documentApi, type RecordApi } from './documentApi.ts';
import { conflictContext, documentCommands, requestDocuments } from './documentCommands.ts';
import { documentSaves } from './documentSaves.ts';
import type { Edits } from './edits.ts';
import { detachedDocument, openDocuments, saveWith } from './openDocuments.ts';
import { documentsOf, oneEditorPerRecord, openUriOf, readForEditor } from './openRecord.ts';
import type { RecordDocument } from './recordDocument.ts';
import { type RecordFileSystem, recordFileSystem } from './recordFileSystem.ts';
import { lockReason, serviceOf, waysToService } from './recordService.ts';
import { commandTarget, recordUri, targetRecord } from './recordUri.ts';
import { type FieldValues, fillFields, mergeIntoUnsaved } from './rewriteRecord.ts';
import { readOnlyMessage, SaveFailure } from './saveMessages.ts';
import { type Saved, savedVersion } from './saveRecord.ts';
import { type AgreedSaves, agreedSaves } from './saveRehearsal.ts';
import type { WriteJournal } from './writeJournal.ts';

/** What happened to a record, for the sidebar and other followers. */
export type RecordEvent =
  | { readonly kind: 'read'; readonly name: RecordName; readonly version: RecordVersion }
  | { readonly kind: 'saved'; readonly name: RecordName; readonly version: RecordVersion; readonly saved: Saved }
  | { readonly kind: 'failed'; readonly name: RecordName; readonly failure: unknown }
  | { readonly kind: 'conflict'; readonly name: RecordName; readonly active: boolean };

/** What the rest of the extension may ask of the record documents. */
export interface RecordDocuments extends vscode.Disposable {
  readonly handlers: CommandHandlers;
  readonly onDidHappen: vscode.Event<RecordEvent>;
  /** The base, the phase or the lock of a document has changed. */
  readonly onDidChangeStanding: vscode.Event<vscode.Uri>;
  /** Reads the record, and shows it once it is its turn: several can be read at a time and shown in order. */
  open(
    name: RecordName,
    show?: vscode.TextDocumentShowOptions,
    signal?: AbortSignal,
    turn?: () => Promise<void>,
  ): Promise<vscode.Uri>;
  /** The record's document, read from the service unless it is open. No editor is shown. */
  load(record: vscode.Uri | RecordName): Promise<vscode.TextDocument>;
  /** The URI of the record that a command's argument names; its document is open then. */
  resolve(argument: unknown): Promise<vscode.Uri>;
  /** A record was saved past its editor, which shows the new version unless it has unsaved changes. */
  savedElsewhere(name: RecordName, saved: Saved): Promise<void>;
  /** Saves a record's document as the user would. Resolves to whether it was saved. */
  save(document: vscode.TextDocument): Promise<boolean>;
  /** Why the record can't be written, if it can't. */
  lockReason(record: vscode.Uri | RecordName): Promise<string | undefined>;
  /**
   * Shows the newest version of a record with these values as unsaved changes. Nothing is written. A function gets the
   * edits so far, whose base is that version.
   */
  fill(name: RecordName, values: FieldValues | ((edits: Edits) => FieldValues)): Promise<vscode.Uri>;
  /** What the text changes, and against which base. Undefined while it is not a record. */
  edits(document: vscode.TextDocument): Promise<Edits | undefined>;
  /** The version of the service that the document's edits are compared with. */
  base(uri: vscode.Uri): Promise<RecordText | undefined>;
  readonly agreed: AgreedSaves;
  /** What other extensions may call. */
  readonly api: RecordApi;
  readonly files: RecordFileSystem;
}

/** Everything about records as documents. */
export function recordDocuments(
  services: Services,
  storage: vscode.Uri,
  journal: WriteJournal,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): RecordDocuments {
  const happened = new vscode.EventEmitter<RecordEvent>();
  const standingChanged = new vscode.EventEmitter<vscode.Uri>();
  const bases = basesOnDisk(vscode.Uri.joinPath(storage, 'bases').fsPath);
  const documents = openDocuments(bases, (failure) =>
    log.warn(`Could not store or read the base of unsaved changes: ${failure}`),
  );

  const fetch = async (name: RecordName, signal?: AbortSignal) => {
    const service = serviceOf(services, name);
    try {
      const version = await (await services.client(service)).read(name.id, signal && { signal });
      happened.fire({ kind: 'read', name, version });
      return version;
    } catch (failure) {
      happened.fire({ kind: 'failed', name, failure });
      throw failure;
    }
  };
  const fetchWithProgress = ({ name }: RecordDocument) =>
    withProgress(vscode.l10n.t('Reading record {0}', name.id), (signal) => fetch(name, signal));

  const compare = comparing(documents, fetchWithProgress);
  const saves = documentSaves({
    services,
    journal,
    compare: (document) => void compare.compare(document).catch(reportFailure),
    onDidSave: (name, saved) => happened.fire({ kind: 'saved', name, version: saved.version, saved }),
    onDidFail: ({ name }, failure) => happened.fire({ kind: 'failed', name, failure }),
  });
  const requests = requestDocuments();
  const files = recordFileSystem({ services, documents, saves, fetch });

  /** Shows a version in a document, if it is clean. Resolves when it does. */
  const show = async (document: RecordDocument, version: RecordVersion) => {
    const uri = vscode.Uri.parse(document.uri);
    const textDocument = openDocument(uri);
    if (!textDocument || isUnsaved(textDocument)) return files.offer(document, version);
    if (textDocument.getText() === version.record.text) {
      // Nothing changes on screen, so VS Code would not say that it shows this version.
      document.handOut(version);
      document.settled(version.record.text);
      files.refreshLocks();
      return;
    }
    const restoreCursors = cursorPlaces(textDocument, version.record.text);
    const isTaken = (shown: vscode.TextDocument) => shown.isDirty || shown.getText() === version.record.text;
    await untilDocument(uri, isTaken, () => files.offer(document, version));
    await restoreCursors();
  };

  const offer = async (uri: vscode.Uri, version: RecordVersion) => {
    const document = documents.of(uri);
    // VS Code keeps a document for a while after its tab is closed, and would show its old text.
    if (openDocument(uri)) {
      if (document.newerSeen(version)) await show(document, version);
    } else document.offer(version);
  };

  const open: RecordDocuments['open'] = async (name, options, signal, turn) => {
    try {
      const uri = await readForEditor(name, () => fetch(name, signal), offer);
      await turn?.();
      // Unlike showTextDocument, this doesn't keep the document alive after its tab is closed.
      await vscode.commands.executeCommand('vscode.open', uri, { preview: false, ...options });
      return uri;
    } catch (failure) {
      const retry = () =>
        withProgress(vscode.l10n.t('Opening record {0}', name.id), (stop) => open(name, options, stop));
      throw new Failure(failure, name, { retry, first: waysToService(services, name.service, retry) });
    }
  };

  const load: RecordDocuments['load'] = async (record) => {
    const name = targetRecord(record);
    const known = openUriOf(name, record instanceof vscode.Uri ? record : undefined);
    const uri = known ?? (record instanceof vscode.Uri ? record : undefined);
    if (uri && openDocument(uri)) return vscode.workspace.openTextDocument(uri);
    const read = () => withProgress(vscode.l10n.t('Opening record {0}', name.id), (signal) => fetch(name, signal));
    return vscode.workspace.openTextDocument(await readForEditor(name, read, offer));
  };

  /** Brings a document to the service's version. Returns the fields that were merged, if it has unsaved changes. */
  const refresh = async (document: RecordDocument, textDocument: vscode.TextDocument) => {
    const version = await fetchWithProgress(document);
    if (isUnsaved(textDocument)) return mergeIntoUnsaved(document, textDocument, version, services);
    if (document.newerSeen(version)) await show(document, version);
    return undefined;
  };

  const fill: RecordDocuments['fill'] = async (name, values) => {
    const shown = openUriOf(name);
    const known = shown && documents.known(shown)?.newest;
    const uri = await open(name);
    const textDocument = await vscode.workspace.openTextDocument(uri);
    const document = await documents.withBase(uri);
    await document.inTurn(async () => {
      // An editor that was there already is only shown again, not read.
      if (shown && document.newest === known) await refresh(document, textDocument);
      const lock = lockReason(document, services);
      if (lock) throw new SaveFailure('readOnly', readOnlyMessage(name, lock));
      await fillFields(document, textDocument, values);
    });
    return uri;
  };

  /** The record was saved past this document. */
  const showSaved = async (document: RecordDocument, saved: Saved) => {
    document.savedElsewhere(savedVersion(saved));
    if (document.newerSeen(saved.version)) await show(document, saved.version);
  };

  /** Saves JSON values of fields like a save in the editor, but leaves the editor's own changes alone. */
  const saveFields = async (name: RecordName, values: ReadonlyMap<string, string>) => {
    const uri = openUriOf(name) ?? recordUri(name);
    const document = documents.known(uri);
    const saveDetached = async () => {
      const version = await fetch(name);
      const own = detachedDocument(name, uri.toString(), version);
      own.newerSeen(version);
      return saves.save(own, withValues(version.record, values));
    };
    const saved = await (document ? document.inTurn(saveDetached) : saveDetached());
    if (saved && document) await showSaved(document, saved);
    return saved;
  };

  const savedElsewhere: RecordDocuments['savedElsewhere'] = async (name, saved) => {
    happened.fire({ kind: 'saved', name, version: saved.version, saved });
    const shown = documentsOf(name).map(async ({ uri }) => {
      const document = documents.known(uri);
      if (document) await showSaved(document, saved);
    });
    await Promise.all(shown);
  };

  const registrations = vscode.Disposable.from(
    happened,
    standingChanged,
    documents,
    files,
    compare,
    requests,
    automaticSaves(documents, services),
    conflictContext(documents, (name, active) => happened.fire({ kind: 'conflict', name, active })),
    oneEditorPerRecord(),
    documents.onDidOutdate((document) => document.newest && void show(document, document.newest)),
    documents.onDidChange(({ uri }) => standingChanged.fire(vscode.Uri.parse(uri))),
    services.onDidChange(() => {
      for (const uri of files.refreshLocks()) standingChanged.fire(uri);
    }),
  );

  return {
    handlers: documentCommands({ services, documents, compare, requests, open, refresh }),
    onDidHappen: happened.event,
    onDidChangeStanding: standingChanged.event,
    open,
    load,
    fill,
    savedElsewhere,
    resolve: async (argument) => {
      const target = commandTarget(argument);
      return (await load(target)).uri;
    },
    save: async (document) => saveWith({}, await documents.withBase(document.uri), document),
    lockReason: async (record) => {
      const uri = record instanceof vscode.Uri ? record : openUriOf(record);
      return uri && lockReason(documents.of(uri), services);
    },
    edits: async (document) => {
      const owner = await documents.withBase(document.uri);
      try {
        return owner.edits(document.getText());
      } catch {
        return undefined;
      }
    },
    base: async (uri) => (await documents.withBase(uri)).base?.record,
    agreed: agreedSaves({ services, documents, onDidHappen: happened.event }),
    api: documentApi({ open, read: fetch, saveFields }),
    files,
    dispose: () => registrations.dispose(),
  };
}
