import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../api.ts';
import { cursorPlaces } from '../document/cursorPlaces.ts';
import { orKind } from '../document/documentApi.ts';
import type { Edits } from '../document/edits.ts';
import { openUriOf } from '../document/openRecord.ts';
import type { RecordDocuments } from '../document/recordDocuments.ts';
import { serviceOf } from '../document/recordService.ts';
import { SaveFailure } from '../document/saveMessages.ts';
import type { WriteJournal } from '../document/writeJournal.ts';
import { spliceFields } from '../record/splice.ts';
import { editBetween } from '../record/textEdits.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { isUnsaved, openDocument, rangeAt, shownUri, untilDocument } from '../workbench/documents.ts';
import { Failure, messageOf, reportFailure, runCommand } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { type ChooseRecords, chooseWorksheet, namedWorksheet } from './openWorksheet.ts';
import { openWorksheets } from './openWorksheets.ts';
import { readRecords } from './readRecords.ts';
import {
  type AgreedChanges,
  changedRows,
  resolveRow,
  type SaveParts,
  type SaveResult,
  saveWorksheet,
} from './saveWorksheet.ts';
import { worksheetBases } from './worksheetBases.ts';
import { worksheetDiagnostics } from './worksheetDiagnostics.ts';
import { isChanged, type RowOutcome, type Worksheet } from './worksheetDocument.ts';
import { worksheetFileSystem } from './worksheetFileSystem.ts';
import { type WorksheetAction, worksheetLenses } from './worksheetLenses.ts';
import { outcomeMessage, summary, unreadMessage, waysOn, words } from './worksheetMessages.ts';
import { reportDocuments, reportText, reportUri } from './worksheetReport.ts';
import { worksheetReview } from './worksheetReview.ts';
import type { PlacedRow, Row } from './worksheetRows.ts';
import { rowsAsFields } from './worksheetText.ts';
import { sameWorksheet, type WorksheetName, worksheetOf, worksheetUri } from './worksheetUri.ts';

/** Values of fields, as JSON text, by record. */
export type WorksheetValues = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** What the rest of the extension may ask of worksheets. */
export interface Worksheets {
  /** Opens records as one document. `values` are filled in as unsaved changes. */
  open(name: WorksheetName, values?: WorksheetValues): Promise<vscode.Uri>;
  /** The records that are changed and unsaved in an open worksheet. Rejects where its text can't be saved. */
  changed(uri: vscode.Uri): Promise<readonly ChangedRecord[]>;
  /** Saves an open worksheet if that changes nothing but this on the service. Asks nothing. */
  saveAgreed(uri: vscode.Uri, agreed: AgreedChanges): Promise<ReadonlyMap<number, RowOutcome>>;
}

export interface ChangedRecord {
  readonly name: RecordName;
  readonly edits: Edits;
}

export interface WorksheetParts {
  readonly services: Services;
  readonly documents: Pick<RecordDocuments, 'open' | 'savedElsewhere'>;
  readonly journal: WriteJournal;
  readonly chooseRecords: ChooseRecords;
  readonly memory: vscode.Memento;
  readonly storage: vscode.Uri;
  readonly log: Pick<vscode.LogOutputChannel, 'warn'>;
}

export type LoadedWorksheets = ReturnType<typeof worksheets>;

/** Everything about worksheets, loaded with the first one. */
export function worksheets({ services, documents, journal, storage, log, ...parts }: WorksheetParts) {
  const bases = worksheetBases(vscode.Uri.joinPath(storage, 'worksheets').fsPath);
  const open = openWorksheets(bases, (failure) => log.warn(`Worksheet: ${failure}`));
  const review = worksheetReview();
  const reports = reportDocuments();
  const diagnostics = worksheetDiagnostics(open);
  const lenses = worksheetLenses(open, diagnostics.count);
  const lastSaves = new Map<string, ReadonlyMap<number, RowOutcome>>();
  const saveParts: SaveParts = {
    services,
    journal,
    isUnsaved: (name) => {
      const uri = openUriOf(name);
      const document = uri && openDocument(uri);
      return document !== undefined && isUnsaved(document);
    },
    review: (worksheet, changed) => review.review(worksheet, changed).catch(reportFailure),
  };

  const nameOf = ({ name: { service } }: Worksheet, id: number): RecordName => ({ service, id });
  const clientOf = (worksheet: Worksheet) => services.client(serviceOf(services, nameOf(worksheet, 0)));

  /** Reads the records. VS Code's next read gets them. */
  const load = async (worksheet: Worksheet): Promise<void> => {
    const { ids } = worksheet.name;
    const { versions, unread } = await readRecords(await clientOf(worksheet), ids);
    if (versions.size === 0) {
      const [cause] = unread.values();
      throw new Failure(cause, { service: worksheet.name.service }, {}, words.noneRead(ids.length));
    }
    worksheet.loaded(versions, unread);
    if (unread.size > 0) void reportUnread(worksheet);
  };

  const reportUnread = async (worksheet: Worksheet) => {
    const message = unreadMessage(worksheet.unread);
    const chosen = await vscode.window.showWarningMessage(message, words.retry(), words.showReport());
    if (chosen === words.retry()) await reload(worksheet).catch(reportFailure);
    if (chosen === words.showReport()) await showReport(worksheet);
  };

  const showReport = (worksheet: Worksheet) =>
    reports.show(reportUri(worksheet), reportText(lastSaves.get(worksheet.uri) ?? new Map(), worksheet.unread));

  /** Shows the records as the service has them now. Unsaved changes are left alone. */
  const reload = async (worksheet: Worksheet) => {
    const uri = vscode.Uri.parse(worksheet.uri);
    const document = openDocument(uri);
    if (document && isUnsaved(document)) throw new Error(words.saveFirst());
    await worksheet.inTurn(() => load(worksheet));
    if (document) await showOffered(worksheet, document);
  };

  /** Has a document without unsaved changes show what is offered, with its cursors where they were. */
  const showOffered = async (worksheet: Worksheet, document: vscode.TextDocument) => {
    const text = worksheet.offeredText;
    if (text === undefined) return;
    const restoreCursors = cursorPlaces(document, text, rowsAsFields);
    const isTaken = (shown: vscode.TextDocument) => shown.isDirty || shown.getText() === text;
    await untilDocument(document.uri, isTaken, () => files.tell(worksheet));
    await restoreCursors();
  };

  /** Tells everyone how a save went. Rejects if something was left behind. */
  const finish = async (worksheet: Worksheet, { outcomes }: SaveResult): Promise<void> => {
    if (outcomes.size === 0) return;
    lastSaves.set(worksheet.uri, outcomes);
    const saved = [...outcomes].flatMap(([id, outcome]) => (outcome.kind === 'saved' ? [[id, outcome] as const] : []));
    for (const [id, one] of saved) void documents.savedElsewhere(nameOf(worksheet, id), one);
    open.keepBases(
      worksheet,
      saved.map(([id, { version }]) => [id, version]),
    );
    worksheet.refresh();
    const left = [...outcomes].filter(([, { kind }]) => kind !== 'saved' && kind !== 'unchanged');
    if (left.length > 0) {
      await bringUpToDate(worksheet);
      const [first] = outcomes;
      const message = outcomes.size === 1 && first ? (outcomeMessage(...first) ?? '') : summary(outcomes);
      throw new SaveFailure('notStored', plainText(message, 600) + waysOn(worksheet.uri));
    }
    void tellNews(worksheet, outcomes);
  };

  const tellNews = async (worksheet: Worksheet, outcomes: ReadonlyMap<number, RowOutcome>) => {
    const news = [...outcomes].flatMap(([id, outcome]) => outcomeMessage(id, outcome) ?? []);
    if (outcomes.size === 1 && news.length === 0) return;
    const message = news.length === 0 ? summary(outcomes) : words.savedWithNews(summary(outcomes), news.length);
    const chosen = await vscode.window.showInformationMessage(message, words.showReport());
    if (chosen) await showReport(worksheet);
  };

  /** Brings saved rows of a document with unsaved changes to what the service has. */
  const bringUpToDate = async (worksheet: Worksheet): Promise<void> => {
    const stale = worksheet.stale();
    const replaced = await replaceRows(worksheet, stale, (row) => worksheet.shownText(row));
    if (replaced) worksheet.shows(stale);
  };

  const replaceRows = async (worksheet: Worksheet, rows: readonly PlacedRow[], textOf: (row: Row) => string) => {
    const document = openDocument(vscode.Uri.parse(worksheet.uri));
    if (!document || rows.length === 0) return false;
    const edit = new vscode.WorkspaceEdit();
    for (const { row, offset } of rows) {
      const change = editBetween(row.text, textOf(row));
      edit.replace(document.uri, rangeAt(document, offset + change.offset, change.length), change.text);
    }
    return vscode.workspace.applyEdit(edit);
  };

  const files = worksheetFileSystem({
    services,
    worksheets: open,
    load,
    save: async (worksheet, text) => finish(worksheet, await saveWorksheet(saveParts, worksheet, text)),
  });

  const openWorksheet: Worksheets['open'] = async (name, values = new Map()) => {
    const wanted = withFields(name, values);
    serviceOf(services, { service: wanted.service, id: 0 });
    const uri = shownWorksheet(wanted) ?? worksheetUri(wanted, words.label(wanted.ids.length));
    if (!worksheetOf(uri)) throw new Error(words.noRecords());
    const worksheet = open.of(uri);
    try {
      const document = openDocument(uri);
      // VS Code keeps a document for a while after its tab is closed, and would show it as it was.
      if (!document) await worksheet.inTurn(() => load(worksheet));
      else if (!shownWorksheet(wanted)) await reload(worksheet);
    } catch (failure) {
      const again = () => openWorksheet(name, values);
      const cause = failure instanceof Failure ? failure.cause : failure;
      throw new Failure(cause, { service: name.service }, { retry: again }, (failure as Error).message);
    }
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
    if (values.size > 0) await fill(uri, values);
    return uri;
  };

  const fill = async (uri: vscode.Uri, values: WorksheetValues) => {
    await vscode.workspace.openTextDocument(uri);
    const worksheet = await open.ready(uri);
    const rows = worksheet.facts().filter(({ id, row }) => id !== undefined && values.has(id) && row.record);
    const filled = await replaceRows(worksheet, rows, ({ id, record, text }) => {
      const given = values.get(id ?? 0);
      return record && given
        ? spliceFields(record, [...new Set([...record.fields.keys(), ...given.keys()])], given)
        : text;
    });
    if (!filled) throw new Error(words.edited());
  };

  const resolve = async (worksheet: Worksheet, id: number, side: 'mine' | 'theirs') => {
    const row = worksheet.facts().find((facts) => facts.id === id);
    if (!row || !isChanged(row)) return;
    try {
      await worksheet.inTurn(async () =>
        finish(worksheet, await resolveRow(saveParts, worksheet, { ...row, id }, side)),
      );
    } finally {
      await bringUpToDate(worksheet);
    }
    await saveIfDone(worksheet);
  };

  const changed: Worksheets['changed'] = async (uri) => {
    const worksheet = await open.ready(uri);
    const rows = await changedRows(worksheet, openDocument(uri)?.getText() ?? '[]');
    return rows.flatMap(({ id, edits }) => (edits ? [{ name: nameOf(worksheet, id), edits }] : []));
  };

  const saveAgreed: Worksheets['saveAgreed'] = async (uri, agreed) => {
    const worksheet = await open.ready(uri);
    const document = openDocument(uri);
    if (!document) return new Map();
    const { outcomes } = await worksheet.inTurn(async () => {
      const result = await saveWorksheet(saveParts, worksheet, document.getText(), agreed);
      // What was left behind is in the outcomes, and the user is told as after any save: the links are ours.
      await finish(worksheet, result).catch((failure) => void vscode.window.showErrorMessage(messageOf(failure)));
      return result;
    });
    await bringUpToDate(worksheet);
    await saveIfDone(worksheet);
    return outcomes;
  };

  /** With nothing left to send, a save only makes the document clean. */
  const saveIfDone = async (worksheet: Worksheet) => {
    if (worksheet.facts().some((facts) => facts.problem || isChanged(facts))) return;
    await openDocument(vscode.Uri.parse(worksheet.uri))?.save();
  };

  const compare = async (worksheet: Worksheet, id: number) => {
    const row = worksheet.facts().find((facts) => facts.id === id);
    if (!row) return;
    const version = await (await clientOf(worksheet)).read(id);
    worksheet.document(id)?.newerSeen(version);
    await review.compare(worksheet, row, version.record);
  };

  const act = async ({ uri: text, action, id = 0, field }: WorksheetAction): Promise<unknown> => {
    const uri = vscode.Uri.parse(text);
    const worksheet = await open.ready(uri);
    switch (action) {
      case 'review':
        return review.review(worksheet);
      case 'save':
        return openDocument(uri)?.save();
      case 'report':
        return showReport(worksheet);
      case 'open':
        return documents.open(nameOf(worksheet, id));
      case 'preview':
        return runCommand(commandIds.preview, nameOf(worksheet, id));
      case 'compare':
        return compare(worksheet, id);
      case 'keepMine':
        return resolve(worksheet, id, 'mine');
      case 'takeTheirs':
        return resolve(worksheet, id, 'theirs');
      case 'reopenWith':
        return reopenWith(worksheet, field ?? '');
    }
  };

  /** Another worksheet with one more field. What is unsaved in this one comes along. */
  const reopenWith = async (worksheet: Worksheet, field: string) => {
    const { name } = worksheet;
    const unsaved = worksheet.facts().flatMap(({ id, row, edits, problem }) => {
      if (id === undefined || !row.record || (problem && problem.kind !== 'otherField')) return [];
      const changed = problem ? [...row.record.fields.keys()] : (edits?.changes ?? []).map((change) => change.field);
      const values = changed.flatMap((key) => {
        const raw = key === 'id' ? undefined : row.record?.fields.get(key)?.raw;
        return raw === undefined ? [] : [[key, raw] as const];
      });
      return values.length > 0 ? [[id, new Map(values)] as const] : [];
    });
    return openWorksheet({ ...name, fields: [...(name.fields ?? []), field] }, new Map(unsaved));
  };

  const registrations = vscode.Disposable.from(
    open,
    review,
    reports,
    diagnostics,
    files,
    open.onDidOutdate((worksheet) => {
      const document = openDocument(vscode.Uri.parse(worksheet.uri));
      if (!document) return;
      worksheet.offerShown(document.getText(), worksheet.stale());
      void showOffered(worksheet, document);
    }),
    open.onDidChange((worksheet) => {
      if (!openDocument(vscode.Uri.parse(worksheet.uri))) lastSaves.delete(worksheet.uri);
    }),
  );

  const api: Pick<VideoRecordsApi, 'openWorksheet'> = {
    openWorksheet: (request) => orKind(async () => (await openWorksheet(namedWorksheet(request))).toString()),
  };

  return {
    open: openWorksheet,
    changed,
    saveAgreed,
    openChosen: async (input: unknown, several: unknown) => {
      const name = await chooseWorksheet(input, several, parts.chooseRecords, parts.memory);
      return name && (await openWorksheet(name)).toString();
    },
    reviewActive: async () => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      if (!uri || !worksheetOf(uri)) throw new Error(words.noneActive());
      await review.review(await open.ready(uri));
    },
    api,
    act: (argument: unknown) => act(argument as WorksheetAction),
    files,
    lenses,
    actions: diagnostics.actions,
    onDidChange: open.onDidChange,
    recordAt: async (document: vscode.TextDocument, position: vscode.Position) => {
      const worksheet = await open.ready(document.uri);
      const at = document.offsetAt(position);
      const found = worksheet.facts().find(({ row, offset }) => offset <= at && at <= offset + row.text.length);
      return found && { ...found, service: worksheet.name.service, fields: worksheet.name.fields };
    },
    dispose: () => registrations.dispose(),
  };
}

function withFields({ service, ids, fields }: WorksheetName, values: WorksheetValues): WorksheetName {
  if (!fields) return { service, ids };
  const given = [...values.values()].flatMap((some) => [...some.keys()]);
  const chosen = [...new Set([...fields, ...given])].filter((field) => field !== 'id');
  return { service, ids, fields: chosen };
}

/** The URI under which a worksheet is open, whatever its label. */
function shownWorksheet(name: WorksheetName): vscode.Uri | undefined {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.flatMap((input) => shownUri(input) ?? []).find((uri) => sameWorksheet(worksheetOf(uri), name));
}
