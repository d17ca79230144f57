import * as vscode from 'vscode';
import { outcomeMessage } from '../document/outcomeWords.ts';
import { settle } from '../files/owner.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type Action, UserError } from '../workbench/commands.ts';
import { offer, reportFailure, runCommand } from '../workbench/failure.ts';
import { type PlainText, sentences } from '../workbench/plainText.ts';
import { showMessage } from '../workbench/prompts.ts';
import { userSetting } from '../workbench/settings.ts';
import {
  type AgreedChanges,
  type RowOutcomes,
  resolveRow,
  type SaveParts,
  type SaveResult,
  saveWorksheet,
} from './saveRows.ts';
import { newsOf, summary, waysOn } from './summary.ts';
import type { WorksheetBasis } from './worksheet.ts';
import type { WorksheetFile } from './worksheetFile.ts';

export type WorksheetSaves = ReturnType<typeof worksheetSaves>;

/** Saves worksheets, and tells everyone how it went. */
export function worksheetSaves(parts: SaveParts) {
  /** Resolves to a message if something was left behind. */
  const finish = async (open: WorksheetFile, result: SaveResult, text?: string): Promise<PlainText | undefined> => {
    const { outcomes } = result;
    if (outcomes.size === 0) return undefined;
    const { worksheet, file } = open;
    const isLeft = [...outcomes.values()].some(({ kind }) => kind !== 'saved' && kind !== 'unchanged');
    const isClean = !isLeft && file.document?.getText() === text;
    const saved = [...outcomes].flatMap(([id, { kind }]) => (kind === 'saved' ? [String(id)] : []));
    if (!isClean) file.keepBases(saved);
    worksheet.refresh();
    if (!isLeft) {
      void tell(result);
      return undefined;
    }
    await open.bringUpToDate();
    const [first] = outcomes;
    const { service } = worksheet.name;
    return outcomes.size === 1 && first ? outcomeMessage({ service, id: first[0] }, first[1]) : summary(outcomes);
  };

  return {
    /** Resolves once the service has everything in the text. Rejects if something was left behind. */
    async save(open: WorksheetFile, text: string, basis: WorksheetBasis): Promise<void> {
      const result = await saveWorksheet(parts, open.worksheet, text, basis);
      const left = await finish(open, result, text);
      if (left !== undefined) throw new UserError(leftMessage(left, result), { kind: 'notStored' });
      if (open.file.document?.getText() !== text) void settle(open).catch(reportFailure);
    },
    /** Asks about the conflict of one record, and saves it. */
    async resolve(open: WorksheetFile, id: number, suggested: 'mine' | 'theirs'): Promise<void> {
      const left = await open.file.inTurn(async () => {
        const result = await resolveRow(parts, open, id, suggested);
        return result && finish(open, result);
      });
      if (left !== undefined) throw new UserError(left);
      await settle(open);
    },
    /** Saves the text on screen if that changes nothing but this on the service. Asks nothing. */
    async saveAgreed(open: WorksheetFile, agreed: AgreedChanges): Promise<RowOutcomes> {
      const { worksheet, file } = open;
      const [text, { basis }] = [file.document?.getText() ?? '[]', worksheet];
      const result = await file.inTurn(() => saveWorksheet(parts, worksheet, text, basis, agreed));
      const left = await finish(open, result);
      if (left !== undefined) void showMessage(leftMessage(left, result), 'error');
      await settle(open);
      return result.outcomes;
    },
  };
}

async function tell(result: SaveResult): Promise<void> {
  const { outcomes } = result;
  if (outcomes.size === 1 && newsOf(outcomes) === '') return;
  const batch = revertable(result);
  const actions: Action[] = [
    [vscode.l10n.t('Show History'), () => runCommand(commandIds.showHistory)],
    [vscode.l10n.t('Revert…'), () => runCommand(commandIds.revertWrite, { batch })],
  ];
  await offer(summary(outcomes), batch === undefined ? [] : actions);
}

function leftMessage(left: PlainText, result: SaveResult): PlainText {
  return sentences(left, waysOn(revertable(result)));
}

/** The batch, if the history can take something of it back. */
function revertable({ outcomes, batch }: SaveResult): string | undefined {
  const wasWritten = [...outcomes.values()].some((outcome) => outcome.kind === 'saved' && outcome.write);
  return wasWritten && userSetting('history') === true ? batch : undefined;
}
