import * as vscode from 'vscode';
import type { Records } from '../document/records.ts';
import { isObject } from '../record/valueShapes.ts';
import type { RecordClient } from '../service/client.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { unsavedValues, type ValuesBasis, type WorksheetValues } from './edits.ts';
import type { RowFacts } from './facts.ts';
import { lensWords, rowTitle, summaryTitle, words } from './messages.ts';
import type { WorksheetReview } from './review.ts';
import type { WorksheetSaves } from './saves.ts';
import { type WorksheetName, worksheetOf } from './uri.ts';
import type { Worksheet } from './worksheet.ts';
import type { WorksheetFile } from './worksheetFile.ts';

type LensAction = 'open' | 'compare' | 'preview' | 'keepMine' | 'takeTheirs';
export type RowAction = LensAction | 'reopenWith';
/** What the one hidden command of worksheets does: to the worksheet, or to one of its records. */
export interface WorksheetAction {
  readonly uri: string;
  readonly action: RowAction | 'review';
  readonly id?: number;
  readonly field?: string;
}

/** A lens that gets its words when it comes into view: a worksheet may have thousands. */
class RowLens extends vscode.CodeLens {
  readonly open: WorksheetFile;
  readonly facts: RowFacts;
  readonly action: LensAction | undefined;

  constructor(range: vscode.Range, open: WorksheetFile, facts: RowFacts, action?: LensAction) {
    super(range);
    this.open = open;
    this.facts = facts;
    this.action = action;
  }
}

type Ready = (uri: vscode.Uri) => Promise<WorksheetFile>;

/** What is changed above the list, and above each record. */
export function worksheetLenses(ready: Ready, problems: (uri: vscode.Uri) => number) {
  return {
    async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
      const open = await ready(document.uri);
      const { worksheet } = open;
      const facts = worksheet.facts();
      const top = new vscode.Range(0, 0, 0, 0);
      const title = summaryTitle(facts, problems(document.uri), worksheet.removed().length);
      const review = {
        title: lensWords.review(),
        ...actionCommand({ uri: document.uri.toString(), action: 'review' }),
      };
      return [
        new vscode.CodeLens(top, { title, command: '' }),
        new vscode.CodeLens(top, review),
        ...facts.flatMap((row) => rowLenses(document, open, row)),
      ];
    },

    resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
      if (!(lens instanceof RowLens)) return lens;
      const { open, facts, action } = lens;
      const { id } = facts;
      lens.command =
        action && id !== undefined
          ? { title: lensWords[action](), ...actionCommand({ uri: open.uri.toString(), action, id }) }
          : { title: rowTitle(facts, open.worksheet.outcomeOf(facts)), command: '' };
      return lens;
    },
  };
}

function rowLenses(document: vscode.TextDocument, open: WorksheetFile, facts: RowFacts): vscode.CodeLens[] {
  const { line } = document.positionAt(facts.offset);
  const range = new vscode.Range(line, 2, line, 2);
  if (facts.id === undefined || facts.problem?.kind === 'unknownId') return [];
  const isInConflict = open.worksheet.outcomeOf(facts)?.kind === 'conflict';
  const actions: readonly LensAction[] = isInConflict
    ? ['compare', 'keepMine', 'takeTheirs', 'open']
    : ['open', 'compare', 'preview'];
  return [undefined, ...actions].map((action) => new RowLens(range, open, facts, action));
}

export function actionCommand(action: WorksheetAction): { readonly command: string; readonly arguments: unknown[] } {
  return { command: commandIds.worksheetAction, arguments: [action] };
}

function isAction(argument: unknown): argument is WorksheetAction {
  if (!isObject(argument)) return false;
  const { uri, action, id = 0, field = '' } = argument;
  return [uri, action, field].every((part) => typeof part === 'string') && typeof id === 'number';
}

export interface ActionParts {
  readonly ready: Ready;
  readonly review: WorksheetReview;
  readonly saves: WorksheetSaves;
  open(name: WorksheetName, values: WorksheetValues, basis: ValuesBasis): Promise<vscode.Uri>;
  openRecord: Records['open'];
  client(worksheet: Worksheet): Promise<RecordClient>;
}

/** The commands on an open worksheet and its records, as lenses, problems and messages offer them. */
export function worksheetActions(parts: ActionParts) {
  const { ready, review, saves } = parts;

  const compare = async (worksheet: Worksheet, id: number) => {
    const row = worksheet.facts().find((facts) => facts.id === id);
    if (!row) return;
    const version = await (await parts.client(worksheet)).read(id);
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
    const open = await ready(uri);
    const { worksheet } = open;
    const record = { service: worksheet.name.service, id };
    switch (action) {
      case 'review':
        return review.review(worksheet);
      case 'open':
        return parts.openRecord(record);
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
    worksheetAction: async (argument?: unknown) => (isAction(argument) ? act(argument) : undefined),
    reviewWorksheet: async () => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      if (!uri || !worksheetOf(uri)) throw new UserError(words.noneActive());
      await review.review((await ready(uri)).worksheet);
    },
  };
}
