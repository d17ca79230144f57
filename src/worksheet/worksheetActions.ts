import * as vscode from 'vscode';
import type { RecordDocuments } from '../document/recordDocuments.ts';
import type { RecordClient } from '../service/client.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import type { OpenWorksheets } from './openWorksheets.ts';
import type { Worksheet } from './worksheetDocument.ts';
import { unsavedValues, type ValuesBasis, type WorksheetValues } from './worksheetEdits.ts';
import type { WorksheetAction } from './worksheetLenses.ts';
import { words } from './worksheetMessages.ts';
import type { WorksheetReview } from './worksheetReview.ts';
import type { WorksheetSaves } from './worksheetSaves.ts';
import { type WorksheetName, worksheetOf } from './worksheetUri.ts';

export interface ActionParts {
  readonly worksheets: OpenWorksheets;
  readonly review: WorksheetReview;
  readonly saves: WorksheetSaves;
  open(name: WorksheetName, values: WorksheetValues, basis: ValuesBasis): Promise<vscode.Uri>;
  openRecord: RecordDocuments['open'];
  client(worksheet: Worksheet): Promise<RecordClient>;
}

/** The commands on an open worksheet and its records, as lenses, problems and messages offer them. */
export function worksheetActions(parts: ActionParts) {
  const { worksheets, review, saves } = parts;

  const compare = async (worksheet: Worksheet, id: number) => {
    const row = worksheet.facts().find((facts) => facts.id === id);
    if (!row) return;
    const version = await (await parts.client(worksheet)).read(id);
    worksheet.document(id)?.newerSeen(version);
    await review.compare(worksheet, row, version.record);
  };

  /** Another worksheet with one more field. What is unsaved in this one comes along. */
  const reopenWith = (worksheet: Worksheet, field: string) => {
    const { name } = worksheet;
    const basis: ValuesBasis = (id) => worksheet.document(id)?.base?.record;
    return parts.open({ ...name, fields: [...(name.fields ?? []), field] }, unsavedValues(worksheet), basis);
  };

  const act = async ({ uri: text, action, id = 0, field = '' }: WorksheetAction): Promise<unknown> => {
    const uri = vscode.Uri.parse(text);
    const worksheet = await worksheets.ready(uri);
    const record = { service: worksheet.name.service, id };
    switch (action) {
      case 'review':
        return review.review(worksheet);
      case 'report':
        return saves.showReport(worksheet);
      case 'open':
        return parts.openRecord(record);
      case 'preview':
        return runCommand(commandIds.preview, record);
      case 'compare':
        return compare(worksheet, id);
      case 'keepMine':
        return saves.resolve(worksheet, id, 'mine');
      case 'takeTheirs':
        return saves.resolve(worksheet, id, 'theirs');
      case 'reopenWith':
        return reopenWith(worksheet, field);
    }
  };

  return {
    worksheetAction: (argument?: unknown) => act(argument as WorksheetAction),
    reviewWorksheet: async () => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      if (!uri || !worksheetOf(uri)) throw new UserError(words.noneActive());
      await review.review(await worksheets.ready(uri));
    },
  };
}
