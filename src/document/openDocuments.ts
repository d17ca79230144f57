import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';
import { isUnsaved, onDidChangeTabOf, onDidCloseDocument, openDocument } from '../workbench/documents.ts';
import type { BasesOnDisk } from './basesOnDisk.ts';
import type { ReplacedValues } from './edits.ts';
import { unsavedDocument } from './openRecord.ts';
import { type Base, RecordDocument, type SaveIntent } from './recordDocument.ts';
import { recordOf, recordScheme } from './recordUri.ts';

/** The record documents of this window. */
export interface OpenDocuments extends vscode.Disposable {
  /** Throws `FileNotFound` for a URI that names no record. */
  of(uri: vscode.Uri): RecordDocument;
  known(uri: vscode.Uri): RecordDocument | undefined;
  /** The document with its base: after a restart, that of unsaved changes is read from disk. */
  withBase(uri: vscode.Uri): Promise<RecordDocument>;
  /** The phase, the base or the edits may have changed. */
  readonly onDidChange: vscode.Event<RecordDocument>;
  /** A clean document should show the newest version of its record. */
  readonly onDidOutdate: vscode.Event<RecordDocument>;
}

/** Passes VS Code's events to each document, and stores the bases of unsaved changes on disk. */
export function openDocuments(bases: BasesOnDisk, log: (failure: unknown) => void): OpenDocuments {
  const documents = new Map<string, RecordDocument>();
  const changed = new vscode.EventEmitter<RecordDocument>();
  const outdated = new vscode.EventEmitter<RecordDocument>();
  /** The base on disk for each document with unsaved changes. */
  const kept = new Map<RecordDocument, Base>();
  const recoveries = new Map<RecordDocument, Promise<void>>();

  const known = (uri: vscode.Uri) => documents.get(uri.toString());
  const of = (uri: vscode.Uri): RecordDocument => {
    const existing = known(uri);
    if (existing) return existing;
    const name = recordOf(uri);
    if (!name) throw vscode.FileSystemError.FileNotFound();
    const document: RecordDocument = new RecordDocument(name, uri.toString(), () => {
      if (kept.has(document) && document.phase !== 'clean' && document.keptBase?.record !== kept.get(document)?.record)
        keepBase(document);
      changed.fire(document);
    });
    documents.set(uri.toString(), document);
    return document;
  };

  /** If the disk fails, the base is missing after a crash. Nothing else depends on it. */
  const quietly = (work: Promise<unknown>) => void work.catch(log);

  const keepBase = (document: RecordDocument) => {
    const base = document.keptBase;
    if (!base) return;
    quietly(bases.keep(document.name, base, kept.get(document)));
    kept.set(document, base);
  };
  const dropBases = (document: RecordDocument) => {
    kept.delete(document);
    // VS Code treats two spellings of a record's URI as two files, and the other one may have unsaved changes.
    if (!unsavedDocument(document.name)) quietly(bases.drop(document.name));
  };
  const recover = (document: RecordDocument) => {
    const started = recoveries.get(document);
    if (started) return started;
    const recovery = bases.recover(document.name).then((base) => base && document.recovered(base, base.replaced), log);
    recoveries.set(document, recovery);
    return recovery;
  };

  const follow = (textDocument: vscode.TextDocument, isEdit = false) => {
    const document = isRecord(textDocument) ? of(textDocument.uri) : undefined;
    if (!document) return;
    const isSaved = !isUnsaved(textDocument);
    // VS Code fires the first edit of a clean document before it counts as unsaved, and then once more.
    if (isSaved && isEdit && !document.isLastRead(textDocument.getText())) return;
    if (!isSaved) {
      document.edited();
      if (document.base) keepBase(document);
      else quietly(recover(document));
      return;
    }
    if (document.settled(textDocument.getText())) outdated.fire(document);
    // After a restart a document with unsaved changes first looks saved. Without a base, the one on disk is still needed.
    if (document.phase === 'clean' && document.base) dropBases(document);
  };

  const forget = ({ uri }: vscode.TextDocument) => {
    const document = known(uri);
    if (!document) return;
    documents.delete(uri.toString());
    recoveries.delete(document);
    if (kept.has(document)) dropBases(document);
  };

  for (const document of vscode.workspace.textDocuments) follow(document);
  const registrations = vscode.Disposable.from(
    changed,
    outdated,
    vscode.workspace.onDidOpenTextDocument((document) => follow(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
      follow(document, contentChanges.length > 0),
    ),
    onDidChangeTabOf((document) => {
      if (known(document.uri)?.phase !== 'clean') follow(document);
    }),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      const isManual = reason === vscode.TextDocumentSaveReason.Manual;
      known(document.uri)?.prepareSave({ reason: isManual ? 'manual' : 'automatic' });
    }),
    onDidCloseDocument(forget),
  );

  return {
    of,
    known,
    async withBase(uri) {
      const document = of(uri);
      if (!document.base && openDocument(uri)) await recover(document);
      return document;
    },
    onDidChange: changed.event,
    onDidOutdate: outdated.event,
    dispose: () => registrations.dispose(),
  };
}

/** Has VS Code save a document. Resolves to whether it did; VS Code itself shows why not. */
export async function saveWith(
  intent: SaveIntent,
  document: RecordDocument,
  textDocument: vscode.TextDocument,
): Promise<boolean> {
  document.prepareSave(intent);
  try {
    return await textDocument.save();
  } finally {
    document.prepareSave(undefined);
  }
}

/** Whatever its language mode: the URI alone makes it a record. */
function isRecord({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === recordScheme && recordOf(uri) !== undefined;
}

/** A document without an editor: for a program that writes the file, or for the API. */
export function detachedDocument(
  name: RecordName,
  uri: string,
  base: Base | undefined,
  replaced?: ReplacedValues,
): RecordDocument {
  const document = new RecordDocument(name, uri);
  if (base) document.recovered(base, replaced);
  return document;
}
