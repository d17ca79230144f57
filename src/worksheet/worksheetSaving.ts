import * as vscode from 'vscode';
import { SaveFailure } from '../document/saveMessages.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { openDocument } from '../workbench/documents.ts';
import { runCommand } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { virtualDocuments } from '../workbench/virtualDocuments.ts';
import type { OpenWorksheets } from './openWorksheets.ts';
import { type AgreedChanges, resolveRow, type SaveParts, type SaveResult, saveWorksheet } from './saveWorksheet.ts';
import { isChanged, type RowOutcome, type Worksheet } from './worksheetDocument.ts';
import { replaceRows } from './worksheetEdits.ts';
import { outcomeMessage, summary, waysOn, words } from './worksheetMessages.ts';
import { reportScheme, reportText, reportUri } from './worksheetReport.ts';

export interface WorksheetSaving extends vscode.Disposable {
  /** Resolves once the service has everything in the text. Rejects if something was left behind. */
  save(worksheet: Worksheet, text: string): Promise<void>;
  /** Saves one record whose conflict the user has answered. */
  resolve(worksheet: Worksheet, id: number, side: 'mine' | 'theirs'): Promise<void>;
  /** Saves a text if that changes nothing but this on the service. Asks nothing. */
  saveAgreed(worksheet: Worksheet, text: string, agreed: AgreedChanges): Promise<ReadonlyMap<number, RowOutcome>>;
  showReport(worksheet: Worksheet): Promise<void>;
}

/** Saves worksheets, and tells everyone how it went. */
export function worksheetSaving(parts: SaveParts, worksheets: OpenWorksheets): WorksheetSaving {
  const reports = virtualDocuments(reportScheme, words.reportGone());
  const last = new Map<string, ReadonlyMap<number, RowOutcome>>();

  const showReport = (worksheet: Worksheet) =>
    reports.show(reportUri(worksheet), reportText(last.get(worksheet.uri) ?? new Map(), worksheet.unread));

  /** Resolves to a message if something was left behind. */
  const finish = async (worksheet: Worksheet, { outcomes, batch }: SaveResult): Promise<string | undefined> => {
    if (outcomes.size === 0) return undefined;
    last.set(worksheet.uri, outcomes);
    const saved = [...outcomes].flatMap(([id, outcome]) => (outcome.kind === 'saved' ? [[id, outcome] as const] : []));
    worksheets.keepBases(
      worksheet,
      saved.map(([id, { version }]) => [id, version]),
    );
    worksheet.refresh();
    if (![...outcomes.values()].some(({ kind }) => kind !== 'saved' && kind !== 'unchanged')) {
      void tellNews(worksheet, outcomes, batch);
      return undefined;
    }
    await bringUpToDate(worksheet);
    const [first] = outcomes;
    return outcomes.size === 1 && first ? outcomeMessage(...first) : summary(outcomes);
  };

  const tellNews = async (worksheet: Worksheet, outcomes: ReadonlyMap<number, RowOutcome>, batch: string) => {
    const news = [...outcomes].flatMap(([id, outcome]) => outcomeMessage(id, outcome) ?? []);
    if (outcomes.size === 1 && news.length === 0) return;
    const message = news.length === 0 ? summary(outcomes) : words.savedWithNews(summary(outcomes), news.length);
    const wasWritten = [...outcomes.values()].some((outcome) => outcome.kind === 'saved' && outcome.write);
    const revert = wasWritten && isRecorded() ? [words.revert()] : [];
    const chosen = await vscode.window.showInformationMessage(message, words.showReport(), ...revert);
    if (chosen === words.showReport()) await showReport(worksheet);
    if (chosen === words.revert()) await runCommand(commandIds.revertWrite, { batch });
  };

  /** A document with unsaved changes reads nothing, so its saved rows are edited to what the service has. */
  const bringUpToDate = async (worksheet: Worksheet): Promise<void> => {
    // The rows may lag behind what was just typed, and their places with them.
    await worksheets.ready(vscode.Uri.parse(worksheet.uri));
    const stale = worksheet.stale();
    if (await replaceRows(worksheet, stale, (row) => worksheet.shownText(row))) worksheet.shows(stale);
  };

  /** After a save that VS Code knows nothing of. With nothing left to send, its own only makes the document clean. */
  const settle = async (worksheet: Worksheet) => {
    await bringUpToDate(worksheet);
    if (worksheet.facts().some((facts) => facts.problem || isChanged(facts))) return;
    await openDocument(vscode.Uri.parse(worksheet.uri))?.save();
  };

  const registrations = vscode.Disposable.from(
    reports,
    worksheets.onDidChange(({ uri }) => {
      if (!openDocument(vscode.Uri.parse(uri))) last.delete(uri);
    }),
  );

  return {
    async save(worksheet, text) {
      const left = await finish(worksheet, await saveWorksheet(parts, worksheet, text));
      if (left !== undefined) throw new SaveFailure('notStored', plainText(left, 600) + waysOn(worksheet.uri));
    },
    async resolve(worksheet, id, side) {
      const row = worksheet.facts().find((facts) => facts.id === id);
      if (!row || !isChanged(row)) return;
      const left = await worksheet.inTurn(async () =>
        finish(worksheet, await resolveRow(parts, worksheet, { ...row, id }, side)),
      );
      if (left !== undefined) throw new UserError(left);
      await settle(worksheet);
    },
    async saveAgreed(worksheet, text, agreed) {
      const result = await worksheet.inTurn(() => saveWorksheet(parts, worksheet, text, agreed));
      const left = await finish(worksheet, result);
      if (left !== undefined) void vscode.window.showErrorMessage(plainText(left, 600) + waysOn(worksheet.uri));
      await settle(worksheet);
      return result.outcomes;
    },
    showReport,
    dispose: () => registrations.dispose(),
  };
}

/** Whether the history can take a save back. */
function isRecorded(): boolean {
  return vscode.workspace.getConfiguration('videoRecords').get('history') === true;
}
