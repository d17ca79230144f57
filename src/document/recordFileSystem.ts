import * as vscode from 'vscode';
import { formatRecord } from '../record/text.ts';
import type { Answer } from '../service/client.ts';
import { readRecord } from '../service/readRecord.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Service, Services } from '../service/services.ts';
import { isUnsaved, notUtf8, openDocument, refuseLossySave } from '../workbench/documents.ts';
import { messageOf } from '../workbench/failure.ts';
import { failureLinks } from '../workbench/failureLinks.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import type { Base } from './baseSnapshots.ts';
import { configured } from './configuredService.ts';
import { ConflictMessage } from './conflict.ts';
import { cursorPlaces } from './cursorPlaces.ts';
import { inOrder, type RecordState, type RecordStates, touch } from './recordStates.ts';

export interface RecordFileSystem extends vscode.FileSystemProvider, vscode.Disposable {
  /** Hands an answer to the document that is about to be opened: one request for both. */
  prepare(uri: vscode.Uri, answer: Answer): Promise<void>;
  /** Lets the document, if it is clean, show this text. Resolves once it does. */
  show(state: RecordState, version: Base): Promise<void>;
  fetch(name: RecordName, signal?: AbortSignal): Promise<Answer>;
  /** Has VS Code ask again about open records that can be written now, or can't any more. Gives them back. */
  refreshLocks(): readonly vscode.Uri[];
}

export interface FileSystemParts {
  readonly services: Services;
  readonly states: RecordStates;
  readonly write: (state: RecordState, service: Service, text: string, ofDocument: boolean) => Promise<void>;
  readonly onDidRead: (name: RecordName, answer: Pick<Answer, 'text' | 'allow'>) => void;
  readonly onDidFail: (name: RecordName, failure: unknown) => void;
}

/** Records as files: opened by reading, saved by writing. What is asked without need of the service gets no request. */
export function recordFileSystem({ services, states, write, onDidRead, onDidFail }: FileSystemParts): RecordFileSystem {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  const fetch = async (name: RecordName, signal?: AbortSignal) => {
    const service = configured(services, name.service);
    try {
      const answer = await readRecord(await services.client(service), name.id, signal && { signal });
      onDidRead(name, answer);
      return answer;
    } catch (failure) {
      onDidFail(name, failure);
      throw failure;
    }
  };

  const deliver = (state: RecordState, version: Base) => {
    state.delivered = version;
    return new TextEncoder().encode(version.text);
  };

  const deliverPending = (state: RecordState) => {
    const version = state.pending;
    state.pending = undefined;
    state.offered = undefined;
    return version && deliver(state, version);
  };

  const read = async (state: RecordState) => {
    const answer = await withProgress(`Opening record ${state.name.id}`, (signal) => fetch(state.name, signal));
    const wasLocked = isLocked(state, services);
    state.newest = answer;
    const version = versionOf(answer);
    // VS Code asked whether the file can be written before the answer could tell.
    if (isLocked(state, services) !== wasLocked) queueMicrotask(() => void show(state, version));
    return deliver(state, version);
  };

  const show = async (state: RecordState, version: Base) => {
    const { text } = version;
    const document = openDocument(state.uri);
    state.pending = version;
    if (state.offered === text) return;
    // VS Code passes by what is offered to a dirty document; once that is clean, it is offered again.
    const clean = document !== undefined && !isUnsaved(document);
    state.offered = document && !clean ? undefined : text;
    touch(state);
    const tell = () => changed.fire([{ type: vscode.FileChangeType.Changed, uri: state.uri }]);
    if (clean && document.getText() !== text) {
      const restoreCursors = cursorPlaces(document, text);
      await taken(state, text, tell);
      await restoreCursors();
      return;
    }
    if (clean) {
      state.delivered = version;
      states.saved(state, version);
    }
    tell();
  };

  return {
    onDidChangeFile: changed.event,
    fetch,
    show,
    refreshLocks() {
      const uris = vscode.workspace.textDocuments
        .flatMap(({ uri }) => states.known(uri) ?? [])
        .filter((state) => isLocked(state, services) !== state.locked)
        .map(({ uri }) => uri);
      // Neither time nor size has moved, so it asks whether it may write, and reads nothing.
      changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
      return uris;
    },
    async prepare(uri, answer) {
      const state = states.of(uri);
      const version = versionOf(answer);
      state.newest = answer;
      // VS Code keeps a document for a while after its tab is closed, and would show it as it was.
      if (openDocument(uri)) return show(state, version);
      state.pending = version;
      state.size = Buffer.byteLength(version.text);
    },
    watch: () => new vscode.Disposable(() => {}),
    stat(uri) {
      const state = states.of(uri);
      state.locked = isLocked(state, services);
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: state.mtime,
        size: state.size,
        ...(state.locked ? { permissions: vscode.FilePermission.Readonly } : {}),
      };
    },
    readFile: (uri) => {
      const state = states.of(uri);
      const ready = deliverPending(state);
      if (ready) return ready;
      return inOrder(state, () => read(state)).catch((failure) => {
        throw asFileSystemError(failure);
      });
    },
    async writeFile(uri, content) {
      const state = states.of(uri);
      try {
        const document = openDocument(uri);
        if (document && state.saving) refuseLossySave(document);
        const text = decoded(content);
        // Others may write the file as well, while its document shows something else.
        const ofDocument = !document || state.saving || document.getText() === text;
        await inOrder(state, async () => write(state, configured(services, state.name.service), text, ofDocument));
        if (ofDocument) {
          state.size = content.length;
          state.written = true;
        } else if (state.newest && !isUnsaved(document)) void show(state, versionOf(state.newest));
      } catch (failure) {
        state.failure = failure;
        throw asFileSystemError(failure, failureLinks(failure, state.name, uri.toString()));
      } finally {
        state.saving = false;
      }
    },
    readDirectory(uri) {
      throw vscode.FileSystemError.FileNotADirectory(uri);
    },
    createDirectory() {
      // VS Code makes the folders of a file before it writes it; a service has none.
    },
    delete() {
      throw vscode.FileSystemError.NoPermissions('A record cannot be deleted.');
    },
    rename() {
      throw vscode.FileSystemError.NoPermissions('A record cannot be renamed or moved.');
    },
    dispose: () => changed.dispose(),
  };
}

/** The record as a document shows it, and the address of the service that it came from. */
export function versionOf({ text, address }: Answer): Base {
  return { text: formatRecord(text), address: address.slice(0, address.lastIndexOf('/api/v2/video/')) };
}

const patienceMs = 3000;

/** Resolves once VS Code has read what is offered, or has a reason of its own not to, such as a dirty document. */
async function taken(state: RecordState, text: string, offer: () => void): Promise<void> {
  const isTaken = () => state.pending === undefined && openDocument(state.uri)?.getText() === text;
  await new Promise<void>((resolve) => {
    const done = () => {
      listeners.dispose();
      clearTimeout(timer);
      resolve();
    };
    const look = () => {
      if (isTaken() || !openDocument(state.uri)) done();
    };
    const timer = setTimeout(done, patienceMs);
    const listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(look),
    );
    offer();
  });
}

function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw new Error(notUtf8, { cause });
  }
}

/** Why a record can't be written, or undefined if it can. */
export function lockReason(state: RecordState, services: Services): string | undefined {
  if (services.find(state.name.service)?.access === 'readOnly') {
    return `The settings mark the service "${state.name.service}" as read-only.`;
  }
  const allow = state.newest?.allow;
  if (!allow || allow.includes('PATCH') || allow.includes('PUT')) return undefined;
  return `The service allows only ${allow.join(', ')} for record ${state.name.id}.`;
}

function isLocked(state: RecordState, services: Services): boolean {
  return lockReason(state, services) !== undefined;
}

function asFileSystemError(failure: unknown, links = ''): Error {
  if (failure instanceof vscode.FileSystemError) return failure;
  const told = messageOf(failure);
  // VS Code shows links in the message of a failed save, also those that a service wrote.
  const message = failure instanceof ConflictMessage ? told : plainText(told, 600) + links;
  const forbidden = isRecordError(failure) && (failure.kind === 'unauthorized' || failure.kind === 'forbidden');
  return forbidden ? vscode.FileSystemError.NoPermissions(message) : vscode.FileSystemError.Unavailable(message);
}
