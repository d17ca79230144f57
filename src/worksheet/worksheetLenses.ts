import * as vscode from 'vscode';
import { commandIds } from '../workbench/commandIds.ts';
import type { OpenWorksheets } from './openWorksheets.ts';
import type { RowFacts } from './rowFacts.ts';
import type { Worksheet } from './worksheetDocument.ts';
import { lensWords, rowTitle, summaryTitle } from './worksheetMessages.ts';

type LensAction = 'open' | 'compare' | 'preview' | 'keepMine' | 'takeTheirs';
export type RowAction = LensAction | 'reopenWith';
/** What the one hidden command of worksheets does: to the worksheet, or to one of its records. */
export interface WorksheetAction {
  readonly uri: string;
  readonly action: RowAction | 'review' | 'report';
  readonly id?: number;
  readonly field?: string;
}

/** A lens that gets its words when it comes into view: a worksheet may have thousands. */
class RowLens extends vscode.CodeLens {
  readonly worksheet: Worksheet;
  readonly facts: RowFacts;
  readonly action: LensAction | undefined;

  constructor(range: vscode.Range, worksheet: Worksheet, facts: RowFacts, action?: LensAction) {
    super(range);
    this.worksheet = worksheet;
    this.facts = facts;
    this.action = action;
  }
}

/** What is changed above the list, and above each record. */
export function worksheetLenses(worksheets: OpenWorksheets, problems: (uri: vscode.Uri) => number) {
  return {
    async provide(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
      const worksheet = await worksheets.ready(document.uri);
      const facts = worksheet.facts();
      const top = new vscode.Range(0, 0, 0, 0);
      const title = summaryTitle(facts, problems(document.uri), worksheet.removed(facts).length);
      const review = { title: lensWords.review(), ...actionCommand({ uri: worksheet.uri, action: 'review' }) };
      return [
        new vscode.CodeLens(top, { title, command: '' }),
        new vscode.CodeLens(top, review),
        ...facts.flatMap((row) => rowLenses(document, worksheet, row)),
      ];
    },

    resolve(lens: vscode.CodeLens): vscode.CodeLens {
      if (!(lens instanceof RowLens)) return lens;
      const { worksheet, facts, action } = lens;
      const { id } = facts;
      lens.command =
        action && id !== undefined
          ? { title: lensWords[action](), ...actionCommand({ uri: worksheet.uri, action, id }) }
          : { title: rowTitle(facts, worksheet.outcomeOf(facts)), command: '' };
      return lens;
    },
  };
}

function rowLenses(document: vscode.TextDocument, worksheet: Worksheet, facts: RowFacts): vscode.CodeLens[] {
  const { line } = document.positionAt(facts.offset);
  const range = new vscode.Range(line, 2, line, 2);
  if (facts.id === undefined || facts.problem?.kind === 'unknownId') return [];
  const isInConflict = worksheet.outcomeOf(facts)?.kind === 'conflict';
  const actions: readonly LensAction[] = isInConflict
    ? ['compare', 'keepMine', 'takeTheirs', 'open']
    : ['open', 'compare', 'preview'];
  return [undefined, ...actions].map((action) => new RowLens(range, worksheet, facts, action));
}

export function actionCommand(action: WorksheetAction): { readonly command: string; readonly arguments: unknown[] } {
  return { command: commandIds.worksheetAction, arguments: [action] };
}
