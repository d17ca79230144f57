import * as vscode from 'vscode';
import type { Saved } from '../document/outcome.ts';
import { failureText } from '../document/outcomeWords.ts';
import type { KeptBases } from '../files/bases.ts';
import { type BaseStorage, OpenFiles } from '../files/openFiles.ts';
import type { FileKind, FileOwner } from '../files/owner.ts';
import { isShown } from '../files/tabs.ts';
import type { SaveReason, Shown, VirtualFile } from '../files/virtualFile.ts';
import type { Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { worksheetScheme } from '../workbench/ids.ts';
import { replaceRows } from './edits.ts';
import { isUnsettled } from './facts.ts';
import type { Row } from './rows.ts';
import { rowsAsFields } from './text.ts';
import { type WorksheetName, worksheetOf } from './uri.ts';
import { type Versions, Worksheet } from './worksheet.ts';

interface WorksheetFileParts extends BaseStorage {
  readonly services: Services;
  /** Reads the records. */
  load(worksheet: WorksheetFile): Promise<Shown<Versions>>;
  /** Resolves once the service has everything in the text. Rejects if something was left behind. */
  save(worksheet: WorksheetFile, text: string): Promise<void>;
  /** Rejects if a save of this text would have something to send. */
  expectSaved(worksheet: WorksheetFile, text: string): Promise<void>;
  /** The text, the bases or how the last save went has changed. */
  changed(worksheet: WorksheetFile): void;
}

export interface TableSelection {
  /** The record with the cursor. */
  readonly id: number;
  /** The records that commands act on; undefined means all. */
  readonly ids?: readonly number[] | undefined;
}

const quietMs = 100;

/** A worksheet in an editor: follows its rows, and connects them with its file. */
export class WorksheetFile implements FileOwner<Versions, never> {
  readonly worksheet: Worksheet;
  readonly file: VirtualFile<Versions, never>;
  /** What is selected in its table. */
  tableSelection: TableSelection | undefined;
  readonly #parts: WorksheetFileParts;
  /** Runs until the rows of a text that could not be followed change by change are read. */
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(name: WorksheetName, file: VirtualFile<Versions, never>, parts: WorksheetFileParts) {
    this.file = file;
    this.#parts = parts;
    this.worksheet = new Worksheet(name, () => parts.changed(this));
  }

  get uri(): vscode.Uri {
    return this.file.uri;
  }

  read(): Promise<Shown<Versions>> {
    return this.#parts.load(this);
  }

  async save(text: string, why: SaveReason): Promise<void> {
    if (why === 'automatic') {
      const message = vscode.l10n.t('Auto save does not write to the service. Save the worksheet yourself.');
      throw new UserError(message, { kind: 'declined' });
    }
    const isOfEditor = why === 'manual' || why === 'settled';
    if (!this.file.document || !isOfEditor) {
      const message = vscode.l10n.t('A worksheet can only be saved in its editor, with the command File: Save.');
      throw new UserError(message, { kind: 'refused' });
    }
    await this.ready();
    await (why === 'settled' ? this.#parts.expectSaved(this, text) : this.#parts.save(this, text));
  }

  shown(content: Versions | undefined): void {
    if (content) this.worksheet.settled(content);
    this.#showStale().catch((failure) => this.#parts.log.warn(`Worksheet: ${failure}`));
  }

  textChanged(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const isFollowed = document.eol === vscode.EndOfLine.LF && !this.#timer && !this.#reading;
    if (isFollowed && this.worksheet.rows.apply(changes)) this.#parts.changed(this);
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
    const { rows } = this.worksheet;
    if (!rows.error && rows.all().length === 0) await this.#readRows(document);
    while (this.#timer || this.#reading) {
      if (this.#timer) void this.#readRows(document);
      await this.#reading;
    }
  }

  /** The user saved a record past this worksheet. What is unsaved in its row stays, and nobody else is blamed. */
  async savedElsewhere(id: number, saved: Saved): Promise<void> {
    const document = this.worksheet.document(id);
    if (!document) return;
    document.savedElsewhere(saved);
    await this.follow(new Map([[id, saved.version]]));
  }

  /**
   * Shows versions of the service, and merges them into rows with unsaved changes. Returns the records of which
   * someone else changed the same: their rows stay as they are.
   */
  async follow(versions: Versions): Promise<readonly number[]> {
    await this.ready();
    const changed = this.worksheet.facts().filter((row) => versions.has(row.id ?? 0) && isUnsettled(row));
    const isChangedRow = new Set(changed.map(({ id }) => id));
    for (const [id, version] of versions) if (!isChangedRow.has(id)) this.worksheet.seen(id, version);
    const merges = new Map(
      changed.map((facts) => {
        const version = versions.get(facts.id ?? 0);
        return [facts.row, version && this.worksheet.merged(facts, version)];
      }),
    );
    const textOf = (row: Row) => merges.get(row)?.text ?? row.text;
    const differing = changed.filter(({ row }) => textOf(row) !== row.text);
    const isReplaced = differing.length === 0 || (await replaceRows(this.file.document, differing, textOf));
    for (const merged of merges.values()) if (isReplaced) merged?.accept();
    await this.bringUpToDate();
    this.file.keepBases([...versions.keys()].map(String));
    return changed.flatMap(({ row, id }) => (merges.get(row) || !row.record || id === undefined ? [] : [id]));
  }

  /** Shows what the service has in rows without changes. */
  async bringUpToDate(): Promise<void> {
    await this.ready();
    if (!this.file.isUnsaved) return this.#showStale();
    // A document with unsaved changes reads nothing, so its rows are edited.
    const stale = this.worksheet.stale();
    if (!(await replaceRows(this.file.document, stale, (row) => this.worksheet.shownText(row)))) return;
    this.worksheet.shows(stale);
    this.file.keepBases(stale.flatMap(({ row: { id } }) => (id === undefined ? [] : [String(id)])));
  }

  async #showStale(): Promise<void> {
    await this.ready();
    const { document } = this.file;
    const stale = document && !this.file.isUnsaved && this.isKnown() ? this.worksheet.stale() : [];
    if (document && stale.length > 0) await this.file.show(this.worksheet.renderedAgain(document.getText(), stale));
  }

  #readRows(document: vscode.TextDocument): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { version } = document;
    const reading = this.worksheet.rows
      .read(document.getText(), () => document.version !== version)
      .then((isRead) => {
        if (this.#reading === reading) this.#reading = undefined;
        if (isRead) this.#parts.changed(this);
      });
    this.#reading = reading;
    return reading;
  }
}

/** The worksheets that are open in this window. */
export function worksheetFiles(parts: WorksheetFileParts): OpenFiles<WorksheetFile> {
  const kind: FileKind<Versions, never, WorksheetFile> = {
    scheme: worksheetScheme,
    owner(uri, file) {
      const name = worksheetOf(uri);
      return name && new WorksheetFile(name, file, parts);
    },
    isShown: (uri) => isShown((shown) => shown.toString() === uri.toString()),
    lockKey: (uri) => uri.toString(),
    cursorPlaces: rowsAsFields,
    failureMessage: (_, failure) => failureText(failure),
    notOpen: () => vscode.l10n.t('This worksheet is not open. Open it with the command Open Worksheet.'),
  };
  return new OpenFiles(kind, parts);
}
