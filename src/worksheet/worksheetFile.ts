import * as vscode from 'vscode';
import { autoSaveDeclined, failureText } from '../document/outcomeWords.ts';
import type { OwnWrites } from '../document/ownWrites.ts';
import type { KeptBases } from '../files/bases.ts';
import { type BaseStorage, OpenFiles } from '../files/openFiles.ts';
import type { FileKind, FileOwner, TextSave } from '../files/owner.ts';
import { hasTab } from '../files/tabs.ts';
import type { KnownText, VirtualFile } from '../files/virtualFile.ts';
import type { Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { worksheetScheme } from '../workbench/ids.ts';
import { turns } from '../workbench/scheduling.ts';
import { replaceRows } from './edits.ts';
import type { OutdatedRow } from './facts.ts';
import { withTexts } from './rows.ts';
import { changedRows } from './saveRows.ts';
import { rowsAsFields } from './text.ts';
import { type WorksheetName, worksheetOf } from './uri.ts';
import { type Versions, Worksheet, type WorksheetBasis } from './worksheet.ts';

interface WorksheetFileParts extends BaseStorage {
  readonly services: Services;
  readonly ownWrites: OwnWrites;
  /** Reads the records. */
  load(worksheet: WorksheetFile): Promise<KnownText<Versions>>;
  /** Resolves once the service has everything in the text. Rejects if something was left behind. */
  save(worksheet: WorksheetFile, text: string, basis: WorksheetBasis): Promise<void>;
  /** The text, the bases or how the last save went has changed. */
  changed(worksheet: WorksheetFile): void;
}

export interface TableSelection {
  /** The record with the cursor; 0 where there is none. */
  readonly id: number;
  /** The records that commands act on; undefined means all. */
  readonly ids?: readonly number[] | undefined;
}

const quietMs = 100;

/** A worksheet in an editor: follows its rows, and connects them with its file. */
export class WorksheetFile implements FileOwner<Versions, never, WorksheetBasis> {
  readonly worksheet: Worksheet;
  readonly file: VirtualFile<Versions, never, WorksheetBasis>;
  /** What is selected in its table. */
  tableSelection: TableSelection | undefined;
  readonly #parts: WorksheetFileParts;
  readonly #followInTurn = turns();
  /** Runs until the rows of a text that could not be followed change by change are read. */
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(name: WorksheetName, file: WorksheetFile['file'], parts: WorksheetFileParts) {
    this.file = file;
    this.#parts = parts;
    this.worksheet = new Worksheet(name, parts.ownWrites, () => parts.changed(this));
  }

  get uri(): vscode.Uri {
    return this.file.uri;
  }

  get basis(): WorksheetBasis {
    return this.worksheet.basis;
  }

  read(): Promise<KnownText<Versions>> {
    return this.#parts.load(this);
  }

  async save({ text, why, basis }: TextSave<never, WorksheetBasis>): Promise<void> {
    if (why === 'automatic') throw new UserError(autoSaveDeclined(), { kind: 'declined' });
    if (why === 'unexplained') {
      const message = vscode.l10n.t('A worksheet can only be saved in its editor, with the command File: Save.');
      throw new UserError(message, { kind: 'refused' });
    }
    await this.#parts.save(this, text, basis);
  }

  hasChanges(text: string, basis: WorksheetBasis): Promise<boolean> {
    return changedRows(this.worksheet, text, basis).then(
      (rows) => rows.length > 0,
      () => true,
    );
  }

  onScreen(content: Versions | undefined): void {
    if (content) this.worksheet.onScreen(content);
    this.#follow();
  }

  textChanged(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const isFollowed = document.eol === vscode.EndOfLine.LF && !this.#timer && !this.#reading;
    if (isFollowed && this.worksheet.rows.apply(changes)) this.#rowsChanged();
    else {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#readRows(document), quietMs);
    }
  }

  closed(): void {
    clearTimeout(this.#timer);
    this.#parts.changed(this);
  }

  isKnown(): boolean {
    return this.worksheet.isKnown;
  }

  bases(ids?: readonly string[]): KeptBases {
    return this.worksheet.bases(ids);
  }

  recovered(bases: ReadonlyMap<string, unknown>): void {
    this.worksheet.recovered(bases);
  }

  isLocked(): boolean {
    return this.#parts.services.find(this.worksheet.name.service)?.access === 'readOnly';
  }

  /** Resolves when the rows are those of the text on screen. The user may type while it is read. */
  async ready(): Promise<void> {
    const { document } = this.file;
    if (!document) return;
    if (!this.worksheet.rows.isRead) await this.#readRows(document);
    while (this.#timer || this.#reading) {
      if (this.#timer) void this.#readRows(document);
      await this.#reading;
    }
  }

  /** Shows all records as the service has them, also those that were taken out. Unsaved changes stay. */
  reloaded(): Promise<void> {
    return this.#followInTurn(async () => {
      await this.file.show(() => this.worksheet.rendered());
      await this.#followAll();
    });
  }

  /** A row that could not follow while its text was not valid may do so now. */
  #rowsChanged(): void {
    this.#parts.changed(this);
    // The first edit of a clean document is announced before it counts as unsaved, and nothing may be put over it.
    if (this.file.isUnsaved) this.#follow();
  }

  #follow(): void {
    this.bringUpToDate().catch((failure) => this.#parts.log.warn(`Worksheet: ${failure}`));
  }

  /** Brings the rows to what the service has. Unsaved changes stay. */
  bringUpToDate(): Promise<void> {
    return this.#followInTurn(() => this.#followAll());
  }

  async #followAll(): Promise<void> {
    for (;;) {
      await this.ready();
      const { document } = this.file;
      if (!document || !this.isKnown()) return;
      const { version } = document;
      await this.#followOnce(document, this.worksheet.outdated(this.file.isUnsaved));
      // It has changed: the rows were replaced, or someone was faster. Either way there may be more.
      if (document.version === version) return;
    }
  }

  async #followOnce(document: vscode.TextDocument, outdated: readonly OutdatedRow[]): Promise<void> {
    if (outdated.length === 0) return;
    const { version } = document;
    const { same = [], other = [] } = Object.groupBy(outdated, ({ row, next }) =>
      row.text === next ? 'same' : 'other',
    );
    for (const { accept } of same) accept();
    if (other.length > 0 && !this.file.isUnsaved) {
      const text = withTexts(document.getText(), other);
      const content = new Map(other.map((row) => [row.id, row.version]));
      await this.file.show(() => (document.version === version ? { text, content } : undefined));
    } else if (await replaceRows(document, version, other)) {
      // A document with unsaved changes reads nothing, so its rows are edited.
      for (const { accept } of other) accept();
    }
    this.file.keepBases(outdated.map(({ id }) => String(id)));
    this.worksheet.refresh();
  }

  #readRows(document: vscode.TextDocument): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { version } = document;
    const reading = this.worksheet.rows
      .read(document.getText(), () => document.version !== version)
      .then((isRead) => {
        if (this.#reading === reading) this.#reading = undefined;
        if (isRead) this.#rowsChanged();
      });
    this.#reading = reading;
    return reading;
  }
}

/** The worksheets that are open in this window. */
export function worksheetFiles(parts: WorksheetFileParts): OpenFiles<WorksheetFile> {
  const kind: FileKind<Versions, never, WorksheetBasis, WorksheetFile> = {
    scheme: worksheetScheme,
    owner(uri, file) {
      const name = worksheetOf(uri);
      return name && new WorksheetFile(name, file, parts);
    },
    hasTab: (uri) => hasTab((open) => open.toString() === uri.toString()),
    lockKey: (uri) => uri.toString(),
    cursorPlaces: rowsAsFields,
    failureMessage: (_, failure) => failureText(failure),
    notOpen: () => vscode.l10n.t('This worksheet is not open. Open it with the command Open Worksheet.'),
  };
  return new OpenFiles(kind, parts);
}
