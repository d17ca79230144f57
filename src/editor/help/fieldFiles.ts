import * as vscode from 'vscode';
import { quietTimers } from '../../workbench/quietTimers.ts';
import { recordScheme } from '../recordUri.ts';
import type { FieldMemory } from './fieldMemory.ts';
import type { FieldText } from './fieldTexts.ts';
import { fieldScheme, type RecordField, recordFieldOf } from './fieldUri.ts';

interface Known {
  readonly mtime: number;
  readonly size: number;
}

const quietMs = 100;

/** Fields of records as files of their own: what is read comes out of the record's document, what is saved goes there. */
export function fieldFiles(memory: FieldMemory): vscode.FileSystemProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const known = new Map<string, Known>();
  const timers = quietTimers();

  const note = (uri: vscode.Uri, { shown, fingerprint }: FieldText): Known => {
    const key = uri.toString();
    const last = known.get(key);
    if (last && memory.get(key) === fingerprint) return last;
    const fresh = { mtime: Math.max(Date.now(), (last?.mtime ?? 0) + 1), size: Buffer.byteLength(shown) };
    known.set(key, fresh);
    memory.set(key, fingerprint);
    return fresh;
  };

  /** A text without changes follows its record. One with changes waits for its save, which then tells. */
  const follow = async (document: vscode.TextDocument) => {
    const { uri } = document;
    if (document.isDirty || document.isClosed) return;
    try {
      const text = await readText(targetOf(uri));
      if (memory.get(uri.toString()) === text.fingerprint || document.isDirty) return;
      note(uri, text);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    } catch {
      // The record can't tell its field right now: broken text, no such field, no connection. The text stays as it is.
    }
  };
  const followSoon = ({ uri }: vscode.TextDocument) => {
    if (uri.scheme !== recordScheme && uri.scheme !== fieldScheme) return;
    const record = (uri.scheme === fieldScheme ? recordFieldOf(uri)?.record : uri)?.toString();
    if (record === undefined) return;
    timers.schedule(record, quietMs, () => {
      for (const document of vscode.workspace.textDocuments) {
        if (recordFieldOf(document.uri)?.record.toString() === record) void follow(document);
      }
    });
  };

  const registrations = vscode.Disposable.from(
    changed,
    timers,
    vscode.workspace.onDidChangeTextDocument(({ document }) => followSoon(document)),
    vscode.workspace.onDidOpenTextDocument(followSoon),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.uri.scheme === fieldScheme) {
        known.delete(document.uri.toString());
        memory.set(document.uri.toString(), undefined);
      } else {
        followSoon(document);
      }
    }),
  );

  return {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    async stat(uri) {
      const target = targetOf(uri);
      const { permissions } = await vscode.workspace.fs.stat(target.record);
      const entry = known.get(uri.toString()) ?? note(uri, await readText(target));
      return { type: vscode.FileType.File, ctime: 0, ...entry, ...(permissions && { permissions }) };
    },
    async readFile(uri) {
      const text = await readText(targetOf(uri));
      note(uri, text);
      return new TextEncoder().encode(text.shown);
    },
    async writeFile(uri, content) {
      const { writeFieldText } = await import('./fieldTexts.ts');
      const shown = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
      try {
        note(uri, await writeFieldText(targetOf(uri), shown, memory.get(uri.toString())));
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

async function readText(target: RecordField): Promise<FieldText> {
  const { readFieldText } = await import('./fieldTexts.ts');
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
