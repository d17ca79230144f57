import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../api.ts';
import { orKind } from '../document/documentApi.ts';
import type { Edits } from '../document/edits.ts';
import { unsavedDocument } from '../document/openRecord.ts';
import type { RecordDocuments } from '../document/recordDocuments.ts';
import { serviceOf } from '../document/recordService.ts';
import type { WriteJournal } from '../document/writeJournal.ts';
import { parseIfRecord } from '../record/text.ts';
import type { RecordName, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { isUnsaved, openDocument, shownUri } from '../workbench/documents.ts';
import { Failure, reportFailure } from '../workbench/failure.ts';
import { type ChooseRecords, chooseWorksheet, namedWorksheet } from './chooseWorksheet.ts';
import { openWorksheets } from './openWorksheets.ts';
import type { RowOutcomes } from './outcomeMessages.ts';
import { isUnsettled } from './rowFacts.ts';
import { type AgreedChanges, changedRows } from './saveWorksheet.ts';
import { worksheetActions, worksheetLenses } from './worksheetActions.ts';
import { worksheetBases } from './worksheetBases.ts';
import { worksheetDiagnostics } from './worksheetDiagnostics.ts';
import { fillRows, type ValuesBasis, type WorksheetValues } from './worksheetEdits.ts';
import { worksheetFileSystem } from './worksheetFileSystem.ts';
import { worksheetLoading } from './worksheetLoading.ts';
import { words } from './worksheetMessages.ts';
import { worksheetReview } from './worksheetReview.ts';
import { worksheetSaves } from './worksheetSaves.ts';
import { sameWorksheet, type WorksheetName, worksheetOf, worksheetUri } from './worksheetUri.ts';

/** What the rest of the extension may ask of worksheets. */
export interface Worksheets {
  /** Opens records as one document. `values` are filled in as unsaved changes. */
  open(name: WorksheetName, values?: WorksheetValues, basis?: ValuesBasis): Promise<vscode.Uri>;
  /** The records that are changed and unsaved in an open worksheet. Rejects where its text can't be saved. */
  changed(uri: vscode.Uri): Promise<readonly ChangedRecord[]>;
  /** Saves an open worksheet if that changes nothing but this on the service. Asks nothing. */
  saveAgreed(uri: vscode.Uri, agreed: AgreedChanges): Promise<RowOutcomes>;
}

export interface ChangedRecord {
  readonly name: RecordName;
  readonly edits: Edits;
}

export interface WorksheetParts {
  readonly services: Services;
  readonly documents: Pick<RecordDocuments, 'open' | 'savedElsewhere' | 'onDidHappen'>;
  readonly journal: WriteJournal;
  readonly chooseRecords: ChooseRecords;
  readonly memory: vscode.Memento;
  /** For what another window with the same worksheet must not change. */
  readonly windowMemory: vscode.Memento;
  /** The window's own folder. */
  readonly storage: () => vscode.Uri;
  readonly log: Pick<vscode.LogOutputChannel, 'warn'>;
}

export type LoadedWorksheets = ReturnType<typeof worksheets>;

/** Everything about worksheets, loaded with the first one. */
export function worksheets({ services, documents, journal, storage, log, ...parts }: WorksheetParts) {
  const bases = worksheetBases(vscode.Uri.joinPath(storage(), 'worksheets').fsPath);
  const known = openWorksheets(bases, parts.windowMemory, (failure) => log.warn(`Worksheet: ${failure}`));
  const review = worksheetReview();
  const diagnostics = worksheetDiagnostics(known);
  const saves = worksheetSaves(
    {
      services,
      journal,
      isUnsaved: (name) => unsavedDocument(name) !== undefined,
      review: (worksheet, changed) => review.review(worksheet, changed).catch(reportFailure),
      onDidSave: (name, saved) => void documents.savedElsewhere(name, saved),
    },
    known,
  );
  const loading = worksheetLoading({
    services,
    tell: (worksheet) => files.tell(worksheet),
    showReport: saves.showReport,
  });
  const files = worksheetFileSystem({ services, worksheets: known, load: loading.load, saves });

  const open: Worksheets['open'] = async (name, values = new Map(), basis) => {
    const wanted = withFieldsOf(name, values);
    const { access } = serviceOf(services, { service: wanted.service, id: 0 });
    if (values.size > 0 && access === 'readOnly') throw new UserError(words.readOnly(wanted.service));
    const shown = shownWorksheet(wanted);
    const uri = shown ?? worksheetUri(wanted, words.label(wanted.ids.length));
    if (!worksheetOf(uri)) throw new UserError(words.tooLarge());
    const worksheet = known.of(uri);
    try {
      const document = openDocument(uri);
      // Not whether VS Code has something to save: right after a save it still believes so.
      if (basis && document && (await known.ready(uri)).facts().some(isUnsettled))
        throw new UserError(words.saveFirst());
      // VS Code keeps a document for a while after its tab is closed. Values are meant for what the service has now.
      const isCurrent = shown && document && (values.size === 0 || isUnsaved(document));
      const isOut = [...values.keys()].some((id) => !worksheet.wanted.includes(id));
      if (isCurrent && isOut) throw new UserError(words.saveFirst());
      // A record that was taken out before the last save comes back with its values.
      if (!shown || isOut) known.reopened(worksheet);
      if (!isCurrent) await loading.reload(worksheet);
    } catch (failure) {
      const cause = failure instanceof Failure ? failure.cause : failure;
      const message = failure instanceof Error ? failure.message : String(failure);
      throw new Failure(cause, { service: name.service }, { retry: () => open(name, values, basis) }, message);
    }
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
    if (values.size > 0) {
      await vscode.workspace.openTextDocument(uri);
      await fillRows(await known.ready(uri), values, basis);
    }
    return uri;
  };
  const changed: Worksheets['changed'] = async (uri) => {
    const worksheet = await known.ready(uri);
    const rows = await changedRows(worksheet, openDocument(uri)?.getText() ?? '[]');
    const { service } = worksheet.name;
    return rows.flatMap(({ id, edits }) => (edits ? [{ name: { service, id }, edits }] : []));
  };
  const saveAgreed: Worksheets['saveAgreed'] = async (uri, agreed) => {
    const worksheet = await known.ready(uri);
    const document = openDocument(uri);
    return document ? saves.saveAgreed(worksheet, document.getText(), agreed) : new Map();
  };
  const api: Pick<VideoRecordsApi, 'openWorksheet'> = {
    openWorksheet: (request) => orKind(async () => (await open(namedWorksheet(request))).toString()),
  };

  const registrations = vscode.Disposable.from(
    known,
    review,
    saves,
    diagnostics,
    files,
    documents.onDidHappen((event) => {
      if (event.kind === 'saved') known.savedElsewhere(event.name, event.saved);
    }),
    known.onDidOutdate((worksheet) => {
      const document = openDocument(vscode.Uri.parse(worksheet.uri));
      if (!document) return;
      worksheet.offerShown(document.getText(), worksheet.stale());
      void loading.showOffered(worksheet);
    }),
  );

  return {
    open,
    changed,
    saveAgreed,
    api,
    handlers: {
      openWorksheet: async (input?: unknown, several?: unknown) => {
        const name = await chooseWorksheet(input, several, parts.chooseRecords, parts.memory);
        return name && (await open(name)).toString();
      },
      ...worksheetActions({
        worksheets: known,
        review,
        saves,
        open,
        openRecord: documents.open,
        client: loading.client,
      }),
    },
    files,
    lenses: worksheetLenses(known, diagnostics.count),
    actions: diagnostics.actions,
    onDidChangeLenses: diagnostics.onDidCheck,
    /** The record of a worksheet that a place is in. */
    async recordAt(document: vscode.TextDocument, position: vscode.Position) {
      const worksheet = await known.ready(document.uri);
      const facts = worksheet.factsAt(document.offsetAt(position));
      if (!facts) return undefined;
      const { row, offset, edits } = facts;
      const { service, fields } = worksheet.name;
      const base = parseIfRecord(worksheet.shownText(row));
      return { service, fields, text: row.text, offset, base, changes: edits?.changes ?? [] };
    },
    dispose: () => registrations.dispose(),
  };
}

/** A worksheet that has the fields of the values too. */
function withFieldsOf({ service, ids, fields }: WorksheetName, values: WorksheetValues): WorksheetName {
  if (!fields?.some((field) => field !== 'id')) return { service, ids };
  const given = [...values.values()].flatMap((some) => [...some.keys()]);
  return { service, ids, fields: [...new Set([...fields, ...given])].filter((field) => field !== 'id') };
}

/** The URI under which a worksheet is open, whatever its label. */
function shownWorksheet(name: WorksheetName): vscode.Uri | undefined {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.flatMap((input) => shownUri(input) ?? []).find((uri) => sameWorksheet(worksheetOf(uri), name));
}
