import * as vscode from 'vscode';
import { SaveFailure } from '../document/saveMessages.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { openDocument } from '../workbench/documents.ts';
import { type Action, offer, runCommand } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { virtualDocuments } from '../workbench/virtualDocuments.ts';
import type { OpenWorksheets } from './openWorksheets.ts';
import { newsOf, outcomeMessage, type RowOutcomes, reportText, summary, waysOn } from './outcomeMessages.ts';
import { isChanged, isUnsettled } from './rowFacts.ts';
import {
  type AgreedChanges,
  changedRows,
  resolveRow,
  type SaveParts,
  type SaveResult,
  saveWorksheet,
} from './saveWorksheet.ts';
import type { Worksheet } from './worksheetDocument.ts';
import { replaceRows } from './worksheetEdits.ts';
import { words } from './worksheetMessages.ts';

export interface WorksheetSaves extends vscode.Disposable {
  /** Resolves once the service has everything in the text. Rejects if something was left behind. */
  save(worksheet: Worksheet, text: string): Promise<void>;
  /** Rejects if a save of this text would have something to send. */
  expectSaved(worksheet: Worksheet, text: string): Promise<void>;
  /** Saves one record whose conflict the user has answered. */
  resolve(worksheet: Worksheet, id: number, side: 'mine' | 'theirs'): Promise<void>;
  /** Saves a text if that changes nothing but this on the service. Asks nothing. */
  saveAgreed(worksheet: Worksheet, text: string, agreed: AgreedChanges): Promise<RowOutcomes>;
  showReport(worksheet: Worksheet): Promise<void>;
}

const reportScheme = 'videoworksheetreport';

/** Saves worksheets, and tells everyone how it went. */
export function worksheetSaves(parts: SaveParts, worksheets: OpenWorksheets): WorksheetSaves {
  const reports = virtualDocuments(reportScheme, words.reportGone());
  const last = new Map<string, RowOutcomes>();

  const showReport = (worksheet: Worksheet, outcomes = last.get(worksheet.uri) ?? new Map()) =>
    reports.show(reportUri(worksheet), reportText(outcomes, worksheet.unread));

  /** Resolves to a message if something was left behind. */
  const finish = async (worksheet: Worksheet, result: SaveResult, text?: string): Promise<string | undefined> => {
    const { outcomes } = result;
    if (outcomes.size === 0) return undefined;
    last.set(worksheet.uri, outcomes);
    const isLeft = [...outcomes.values()].some(({ kind }) => kind !== 'saved' && kind !== 'unchanged');
    const isClean = !isLeft && openDocument(vscode.Uri.parse(worksheet.uri))?.getText() === text;
    if (!isClean) worksheets.keepBases(worksheet, savedIds(outcomes));
    worksheet.refresh();
    if (!isLeft) {
      void tell(worksheet, result);
      return undefined;
    }
    await bringUpToDate(worksheet);
    const [first] = outcomes;
    return outcomes.size === 1 && first ? outcomeMessage(...first) : summary(outcomes);
  };

  const tell = async (worksheet: Worksheet, result: SaveResult) => {
    const { outcomes } = result;
    if (outcomes.size === 1 && newsOf(outcomes) === undefined) return;
    const batch = revertable(result);
    const report: Action = [words.showReport(), () => showReport(worksheet, outcomes)];
    const revert: Action = [words.revert(), () => runCommand(commandIds.revertWrite, { batch })];
    await offer(summary(outcomes), batch === undefined ? [report] : [report, revert]);
  };

  const leftMessage = (worksheet: Worksheet, left: string, result: SaveResult) =>
    plainText(left, 600) + waysOn(worksheet.uri, revertable(result));

  /** A document with unsaved changes reads nothing, so its saved rows are edited to what the service has. */
  const bringUpToDate = async (worksheet: Worksheet): Promise<void> => {
    // The rows may lag behind what was just typed, and their places with them.
    await worksheets.ready(vscode.Uri.parse(worksheet.uri));
    const stale = worksheet.stale();
    if (!(await replaceRows(worksheet, stale, (row) => worksheet.shownText(row)))) return;
    worksheet.shows(stale);
    worksheets.keepBases(
      worksheet,
      stale.flatMap(({ row: { id } }) => id ?? []),
    );
  };

  /** After a save that VS Code knows nothing of. With nothing left to send, its own only makes the document clean. */
  const settle = async (worksheet: Worksheet) => {
    await bringUpToDate(worksheet);
    if (!worksheet.facts().some(isUnsettled)) await worksheets.makeClean(worksheet);
  };

  const registrations = vscode.Disposable.from(
    reports,
    worksheets.onDidChange(({ uri }) => {
      if (!openDocument(vscode.Uri.parse(uri))) last.delete(uri);
    }),
  );

  return {
    async save(worksheet, text) {
      const result = await saveWorksheet(parts, worksheet, text);
      const left = await finish(worksheet, result, text);
      if (left !== undefined) throw new SaveFailure('notStored', leftMessage(worksheet, left, result));
    },
    async expectSaved(worksheet, text) {
      if ((await changedRows(worksheet, text)).length > 0) throw new SaveFailure('declined', words.edited());
    },
    async resolve(worksheet, id, side) {
      const left = await worksheet.inTurn(async () => {
        const row = worksheet.facts().find((facts) => facts.id === id);
        if (!row || !isChanged(row)) return undefined;
        return finish(worksheet, await resolveRow(parts, worksheet, { ...row, id }, side));
      });
      if (left !== undefined) throw new UserError(left);
      await settle(worksheet);
    },
    async saveAgreed(worksheet, text, agreed) {
      const result = await worksheet.inTurn(() => saveWorksheet(parts, worksheet, text, agreed));
      const left = await finish(worksheet, result);
      if (left !== undefined) void vscode.window.showErrorMessage(leftMessage(worksheet, left, result));
      await settle(worksheet);
      return result.outcomes;
    },
    showReport,
    dispose: () => registrations.dispose(),
  };
}

function reportUri({ uri }: Worksheet): vscode.Uri {
  const worksheet = vscode.Uri.parse(uri);
  return worksheet.with({ scheme: reportScheme, path: worksheet.path.replace(/\.worksheet\.json$/, '.report.txt') });
}

function savedIds(outcomes: RowOutcomes): number[] {
  return [...outcomes].flatMap(([id, { kind }]) => (kind === 'saved' ? [id] : []));
}

/** The batch, if the history can take something of it back. */
function revertable({ outcomes, batch }: SaveResult): string | undefined {
  const wasWritten = [...outcomes.values()].some((outcome) => outcome.kind === 'saved' && outcome.write);
  const isRecorded = vscode.workspace.getConfiguration('videoRecords').get('history') === true;
  return wasWritten && isRecorded ? batch : undefined;
}
