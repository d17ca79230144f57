import * as vscode from 'vscode';
import type { RecordVersion } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Services } from '../service/services.ts';
import { isShown, notUtf8, openDocument, refuseLossySave } from '../workbench/documents.ts';
import type { ServiceFiles } from '../workbench/lazy.ts';
import { withProgress } from '../workbench/progress.ts';
import type { DocumentSaves } from './documentSaves.ts';
import { detachedDocument, type OpenDocuments } from './openDocuments.ts';
import type { RecordDocument, SaveIntent } from './recordDocument.ts';
import { lockReason } from './recordService.ts';
import { recordOf, sameRecord } from './recordUri.ts';
import { copyInstead, requestFailedMessage, SaveFailure } from './saveMessages.ts';
import { savedVersion } from './saveRecord.ts';

export interface RecordFileSystem extends ServiceFiles {
  /** Makes VS Code read this version, unless the document has unsaved changes. */
  offer(document: RecordDocument, version: RecordVersion): void;
  /** Makes VS Code ask again whether open records can be written, if that has changed. Returns them. */
  refreshLocks(): readonly vscode.Uri[];
}

export interface FileSystemParts {
  readonly services: Services;
  readonly documents: OpenDocuments;
  readonly saves: DocumentSaves;
  readonly fetch: (name: RecordName, signal: AbortSignal) => Promise<RecordVersion>;
}

/** Records as files. Requests are sent only if the service's answer is needed. */
export function recordFileSystem({ services, documents, saves, fetch }: FileSystemParts): RecordFileSystem {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** Whether each file was last reported as read-only. */
  const reportedLocks = new Map<string, boolean>();
  const isLocked = (document: RecordDocument) => lockReason(document, services) !== undefined;
  const tell = (uris: readonly vscode.Uri[]) =>
    changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));

  const offer = (document: RecordDocument, version: RecordVersion) => {
    document.offer(version);
    tell([vscode.Uri.parse(document.uri)]);
  };

  const read = async (document: RecordDocument) => {
    const { name } = document;
    // Anyone may name a record's URI, as a $schema does. Only an editor or our own commands may send a request.
    if (!isShown((shown) => sameRecord(recordOf(shown), name))) throw notOpen(name);
    const version = await withProgress(vscode.l10n.t('Opening record {0}', name.id), (signal) => fetch(name, signal));
    document.handOut(version);
    // VS Code asked whether the file can be written before the service answered. It asks again with the next read.
    if (isLocked(document) !== reportedLocks.get(document.uri)) queueMicrotask(() => offer(document, version));
    return version;
  };

  const write = async (uri: vscode.Uri, content: Uint8Array, isByWorkbench: boolean): Promise<void> => {
    const prepared = isByWorkbench ? documents.of(uri).takeIntent() : undefined;
    const document = await documents.withBase(uri);
    const textDocument = openDocument(uri);
    // VS Code says nothing before it saves the edits of a chat, or without formatting.
    const intent = prepared ?? (textDocument && isByWorkbench ? unexplained : undefined);
    if (textDocument && intent) refuseLossySave(textDocument);
    const text = decoded(content);
    // Only a save of the editor has an intent. A program that writes the text on screen saves it just as well.
    const isOfEditor = !textDocument || intent !== undefined || textDocument.getText() === text;
    if (isOfEditor) {
      await document.inTurn(() => saves.save(document, text, intent));
      return;
    }
    // A program wrote the file while its editor shows another text. Its edit is based on what it read.
    const own = detachedDocument(document.name, document.uri, document.lastRead, document.keptBase?.replaced);
    const saved = await document.inTurn(() => saves.save(own, text));
    if (!saved) return;
    document.savedElsewhere(savedVersion(saved));
    if (document.newerSeen(saved.version)) offer(document, saved.version);
  };

  return {
    onDidChangeFile: changed.event,
    offer,
    refreshLocks() {
      const uris = vscode.workspace.textDocuments
        .flatMap(({ uri }) => documents.known(uri) ?? [])
        .filter((document) => isLocked(document) !== reportedLocks.get(document.uri))
        .map(({ uri }) => vscode.Uri.parse(uri));
      // Time and size are unchanged, so VS Code asks only whether it may write, and reads nothing.
      tell(uris);
      return uris;
    },
    stat(uri) {
      const document = documents.of(uri);
      const locked = isLocked(document);
      reportedLocks.set(document.uri, locked);
      const { mtime, size } = document;
      const permissions = locked ? { permissions: vscode.FilePermission.Readonly } : {};
      return { type: vscode.FileType.File, ctime: 0, mtime, size, ...permissions };
    },
    async readFile(uri) {
      const document = documents.of(uri);
      const version = document.takeOffered() ?? (await asFile(document, () => document.inTurn(() => read(document))));
      return new TextEncoder().encode(version.record.text);
    },
    writeFile: async (uri, content, isByWorkbench) => {
      const task = () => write(uri, content, isByWorkbench);
      await asFile(documents.of(uri), task, copyInstead(uri.toString()));
    },
    dispose: () => changed.dispose(),
  };
}

const unexplained: SaveIntent = { reason: 'unexplained' };

export function notOpen(name: RecordName | undefined): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(
    vscode.l10n.t('Record {0} is not open. Open it with the command Open Record.', name?.id ?? ''),
  );
}

function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw notUtf8(cause);
  }
}

async function asFile<T>(document: RecordDocument, task: () => Promise<T>, advice = ''): Promise<T> {
  try {
    return await task();
  } catch (failure) {
    const reason = failure instanceof SaveFailure ? failure.message : requestFailedMessage(document, failure);
    throw fileError(failure, reason + advice);
  }
}

/** VS Code shows the message of a file system error as it is, with its links. */
export function fileError(failure: unknown, message: string): vscode.FileSystemError {
  if (failure instanceof vscode.FileSystemError) return failure;
  const isForbidden =
    failure instanceof SaveFailure
      ? failure.kind === 'readOnly'
      : isRecordError(failure) && (failure.kind === 'unauthorized' || failure.kind === 'forbidden');
  const { NoPermissions, Unavailable } = vscode.FileSystemError;
  return isForbidden ? NoPermissions(message) : Unavailable(message);
}
