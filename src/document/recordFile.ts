import * as vscode from 'vscode';
import type { KeptBases } from '../files/bases.ts';
import { type BaseStorage, OpenFiles } from '../files/openFiles.ts';
import type { FileKind, FileOwner } from '../files/owner.ts';
import { isShown } from '../files/tabs.ts';
import type { SaveReason, Shown, VirtualFile } from '../files/virtualFile.ts';
import { parseIfRecord } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName, Services } from '../service/services.ts';
import { recordScheme } from '../workbench/ids.ts';
import { withProgress } from '../workbench/progress.ts';
import { lockReason } from './configuredService.ts';
import { restoredBase, storedBase } from './edits.ts';
import type { RecordOperations, SaveIntent } from './operations.ts';
import type { Saved } from './outcome.ts';
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
export class RecordFile implements FileOwner<RecordVersion, SaveIntent> {
  readonly document: RecordDocument;
  readonly file: VirtualFile<RecordVersion, SaveIntent>;
  readonly #parts: RecordFileParts;

  constructor(name: RecordName, file: VirtualFile<RecordVersion, SaveIntent>, parts: RecordFileParts) {
    this.file = file;
    this.#parts = parts;
    this.document = new RecordDocument(name, () => this.#changed());
  }

  get name(): RecordName {
    return this.document.name;
  }
  get uri(): vscode.Uri {
    return this.file.uri;
  }

  async read(): Promise<Shown<RecordVersion>> {
    const { name } = this;
    const version = await withProgress(vscode.l10n.t('Opening record {0}', name.id), (signal) =>
      this.#parts.operations.read(name, signal),
    );
    this.document.seen(version);
    return shownVersion(version);
  }

  async save(text: string, why: SaveReason, intent: SaveIntent = {}): Promise<void> {
    const outcome = await this.#parts.operations.save(this.document, text, { ...intent, why });
    const failure = notSaved(this.name, outcome, this.uri.toString());
    if (failure) throw failure;
  }

  shown(version: RecordVersion | undefined): void {
    this.document.shows(version);
    const text = this.file.document?.getText();
    // An undo or a revert may show what the service no longer has.
    if (text !== undefined && this.document.isOutdated(text)) void this.showNewest();
  }

  edited(): void {
    this.#parts.changed(this);
  }

  /** Shows the newest version that was seen, unless there are unsaved changes. */
  async showNewest(): Promise<void> {
    const { newest } = this.document;
    if (newest) await this.file.show(shownVersion(newest));
  }

  /** The record was saved past this document. */
  async savedElsewhere(saved: Saved): Promise<void> {
    this.document.savedElsewhere(saved);
    this.document.seen(saved.version);
    await this.showNewest();
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

function shownVersion(version: RecordVersion): Shown<RecordVersion> {
  return { text: version.record.text, content: version };
}

/** The records that are open in this window. */
export function recordFiles(parts: RecordFileParts, storage: BaseStorage): OpenFiles<RecordFile> {
  const kind: FileKind<RecordVersion, SaveIntent, RecordFile> = {
    scheme: recordScheme,
    owner(uri, file) {
      const name = recordOf(uri);
      return name && new RecordFile(name, file, parts);
    },
    isShown: (uri) => isShown((shown) => sameRecord(recordOf(shown), recordOf(uri))),
    lockKey: (uri) => uri.toString(),
    cursorPlaces: parseIfRecord,
    failureMessage: (uri, failure, doing) => fileMessage(recordOf(uri), uri.toString(), failure, doing),
    notOpen: (uri) => notOpen(recordOf(uri)?.id),
  };
  return new OpenFiles(kind, storage);
}
