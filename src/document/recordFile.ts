import * as vscode from 'vscode';
import type { KeptBases } from '../files/bases.ts';
import { type BaseStorage, OpenFiles } from '../files/openFiles.ts';
import { type FileKind, type FileOwner, settle, type TextSave } from '../files/owner.ts';
import { hasTab } from '../files/tabs.ts';
import type { KnownText, VirtualFile } from '../files/virtualFile.ts';
import { parseIfRecord } from '../record/text.ts';
import { orUndefined } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName, Services } from '../service/services.ts';
import { recordScheme } from '../workbench/ids.ts';
import { withProgress } from '../workbench/progress.ts';
import { lockReason } from './configuredService.ts';
import { type Basis, restoredBase, storedBase } from './edits.ts';
import type { RecordOperations, SaveIntent } from './operations.ts';
import { fileMessage, notOpen, notSaved } from './outcomeWords.ts';
import { RecordDocument } from './recordDocument.ts';
import { recordOf, sameRecord } from './recordUri.ts';

export interface RecordFileParts {
  readonly services: Services;
  readonly operations: RecordOperations;
  /** The base, the edits, the conflict or the lock may have changed. */
  changed(record: RecordFile): void;
}

/** A record in an editor: connects its document with its file. */
export class RecordFile implements FileOwner<RecordVersion, SaveIntent, Basis> {
  readonly document: RecordDocument;
  readonly file: VirtualFile<RecordVersion, SaveIntent, Basis>;
  readonly #parts: RecordFileParts;

  constructor(name: RecordName, file: VirtualFile<RecordVersion, SaveIntent, Basis>, parts: RecordFileParts) {
    this.file = file;
    this.#parts = parts;
    this.document = new RecordDocument(name, parts.operations.ownWrites, () => this.#changed());
  }

  get name(): RecordName {
    return this.document.name;
  }
  get uri(): vscode.Uri {
    return this.file.uri;
  }
  get basis(): Basis {
    return this.document.basis;
  }

  async read(): Promise<KnownText<RecordVersion>> {
    const { name, document } = this;
    const version = await withProgress(vscode.l10n.t('Opening record {0}', name.id), (signal) =>
      this.#parts.operations.read(name, signal),
    );
    document.received(version);
    return textOf(document.newest ?? version);
  }

  async save({ intent, ...save }: TextSave<SaveIntent, Basis>): Promise<void> {
    const outcome = await this.#parts.operations.save(this.document, { ...intent, ...save });
    const failure = notSaved(this.name, outcome, this.uri.toString());
    if (failure) throw failure;
    if (this.file.document?.getText() !== save.text) void settle(this);
  }

  async hasChanges(text: string, basis: Basis): Promise<boolean> {
    return !basis.base || orUndefined(() => basis.edits(text))?.changes.length !== 0;
  }

  onScreen(version: RecordVersion | undefined): void {
    this.document.onScreen(version);
    // An undo or a revert may show what the service no longer has.
    void this.bringUpToDate();
  }

  edited(): void {
    this.#parts.changed(this);
  }

  /** Shows the newest version of the service, unless there are unsaved changes. */
  bringUpToDate(): Promise<void> {
    return this.file.show(() => {
      const { newest, base } = this.document;
      const text = this.file.document?.getText();
      if (!newest) return undefined;
      // Another version with the same values still has to be the base of what is typed next.
      const isOther = text === undefined || (newest !== base && !this.document.isSaving);
      return isOther || this.document.isOutdated(text) ? textOf(newest) : undefined;
    });
  }

  isKnown(): boolean {
    return this.document.base !== undefined;
  }

  bases(): KeptBases {
    const base = this.document.keptBase;
    return base ? [[String(this.name.id), storedBase(base)]] : [];
  }

  recovered(bases: ReadonlyMap<string, unknown>): void {
    const base = restoredBase(bases.get(String(this.name.id)));
    if (base) this.document.recovered(base);
  }

  isLocked(): boolean {
    return lockReason(this.document, this.#parts.services) !== undefined;
  }

  #changed(): void {
    this.file.keepBases();
    this.#parts.changed(this);
  }
}

function textOf(version: RecordVersion): KnownText<RecordVersion> {
  return { text: version.record.text, content: version };
}

/** The records that are open in this window. */
export function recordFiles(parts: RecordFileParts, storage: BaseStorage): OpenFiles<RecordFile> {
  const kind: FileKind<RecordVersion, SaveIntent, Basis, RecordFile> = {
    scheme: recordScheme,
    owner(uri, file) {
      const name = recordOf(uri);
      return name && new RecordFile(name, file, parts);
    },
    hasTab: (uri) => hasTab((open) => sameRecord(recordOf(open), recordOf(uri))),
    lockKey: (uri) => uri.toString(),
    cursorPlaces: parseIfRecord,
    failureMessage: (uri, failure, doing) => fileMessage(recordOf(uri), uri.toString(), failure, doing),
    notOpen: (uri) => notOpen(recordOf(uri)?.id),
  };
  return new OpenFiles(kind, storage);
}
