import * as vscode from 'vscode';
import { recordScheme } from '../document/recordUri.ts';
import { onDidCloseDocument, openDocument, refuseLossySave } from '../workbench/documents.ts';
import { quietTimers } from '../workbench/quietTimers.ts';
import { type FieldText, readFieldText, shows, writeFieldText } from './fieldTexts.ts';
import { fieldScheme, type RecordField, recordFieldOf } from './fieldUri.ts';

interface Known {
  readonly fingerprint: string;
  readonly mtime: number;
  readonly size: number;
}

const quietMs = 100;

/**
 * VS Code reads a file again when its time differs, and refuses to save over it when its time is newer and its size is
 * another. Whether the field changed is ours to tell, by its content. So times differ, but each is older than the last.
 */
const latest = Date.UTC(2000, 0, 1);

/** Fields of records as files of their own: what is read comes out of the record's document, what is saved goes there. */
export function fieldFiles(store: vscode.Memento): vscode.FileSystemProvider & vscode.Disposable {
  const memory = fieldMemory(store);
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const known = new Map<string, Known>();

  const note = (uri: vscode.Uri, { shown, fingerprint }: FieldText): Known => {
    const last = known.get(uri.toString());
    if (last?.fingerprint === fingerprint) return last;
    const fresh = { fingerprint, mtime: (last?.mtime ?? latest) - 1, size: Buffer.byteLength(shown) };
    known.set(uri.toString(), fresh);
    return fresh;
  };

  /** A text without changes follows its record. One with changes waits for its save, which then tells. */
  const follow = async (document: vscode.TextDocument) => {
    const { uri } = document;
    try {
      const text = await readText(targetOf(uri));
      if (document.isDirty || document.isClosed) return;
      if (shows(document, text)) return memory.set(uri.toString(), text.fingerprint);
      note(uri, text);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    } catch {
      // The record can't tell its field right now: broken text, no such field, no connection. The text stays as it is.
    }
  };

  const registrations = vscode.Disposable.from(
    changed,
    followedDocuments(follow),
    onDidCloseDocument(({ uri }) => {
      if (uri.scheme !== fieldScheme) return;
      known.delete(uri.toString());
      memory.set(uri.toString(), undefined);
    }),
  );

  return {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    async stat(uri) {
      const target = targetOf(uri);
      const { permissions } = await vscode.workspace.fs.stat(target.record);
      // A closed record is not worth a request.
      const settled = openDocument(target.record) ? undefined : known.get(uri.toString());
      const { mtime, size } = settled ?? note(uri, await readText(target));
      return { type: vscode.FileType.File, ctime: 0, mtime, size, ...(permissions && { permissions }) };
    },
    async readFile(uri) {
      const text = await readText(targetOf(uri));
      note(uri, text);
      if (!openDocument(uri)?.isDirty) memory.set(uri.toString(), text.fingerprint);
      return new TextEncoder().encode(text.shown);
    },
    async writeFile(uri, content) {
      try {
        const document = openDocument(uri);
        if (document) refuseLossySave(document);
        const shown = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
        const text = await writeFieldText(targetOf(uri), shown, memory.get(uri.toString()));
        note(uri, text);
        memory.set(uri.toString(), text.fingerprint);
      } catch (failure) {
        throw asFileSystemError(failure);
      }
    },
    readDirectory: (uri) => {
      throw vscode.FileSystemError.FileNotADirectory(uri);
    },
    createDirectory() {
      // VS Code makes the folders of a file before it writes it; a record has none.
    },
    delete: () => {
      throw vscode.FileSystemError.NoPermissions('A field is removed in its record.');
    },
    rename: () => {
      throw vscode.FileSystemError.NoPermissions('A field is renamed in its record.');
    },
    dispose: () => registrations.dispose(),
  };
}

/** Calls for every open text of a field whenever it may no longer be what its record says. */
function followedDocuments(follow: (document: vscode.TextDocument) => Promise<void>): vscode.Disposable {
  const timers = quietTimers();
  const recordMoved = ({ uri }: vscode.TextDocument) => {
    const record = uri.toString();
    if (uri.scheme !== recordScheme) return;
    timers.schedule(record, quietMs, () => {
      for (const document of vscode.workspace.textDocuments) {
        if (recordFieldOf(document.uri)?.record.toString() === record) void follow(document);
      }
    });
  };
  return vscode.Disposable.from(
    timers,
    vscode.workspace.onDidOpenTextDocument(recordMoved),
    vscode.workspace.onDidCloseTextDocument(recordMoved),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      recordMoved(document);
      if (document.uri.scheme === fieldScheme && !document.isDirty) void follow(document);
    }),
  );
}

async function readText(target: RecordField): Promise<FieldText> {
  try {
    return await readFieldText(target);
  } catch (failure) {
    throw asFileSystemError(failure);
  }
}

function targetOf(uri: vscode.Uri): RecordField {
  const target = recordFieldOf(uri);
  if (!target) throw vscode.FileSystemError.FileNotFound(uri);
  return target;
}

function asFileSystemError(failure: unknown): vscode.FileSystemError {
  if (failure instanceof vscode.FileSystemError) return failure;
  return vscode.FileSystemError.Unavailable((failure as Error).message);
}

/** Which text of a field each open editor was given, by its fingerprint. Survives a reload, as unsaved texts do. */
interface FieldMemory {
  get(uri: string): string | undefined;
  set(uri: string, fingerprint: string | undefined): void;
}

function fieldMemory(store: vscode.Memento): FieldMemory {
  const prefix = 'fieldText ';
  return {
    get(uri) {
      const stored = store.get<unknown>(prefix + uri);
      return typeof stored === 'string' ? stored : undefined;
    },
    set: (uri, fingerprint) => void store.update(prefix + uri, fingerprint),
  };
}
