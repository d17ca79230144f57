import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../api.ts';
import type { Edits } from '../document/edits.ts';
import type { RecordEvent, SavedEvent } from '../document/events.ts';
import { orKind } from '../document/recordApi.ts';
import type { Records } from '../document/records.ts';
import type { WriteJournal } from '../document/writeJournal.ts';
import type { BaseStorage, OpenFiles } from '../files/openFiles.ts';
import type { FileProvider } from '../files/provider.ts';
import { activeUri } from '../files/tabs.ts';
import type { Change } from '../record/changes.ts';
import { parseIfRecord, type RecordText } from '../record/text.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { reportFailure } from '../workbench/failure.ts';
import { worksheetActions } from './actions.ts';
import { type ChooseParts, chooseWorksheet, namedWorksheet } from './choose.ts';
import { worksheetDiagnostics } from './diagnostics.ts';
import { worksheetLenses } from './lenses.ts';
import { worksheetLoading } from './loading.ts';
import { type OpenWorksheet, worksheetOpener } from './open.ts';
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

/** What the rest of the extension may ask of worksheets. */
export interface Worksheets extends OpenWorksheets, TableSelections, vscode.Disposable {
  /** Opens records as one document. `values` are filled in as unsaved changes. */
  readonly open: OpenWorksheet;
  /** One that is open, with its rows read. */
  opened(uri: vscode.Uri): Promise<WorksheetFile>;
  /** The text, the bases or how the last save went of one has changed. */
  readonly onDidChange: vscode.Event<WorksheetFile>;
  /** What other extensions may call. */
  readonly api: Pick<VideoRecordsApi, 'openWorksheet'>;
  readonly handlers: CommandHandlers<'worksheets'>;
  /** For VS Code's file system. */
  readonly files: FileProvider;
}

/** What is selected in the table that is the active editor. */
interface TableSelections {
  /** The records that commands act on; undefined if it is all of them, or if no table of this worksheet is active. */
  selectedIds(uri: vscode.Uri): readonly number[] | undefined;
  /** The record with the cursor. */
  activeRow(): RecordName | undefined;
}

/** What other features ask of a worksheet that is open. */
interface OpenWorksheets {
  /** The records that are changed and unsaved. Rejects where the text can't be saved. */
  changed(uri: vscode.Uri): Promise<readonly ChangedRecord[]>;
  /** Saves it if that changes nothing but this on the service. Asks nothing. */
  saveAgreed(uri: vscode.Uri, agreed: AgreedChanges): Promise<RowOutcomes>;
  /** Its rows, without those that have a problem. */
  rows(uri: vscode.Uri): Promise<readonly WholeRow[]>;
  /** The record that a place is in. */
  recordAt(document: vscode.TextDocument, position: vscode.Position): Promise<ListedRecord | undefined>;
}

/** A record in the text of a worksheet, with what its row shows if nothing in it is changed. */
export interface ListedRecord {
  readonly service: string;
  readonly fields: readonly string[] | undefined;
  readonly text: string;
  readonly offset: number;
  readonly base: RecordText | undefined;
  readonly changes: readonly Change[];
}

/** Everything about worksheets, loaded with the first one. */
export function worksheets({ services, records, journal, storage, log, ...parts }: WorksheetParts): Worksheets {
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
  const { ownWrites } = records.operations;
  const files = worksheetFiles({ services, ownWrites, ...loading, ...saves, changed: fire, storage, log });
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

function openWorksheets(ready: (uri: vscode.Uri) => Promise<WorksheetFile>, saves: WorksheetSaves): OpenWorksheets {
  return {
    async changed(uri) {
      const { worksheet, file } = await ready(uri);
      const rows = await changedRows(worksheet, file.document?.getText() ?? '[]', worksheet.basis);
      const { service } = worksheet.name;
      return rows.flatMap(({ id, edits }) => (edits ? [{ name: { service, id }, edits }] : []));
    },
    saveAgreed: async (uri, agreed) => saves.saveAgreed(await ready(uri), agreed),
    async rows(uri) {
      const { worksheet } = await ready(uri);
      const { fields } = worksheet.name;
      return worksheet.facts().flatMap(({ row, offset, id, problem, edits }) => {
        const whole = edits?.edited ?? (id === undefined ? undefined : worksheet.document(id)?.base?.record);
        return id === undefined || problem || !whole ? [] : [{ row, offset, id, whole, fields }];
      });
    },
    async recordAt(document, position) {
      const { worksheet } = await ready(document.uri);
      const facts = worksheet.factsAt(document.offsetAt(position));
      if (!facts) return undefined;
      const { row, offset, edits } = facts;
      const { service, fields } = worksheet.name;
      const base = parseIfRecord(worksheet.unchangedText(facts.id) ?? row.text);
      return { service, fields, text: row.text, offset, base, changes: edits?.changes ?? [] };
    },
  };
}

function tableSelections(files: OpenFiles<WorksheetFile>): TableSelections {
  const active = () => {
    const uri = vscode.window.activeTextEditor ? undefined : activeUri();
    return uri && files.known(uri);
  };
  return {
    selectedIds(uri) {
      const open = active();
      return open?.uri.toString() === uri.toString() ? open.tableSelection?.ids : undefined;
    },
    activeRow() {
      const { worksheet, tableSelection } = active() ?? {};
      return worksheet && tableSelection?.id ? { service: worksheet.name.service, id: tableSelection.id } : undefined;
    },
  };
}

/** Shows what was saved in all other worksheets with the record. One that is being read must know it too. */
function followSave(files: OpenFiles<WorksheetFile>, { name: { service, id }, saved, by }: SavedEvent): void {
  for (const sheet of files.all()) {
    const { worksheet } = sheet;
    const hasRecord = worksheet.name.service === service && worksheet.name.ids.includes(id);
    if (!hasRecord || worksheet.document(id) === by) continue;
    worksheet.received(id, saved.version);
    void sheet.bringUpToDate().catch(reportFailure);
  }
}
