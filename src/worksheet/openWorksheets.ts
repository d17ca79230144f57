import * as vscode from 'vscode';
import { type Saved, savedVersion } from '../document/saveRecord.ts';
import type { RecordName } from '../service/services.ts';
import { isUnsaved, onDidChangeTabOf, onDidCloseDocument, openDocument } from '../workbench/documents.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { WorksheetBases } from './worksheetBases.ts';
import { Worksheet } from './worksheetDocument.ts';
import { worksheetOf, worksheetScheme } from './worksheetUri.ts';

/** `settled`: the service has everything, and VS Code is to know it. */
export type SaveReason = 'manual' | 'automatic' | 'settled';

/** The worksheets of this window. */
export interface OpenWorksheets extends vscode.Disposable {
  /** Throws `FileNotFound` for a URI that names no worksheet. */
  of(uri: vscode.Uri): Worksheet;
  known(uri: vscode.Uri): Worksheet | undefined;
  /** The worksheet with its bases, and with its rows as they are on screen. */
  ready(uri: vscode.Uri): Promise<Worksheet>;
  /** Why VS Code is about to save, once. Undefined where no editor saves. */
  takeReason(uri: vscode.Uri): SaveReason | undefined;
  /** Has VS Code consider the document saved, which sends nothing. */
  makeClean(worksheet: Worksheet): Promise<void>;
  /** No tab shows the worksheet, and it is opened with all its records. */
  reopened(worksheet: Worksheet): void;
  /** VS Code considers this text saved. */
  written(worksheet: Worksheet, text: string): Promise<void>;
  /** The user saved a record, perhaps past a worksheet that has it. */
  savedElsewhere(name: RecordName, saved: Saved): void;
  /** Bases of unsaved changes have moved on. */
  keepBases(worksheet: Worksheet, ids: readonly number[]): void;
  /** The text, the bases or how the last save went has changed. */
  readonly onDidChange: vscode.Event<Worksheet>;
  /** VS Code has nothing to save, and rows should show what the service has. */
  readonly onDidOutdate: vscode.Event<Worksheet>;
}

const quietMs = 100;
/** The records that were taken out of open worksheets, by URI. */
const removedKey = 'worksheet.removed';

/** Tells each worksheet what VS Code says about it, and keeps the bases of unsaved changes on disk. */
export function openWorksheets(
  bases: WorksheetBases,
  memory: vscode.Memento,
  log: (failure: unknown) => void,
): OpenWorksheets {
  const worksheets = new Map<string, Worksheet>();
  const reasons = new Map<string, SaveReason>();
  const recoveries = new Map<Worksheet, Promise<void>>();
  /** Reads of texts whose rows could not be followed change by change. */
  const readings = new Map<Worksheet, Promise<unknown>>();
  const timers = quietTimers();
  const changed = new vscode.EventEmitter<Worksheet>();
  const outdated = new vscode.EventEmitter<Worksheet>();

  const removed = () => memory.get<Readonly<Record<string, readonly number[]>>>(removedKey, {});
  const remember = (uri: string, ids: readonly number[]) => {
    const { [uri]: before, ...others } = removed();
    if (ids.length > 0) quietly(Promise.resolve(memory.update(removedKey, { ...others, [uri]: ids })));
    else if (before) quietly(Promise.resolve(memory.update(removedKey, others)));
  };

  /** A disk that fails costs the bases after a crash, and nothing before. */
  const quietly = (work: Promise<unknown>) => void work.catch(log);
  const known = (uri: vscode.Uri) => worksheets.get(uri.toString());
  const of = (uri: vscode.Uri): Worksheet => {
    const existing = known(uri);
    if (existing) return existing;
    const name = worksheetOf(uri);
    if (!name) throw vscode.FileSystemError.FileNotFound();
    const taken = removed()[uri.toString()] ?? [];
    const worksheet: Worksheet = new Worksheet(name, uri.toString(), () => changed.fire(worksheet), taken);
    worksheets.set(uri.toString(), worksheet);
    return worksheet;
  };

  const recover = (worksheet: Worksheet) => {
    const started = recoveries.get(worksheet);
    if (started || worksheet.isKnown) return started;
    const found = bases.recover(worksheet.uri).catch((failure) => {
      log(failure);
      return new Map();
    });
    const recovery = found.then((some) => worksheet.recovered(some));
    recoveries.set(worksheet, recovery);
    return recovery;
  };

  const readRows = (document: vscode.TextDocument, worksheet: Worksheet) => {
    timers.cancel(worksheet.uri);
    const { version } = document;
    const reading = worksheet.rows
      .read(document.getText(), () => document.version !== version)
      .then((isRead) => {
        if (readings.get(worksheet) === reading) readings.delete(worksheet);
        if (isRead) changed.fire(worksheet);
      });
    readings.set(worksheet, reading);
    return reading;
  };

  /** Someone may type while the text is read. */
  const upToDate = async (document: vscode.TextDocument, worksheet: Worksheet) => {
    while (timers.has(worksheet.uri) || readings.has(worksheet)) {
      if (timers.has(worksheet.uri)) void readRows(document, worksheet);
      await readings.get(worksheet);
    }
  };

  const settle = async (document: vscode.TextDocument, worksheet: Worksheet) => {
    worksheet.settled(() => document.getText());
    await upToDate(document, worksheet);
    // After a restart a document with unsaved changes first looks saved. Without bases, those on disk are still needed.
    if (isUnsaved(document) || !worksheet.isKnown) return;
    quietly(bases.drop(worksheet.uri));
    if (worksheet.stale().length > 0) outdated.fire(worksheet);
  };

  const follow = (document: vscode.TextDocument) => {
    const worksheet = isWorksheet(document) ? of(document.uri) : undefined;
    if (!worksheet) return;
    if (!isUnsaved(document)) return void settle(document, worksheet).catch(log);
    worksheet.offered.withdraw();
    if (worksheet.isKnown) quietly(bases.keep(worksheet.uri, () => worksheet.bases()));
    else quietly(Promise.resolve(recover(worksheet)));
  };

  const edited = ({ document, contentChanges }: vscode.TextDocumentChangeEvent) => {
    const worksheet = isWorksheet(document) ? of(document.uri) : undefined;
    if (!worksheet) return;
    const isFollowed = document.eol === vscode.EndOfLine.LF && !timers.has(worksheet.uri) && !readings.has(worksheet);
    if (contentChanges.length > 0) {
      if (isFollowed && worksheet.rows.apply(contentChanges)) changed.fire(worksheet);
      else timers.schedule(worksheet.uri, quietMs, () => void readRows(document, worksheet));
      // VS Code fires the first edit of a clean document before it counts as unsaved, and then once more.
      if (!isUnsaved(document) && !worksheet.offered.isLastRead(document.getText())) return;
    }
    follow(document);
  };

  const forget = ({ uri }: vscode.TextDocument) => {
    const worksheet = known(uri);
    if (!worksheet) return;
    worksheets.delete(uri.toString());
    timers.cancel(worksheet.uri);
    readings.delete(worksheet);
    recoveries.delete(worksheet);
    reasons.delete(worksheet.uri);
    if (worksheet.isKnown) quietly(bases.drop(worksheet.uri));
    remember(worksheet.uri, []);
    changed.fire(worksheet);
  };

  const ready = async (uri: vscode.Uri) => {
    const worksheet = of(uri);
    const document = openDocument(uri);
    if (!document) return worksheet;
    if (!worksheet.isKnown) await recover(worksheet);
    const isRead = worksheet.rows.error !== undefined || worksheet.rows.all().length > 0;
    if (!isRead) await readRows(document, worksheet);
    await upToDate(document, worksheet);
    return worksheet;
  };

  const registrations = vscode.Disposable.from(
    changed,
    outdated,
    timers,
    vscode.workspace.onDidOpenTextDocument(follow),
    vscode.workspace.onDidSaveTextDocument(follow),
    vscode.workspace.onDidChangeTextDocument(edited),
    onDidChangeTabOf(follow),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (!isWorksheet(document) || reasons.get(document.uri.toString()) === 'settled') return;
      const isManual = reason === vscode.TextDocumentSaveReason.Manual;
      reasons.set(document.uri.toString(), isManual ? 'manual' : 'automatic');
    }),
    onDidCloseDocument(forget),
  );
  vscode.workspace.textDocuments.forEach(follow);

  return {
    of,
    known,
    ready,
    takeReason(uri) {
      const reason = reasons.get(uri.toString());
      reasons.delete(uri.toString());
      return reason;
    },
    async makeClean({ uri }) {
      reasons.set(uri, 'settled');
      await openDocument(vscode.Uri.parse(uri))?.save();
      // Taken by the write, unless there was none.
      if (reasons.get(uri) === 'settled') reasons.delete(uri);
    },
    reopened(worksheet) {
      worksheet.reopened();
      remember(worksheet.uri, []);
    },
    async written(worksheet, text) {
      remember(worksheet.uri, await worksheet.written(text));
    },
    savedElsewhere({ service, id }, saved) {
      for (const worksheet of worksheets.values()) {
        if (worksheet.name.service === service) worksheet.document(id)?.savedElsewhere(savedVersion(saved));
      }
    },
    keepBases(worksheet, ids) {
      quietly(bases.add(worksheet.uri, worksheet.bases(ids)));
    },
    onDidChange: changed.event,
    onDidOutdate: outdated.event,
    dispose: () => registrations.dispose(),
  };
}

function isWorksheet({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === worksheetScheme && worksheetOf(uri) !== undefined;
}
