import * as vscode from 'vscode';
import type { RecordEvents } from '../document/events.ts';
import { failureText, notOpen } from '../document/outcomeWords.ts';
import { type RecordField, recordFieldOf, recordOf, sameRecord } from '../document/recordUri.ts';
import type { KeptBases } from '../files/bases.ts';
import { type BaseStorage, OpenFiles } from '../files/openFiles.ts';
import type { FileOwner, TextSave } from '../files/owner.ts';
import { hasTab } from '../files/tabs.ts';
import type { KnownText, VirtualFile } from '../files/virtualFile.ts';
import { isObject } from '../record/valueShapes.ts';
import { fieldScheme } from '../workbench/ids.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { type FieldRecords, readFieldText, recordDocumentOf, writeFieldText } from './fieldTexts.ts';

/** A field of a record as a file: it is read from the record's document, and saving it saves that field. */
class FieldFile implements FileOwner<string, never, string | undefined> {
  readonly field: RecordField;
  readonly file: VirtualFile<string, never, string | undefined>;
  readonly #records: FieldRecords;
  /** Tells which text of the field the editor last showed. Kept on disk with unsaved changes. */
  #fingerprint: string | undefined;
  #isReadOnly = false;

  constructor(field: RecordField, file: FieldFile['file'], records: FieldRecords) {
    this.field = field;
    this.file = file;
    this.#records = records;
  }

  get basis(): string | undefined {
    return this.#fingerprint;
  }

  async read(): Promise<KnownText<string>> {
    const { shown, fingerprint, isReadOnly } = await readFieldText(this.#records, this.field);
    this.#isReadOnly = isReadOnly;
    return { text: shown, content: fingerprint };
  }

  async save({ text, why, basis }: TextSave<never, string | undefined>): Promise<void> {
    const { record, fingerprint } = await writeFieldText(this.#records, this.field, text, basis);
    this.#fingerprint = fingerprint;
    this.file.keepBases();
    // Auto save of files must not write to the service, nor must a chat: they only put the text into the record.
    if (why === 'manual') await this.#records.saveField(record, this.field.field);
  }

  onScreen(fingerprint: string | undefined): void {
    if (fingerprint !== undefined) this.#fingerprint = fingerprint;
    else void this.bringUpToDate();
  }

  /** A field has no save that only makes it clean. */
  async hasChanges(): Promise<boolean> {
    return true;
  }

  /** A text without changes follows its record. A changed one is compared with the record when it is saved. */
  async bringUpToDate(): Promise<void> {
    if (!isTab(this.file.uri)) {
      // VS Code keeps a document for a while after its tab is closed. Reading now could send a request for nobody.
      this.file.outdate();
      return;
    }
    await this.file
      .show(() => this.read())
      .catch(() => {
        // The field can't be read right now: invalid JSON, no such field, no connection. Its text stays as it is.
      });
  }

  isKnown(): boolean {
    return this.#fingerprint !== undefined;
  }

  bases(): KeptBases {
    return this.#fingerprint === undefined ? [] : [['', { fingerprint: this.#fingerprint }]];
  }

  recovered(bases: ReadonlyMap<string, unknown>): void {
    const stored = bases.get('');
    if (isObject(stored) && typeof stored.fingerprint === 'string') this.#fingerprint ??= stored.fingerprint;
  }

  isLocked(): boolean {
    return this.#isReadOnly || this.#records.lockReason(this.field.record) !== undefined;
  }
}

/** The fields of records that are open as texts. */
export function fieldFiles(records: FieldRecords, events: RecordEvents, storage: BaseStorage) {
  const files = new OpenFiles(
    {
      scheme: fieldScheme,
      owner(uri, file: FieldFile['file']) {
        const field = recordFieldOf(uri);
        return field && new FieldFile(field, file, records);
      },
      hasTab: (uri) => isTab(uri) || recordDocumentOf(recordFieldOf(uri)) !== undefined,
      // Save All saves several fields of a record at once.
      lockKey: (uri) => JSON.stringify(recordOf(recordFieldOf(uri)?.record ?? uri)),
      failureMessage: (_, failure, doing) => failureText(failure, doing),
      notOpen: (uri) => notOpen(recordOf(recordFieldOf(uri)?.record ?? uri)?.id),
    },
    storage,
  );
  const timers = quietTimers();
  const recordChanged = (uri: vscode.Uri) => {
    const name = recordOf(uri);
    if (!name) return;
    timers.schedule(uri.toString(), quietMs, () => {
      const fields = files.all().filter(({ field }) => sameRecord(recordOf(field.record), name));
      for (const field of fields) if (field.file.document) void field.bringUpToDate().then(files.provider.refreshLocks);
      files.provider.refreshLocks();
    });
  };
  const registrations = vscode.Disposable.from(
    files,
    timers,
    events.standingChanged.event(recordChanged),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => recordChanged(uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => recordChanged(uri)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => recordChanged(document.uri)),
  );
  return { provider: files.provider, dispose: () => registrations.dispose() };
}

const quietMs = 100;

function isTab(uri: vscode.Uri): boolean {
  return hasTab((open) => open.toString() === uri.toString());
}
