import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../api.ts';
import type { Edits } from '../document/edits.ts';
import type { RecordEvent, SavedEvent } from '../document/events.ts';
import { orKind } from '../document/recordApi.ts';
import type { Records } from '../document/records.ts';
import type { WriteJournal } from '../document/writeJournal.ts';
import type { BaseStorage, OpenFiles } from '../files/openFiles.ts';
import { activeUri } from '../files/tabs.ts';
import { parseIfRecord, type RecordText } from '../record/text.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { reportFailure } from '../workbench/failure.ts';
import { worksheetActions } from './actions.ts';
import { type ChooseParts, chooseWorksheet, namedWorksheet } from './choose.ts';
import { worksheetDiagnostics } from './diagnostics.ts';
import { worksheetLenses } from './lenses.ts';
import { worksheetLoading } from './loading.ts';
import { worksheetOpener } from './open.ts';
import { keepOpened } from './opened.ts';
import { worksheetReview } from './review.ts';
import type { PlacedRow } from './rows.ts';
import { type AgreedChanges, changedRows, type RowOutcomes } from './saveRows.ts';
import { type WorksheetSaves, worksheetSaves } from './saves.ts';
import { type WorksheetFile, worksheetFiles } from './worksheetFile.ts';

export interface ChangedRecord {
  readonly name: RecordName;
  readonly edits: Edits;
}

/** A row that can be saved. */
export interface WholeRow extends PlacedRow {
  readonly id: number;
  /** The record with the row's values, and those of the service for the fields that aren't shown. */
  readonly whole: RecordText;
  /** The fields that are shown; undefined if it is all of them. */
  readonly fields: readonly string[] | undefined;
}

interface WorksheetParts extends ChooseParts, BaseStorage {
  readonly services: Services;
  readonly records: Pick<Records, 'open' | 'operations' | 'reload'>;
  readonly onDidHappen: vscode.Event<RecordEvent>;
  readonly journal: WriteJournal;
}

/** Everything about worksheets, loaded with the first one. */
export type Worksheets = ReturnType<typeof worksheets>;

export function worksheets({ services, records, journal, storage, log, ...parts }: WorksheetParts) {
  const changed = new vscode.EventEmitter<WorksheetFile>();
  const review = worksheetReview();
  const saves = worksheetSaves({
    services,
    journal,
    operations: records.operations,
    review: (worksheet, rows) => review.review(worksheet, rows).catch(reportFailure),
  });
  const loading = worksheetLoading(services, parts.memory);
  const fire = (open: WorksheetFile) => changed.fire(open);
  const files = worksheetFiles({ services, ...loading, ...saves, changed: fire, storage, log });
  const ready = async (uri: vscode.Uri): Promise<WorksheetFile> => {
    const open = await files.ready(uri);
    await open.ready();
    return open;
  };
  const lenses = worksheetLenses(services, files, ready);
  const open = worksheetOpener({ services, files, ready, reload: loading.reload, memory: parts.memory });

  const registrations = vscode.Disposable.from(
    changed,
    files,
    review,
    lenses,
    worksheetDiagnostics(ready, changed.event, lenses.refresh),
    services.onDidChange(() => files.provider.refreshLocks()),
    parts.onDidHappen((event) => {
      if (event.kind === 'saved') followSave(files, event);
    }),
  );
  const api: Pick<VideoRecordsApi, 'openWorksheet'> = {
    openWorksheet: (request) => orKind(async () => (await open(namedWorksheet(request))).toString()),
  };

  return {
    open,
    /** An open worksheet, with its rows read. */
    opened: ready,
    onDidChange: changed.event,
    ...tableSelections(files),
    ...openWorksheets(ready, saves),
    api,
    handlers: {
      openWorksheet: async (input?: unknown, several?: unknown) => {
        const name = await chooseWorksheet(input, several, parts);
        if (name) await keepOpened(parts.memory, name, name.query ?? '');
        return name && (await open(name)).toString();
      },
      ...worksheetActions({ records, ready, review, saves, open, ...loading }),
    } satisfies CommandHandlers<'worksheets'>,
    files: files.provider,
    dispose: () => registrations.dispose(),
  };
}

/** What other features ask of an open worksheet. */
function openWorksheets(ready: (uri: vscode.Uri) => Promise<WorksheetFile>, saves: WorksheetSaves) {
  return {
    /** The records that are changed and unsaved in an open worksheet. Rejects where its text can't be saved. */
    async changed(uri: vscode.Uri): Promise<readonly ChangedRecord[]> {
      const { worksheet, file } = await ready(uri);
      const rows = await changedRows(worksheet, file.document?.getText() ?? '[]');
      const { service } = worksheet.name;
      return rows.flatMap(({ id, edits }) => (edits ? [{ name: { service, id }, edits }] : []));
    },
    /** Saves an open worksheet if that changes nothing but this on the service. Asks nothing. */
    async saveAgreed(uri: vscode.Uri, agreed: AgreedChanges): Promise<RowOutcomes> {
      const sheet = await ready(uri);
      const text = sheet.file.document?.getText();
      return text === undefined ? new Map() : saves.saveAgreed(sheet, text, agreed);
    },
    /** The rows of an open worksheet, without those that have a problem. */
    async rows(uri: vscode.Uri): Promise<readonly WholeRow[]> {
      const { worksheet } = await ready(uri);
      const { fields } = worksheet.name;
      return worksheet.facts().flatMap(({ row, offset, id, problem, edits }) => {
        const whole = edits?.edited ?? (id === undefined ? undefined : worksheet.document(id)?.base?.record);
        return id === undefined || problem || !whole ? [] : [{ row, offset, id, whole, fields }];
      });
    },
    /** The record of a worksheet that a place is in. */
    async recordAt(document: vscode.TextDocument, position: vscode.Position) {
      const { worksheet } = await ready(document.uri);
      const facts = worksheet.factsAt(document.offsetAt(position));
      if (!facts) return undefined;
      const { row, offset, edits } = facts;
      const { service, fields } = worksheet.name;
      const base = parseIfRecord(worksheet.shownText(row));
      return { service, fields, text: row.text, offset, base, changes: edits?.changes ?? [] };
    },
  };
}

/** What is selected in the table that is the active editor. */
function tableSelections(files: OpenFiles<WorksheetFile>) {
  const selection = () => {
    const uri = vscode.window.activeTextEditor ? undefined : activeUri();
    return uri && files.known(uri);
  };
  return {
    selectedIds: (uri: vscode.Uri): readonly number[] | undefined => {
      const open = selection();
      return open?.uri.toString() === uri.toString() ? open.tableSelection?.ids : undefined;
    },
    /** The record with the cursor. */
    activeRow(): RecordName | undefined {
      const { worksheet, tableSelection } = selection() ?? {};
      return worksheet && tableSelection && { service: worksheet.name.service, id: tableSelection.id };
    },
  };
}

/** Shows what was saved in all other worksheets with the record. */
function followSave(files: OpenFiles<WorksheetFile>, { name: { service, id }, saved, by }: SavedEvent): void {
  const isOther = ({ worksheet }: WorksheetFile) => worksheet.name.service === service && worksheet.document(id) !== by;
  for (const sheet of files.all().filter(isOther)) void sheet.savedElsewhere(id, saved).catch(reportFailure);
}
