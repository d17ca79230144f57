import * as vscode from 'vscode';
import * as z from 'zod';
import type { Records } from '../document/records.ts';
import { openDocument } from '../files/tabs.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { unsavedBasis, unsavedValues } from './edits.ts';
import type { WorksheetLoading } from './loading.ts';
import { words } from './messages.ts';
import type { OpenWorksheet } from './open.ts';
import type { WorksheetReview } from './review.ts';
import type { WorksheetSaves } from './saves.ts';
import { targetWorksheet, worksheetOf } from './uri.ts';
import type { Worksheet } from './worksheet.ts';
import type { WorksheetFile } from './worksheetFile.ts';

/** What the one hidden command of worksheets does: to the worksheet, or to one of its records. */
const worksheetAction = z.object({
  uri: z.string(),
  action: z.enum(['review', 'open', 'preview', 'compare', 'keepMine', 'takeTheirs', 'reopenWith']),
  id: z.number().optional(),
  field: z.string().optional(),
});

export type WorksheetAction = Readonly<z.infer<typeof worksheetAction>>;

export function actionCommand(action: WorksheetAction): { readonly command: string; readonly arguments: unknown[] } {
  return { command: commandIds.worksheetAction, arguments: [action] };
}

interface ActionParts extends Pick<WorksheetLoading, 'reload'> {
  ready(uri: vscode.Uri): Promise<WorksheetFile>;
  readonly review: WorksheetReview;
  readonly saves: WorksheetSaves;
  readonly open: OpenWorksheet;
  /** Reload is one command for records and worksheets. */
  readonly records: Pick<Records, 'open' | 'operations' | 'reload'>;
}

/** The commands on an open worksheet and its records, as lenses, problems and messages offer them. */
export function worksheetActions(parts: ActionParts) {
  const { ready, review, saves } = parts;

  const compare = async (worksheet: Worksheet, id: number) => {
    const row = worksheet.facts().find((facts) => facts.id === id);
    if (!row) return;
    const version = await parts.records.operations.read({ service: worksheet.name.service, id });
    await review.compare(worksheet, row, version.record);
  };

  /** Another worksheet with one more field. What is unsaved in this one comes along. */
  const reopenWith = (worksheet: Worksheet, field: string) => {
    const { name } = worksheet;
    const fields = [...(name.fields ?? []), field];
    return parts.open({ ...name, fields }, unsavedValues(worksheet), unsavedBasis(worksheet));
  };

  const act = async ({ uri: text, action, id = 0, field = '' }: WorksheetAction): Promise<unknown> => {
    const uri = vscode.Uri.parse(text);
    const open = await ready(uri);
    const { worksheet } = open;
    const record = { service: worksheet.name.service, id };
    switch (action) {
      case 'review':
        return review.review(worksheet);
      case 'open':
        return parts.records.open(record);
      case 'preview':
        return runCommand(commandIds.preview, record);
      case 'compare':
        return compare(worksheet, id);
      case 'keepMine':
        return saves.resolve(open, id, 'mine');
      case 'takeTheirs':
        return saves.resolve(open, id, 'theirs');
      case 'reopenWith':
        return reopenWith(worksheet, field);
    }
  };

  return {
    worksheetAction: async (argument?: unknown) => {
      const { data } = worksheetAction.safeParse(argument);
      return data && act(data);
    },
    reviewWorksheet: async (argument?: unknown) => {
      const uri = targetWorksheet(argument);
      if (!uri) throw new UserError(words.noneActive());
      await act({ uri: uri.toString(), action: 'review' });
    },
    reload: async (argument?: unknown) => {
      const uri = targetWorksheet(argument);
      const worksheet = uri && worksheetOf(uri);
      if (!worksheet) return parts.records.reload(argument);
      await (openDocument(uri) ? parts.reload(await ready(uri)) : parts.open(worksheet));
    },
  };
}
