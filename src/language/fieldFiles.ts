import * as vscode from 'vscode';
import { fieldScheme, type RecordField, recordFieldOf } from '../document/fieldUri.ts';
import { notOpen } from '../document/recordFileSystem.ts';
import { recordOf, sameRecord } from '../document/recordUri.ts';
import { UserError } from '../workbench/commands.ts';
import { isShown, isUnsaved, onDidCloseDocument, openDocument, refuseLossySave } from '../workbench/documents.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import type { ServiceFiles } from '../workbench/lazy.ts';
import { plainText } from '../workbench/plainText.ts';
import { keyedTurns, quietTimers } from '../workbench/scheduling.ts';
import {
  type FieldRecords,
  type FieldText,
  readFieldText,
  recordDocumentOf,
  shows,
  writeFieldText,
} from './fieldTexts.ts';
import { fieldFileWords } from './languageMessages.ts';

interface FileFacts {
  readonly fingerprint: string;
  readonly mtime: number;
  readonly size: number;
}

const quietMs = 100;

/**
 * VS Code reads a file again when its time differs, and refuses to save over it when its time is newer and its size
 * differs. Whether a field changed is decided by its content instead, so each time is older than the last.
 */
const newestTime = Date.UTC(2000, 0, 1);

/** Fields of records as files: they are read from the record's document, and saving one saves the record. */
export function fieldFiles(store: vscode.Memento, records: FieldRecords): ServiceFiles {
  const fingerprints = shownFingerprints(store);
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const facts = new Map<string, FileFacts>();
  let time = newestTime;
  // Save All saves several fields of a record at once.
  const inTurn = keyedTurns();
  /** What VS Code last heard about whether each file can be written. */
  const reportedPermissions = new Map<string, vscode.FilePermission | undefined>();
  /** Why VS Code is about to save each file, as far as it says so. */
  const reasons = new Map<string, 'manual' | 'automatic'>();

  const renew = (uri: vscode.Uri, { shown, fingerprint }: FieldText): FileFacts => {
    time -= 1;
    const fresh = { fingerprint, mtime: time, size: Buffer.byteLength(shown) };
    facts.set(uri.toString(), fresh);
    return fresh;
  };
  const factsOf = (uri: vscode.Uri, text: FieldText): FileFacts => {
    const last = facts.get(uri.toString());
    return last?.fingerprint === text.fingerprint ? last : renew(uri, text);
  };

  /** A text without changes follows its record. A changed one is compared with the record when it is saved. */
  const follow = async (document: vscode.TextDocument) => {
    const { uri } = document;
    if (!isShown((shown) => shown.toString() === uri.toString())) {
      // VS Code keeps a document for a while after its tab is closed. Reading now could send a request for nobody; if it
      // is shown again, VS Code has to read it.
      facts.delete(uri.toString());
      return;
    }
    try {
      const text = await readText(records, fieldOf(uri));
      if (document.isDirty || document.isClosed) return;
      const isCurrent = shows(document, text);
      if (isCurrent) fingerprints.set(uri, text.fingerprint);
      else renew(uri, text);
      const permissions = await permissionsOf(uri);
      if (isCurrent && permissions === reportedPermissions.get(uri.toString())) return;
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    } catch {
      // The field can't be read right now: invalid JSON, no such field, no connection. Its text stays as it is.
    }
  };

  const registrations = vscode.Disposable.from(
    changed,
    onDidChangeField(follow, records.onDidChangeStanding),
    vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      const isManual = reason === vscode.TextDocumentSaveReason.Manual;
      if (uri.scheme === fieldScheme) reasons.set(uri.toString(), isManual ? 'manual' : 'automatic');
    }),
    onDidCloseDocument(({ uri }) => {
      if (uri.scheme !== fieldScheme) return;
      facts.delete(uri.toString());
      reasons.delete(uri.toString());
      reportedPermissions.delete(uri.toString());
      fingerprints.set(uri, undefined);
    }),
  );

  return {
    onDidChangeFile: changed.event,
    async stat(uri) {
      const field = askedFor(uri);
      const permissions = await permissionsOf(uri);
      reportedPermissions.set(uri.toString(), permissions);
      // For a closed record this would send a request.
      const last = recordDocumentOf(field) ? undefined : facts.get(uri.toString());
      const { mtime, size } = last ?? factsOf(uri, await readText(records, field));
      return { type: vscode.FileType.File, ctime: 0, mtime, size, ...(permissions && { permissions }) };
    },
    async readFile(uri) {
      const text = await readText(records, askedFor(uri));
      factsOf(uri, text);
      // VS Code may drop what it reads for an open document. `follow` checks what that shows.
      if (!openDocument(uri)) fingerprints.set(uri, text.fingerprint);
      return new TextEncoder().encode(text.shown);
    },
    async writeFile(uri, content, isByWorkbench) {
      const reason = reasons.get(uri.toString()) ?? (isByWorkbench ? 'unexplained' : 'program');
      reasons.delete(uri.toString());
      const field = fieldOf(uri);
      const write = async () => {
        const document = openDocument(uri);
        if (document) refuseLossySave(document);
        const shown = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
        const text = await writeFieldText(records, field, shown, fingerprints.get(uri));
        factsOf(uri, text);
        fingerprints.set(uri, text.fingerprint);
        // Auto save of files must not write to the service, nor must a chat: they only put the text into the record.
        if (reason === 'manual' || reason === 'program') await saveRecord(records, text.record);
      };
      await inTurn(JSON.stringify(recordOf(field.record)), write).catch((failure: unknown) => {
        throw asFileSystemError(failure);
      });
    },
    dispose: () => registrations.dispose(),
  };
}

/** Calls the listener for an open field whenever its record may have another text for it. */
function onDidChangeField(
  listener: (document: vscode.TextDocument) => Promise<void>,
  onDidChangeStanding: vscode.Event<vscode.Uri>,
): vscode.Disposable {
  const timers = quietTimers();
  const recordChanged = ({ uri }: { readonly uri: vscode.Uri }) => {
    const name = recordOf(uri);
    if (!name) return;
    timers.schedule(uri.toString(), quietMs, () => {
      for (const document of vscode.workspace.textDocuments) {
        const field = recordFieldOf(document.uri);
        if (field && sameRecord(recordOf(field.record), name)) void listener(document);
      }
    });
  };
  return vscode.Disposable.from(
    timers,
    onDidChangeStanding((uri) => recordChanged({ uri })),
    vscode.workspace.onDidOpenTextDocument(recordChanged),
    vscode.workspace.onDidCloseTextDocument(recordChanged),
    vscode.workspace.onDidSaveTextDocument(recordChanged),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      recordChanged(document);
      if (document.uri.scheme === fieldScheme && !document.isDirty) void listener(document);
    }),
  );
}

/** VS Code shows why the record was not saved. */
async function saveRecord(records: FieldRecords, record: vscode.TextDocument): Promise<void> {
  if (!isUnsaved(record) || (await records.save(record))) return;
  throw new UserError(fieldFileWords.recordNotSaved(recordOf(record.uri)?.id));
}

async function readText(records: FieldRecords, field: RecordField): Promise<FieldText> {
  try {
    return await readFieldText(records, field);
  } catch (failure) {
    throw asFileSystemError(failure);
  }
}

/** A field can be written if its record can. */
async function permissionsOf(uri: vscode.Uri): Promise<vscode.FilePermission | undefined> {
  return (await vscode.workspace.fs.stat(fieldOf(uri).record)).permissions;
}

/** A URI that is only mentioned somewhere must not send a request. */
function askedFor(uri: vscode.Uri): RecordField {
  const field = fieldOf(uri);
  if (recordDocumentOf(field) || isShown((shown) => shown.toString() === uri.toString())) return field;
  throw notOpen(recordOf(field.record));
}

function fieldOf(uri: vscode.Uri): RecordField {
  const field = recordFieldOf(uri);
  if (!field) throw vscode.FileSystemError.FileNotFound();
  return field;
}

function asFileSystemError(failure: unknown): vscode.FileSystemError {
  if (failure instanceof vscode.FileSystemError) return failure;
  return vscode.FileSystemError.Unavailable(plainText(messageOf(failure), 600));
}

/** Which text of a field each open editor last read. Kept across reloads, as unsaved texts are. */
interface ShownFingerprints {
  get(uri: vscode.Uri): string | undefined;
  set(uri: vscode.Uri, fingerprint: string | undefined): void;
}

function shownFingerprints(store: vscode.Memento): ShownFingerprints {
  const prefix = 'fieldText ';
  return {
    get(uri) {
      const stored = store.get<unknown>(prefix + uri);
      return typeof stored === 'string' ? stored : undefined;
    },
    set: (uri, fingerprint) => void store.update(prefix + uri, fingerprint),
  };
}
