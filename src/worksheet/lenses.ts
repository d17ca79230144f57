import * as vscode from 'vscode';
import { accessNote } from '../document/configuredService.ts';
import type { OpenFiles } from '../files/openFiles.ts';
import type { Services } from '../service/services.ts';
import { worksheetScheme } from '../workbench/ids.ts';
import { actionCommand } from './actions.ts';
import { worksheetProblems } from './diagnostics.ts';
import { isChanged, isUnsettled, type RowFacts } from './facts.ts';
import { lensWords, rowTitle, summaryTitle } from './messages.ts';
import type { Worksheet } from './worksheet.ts';
import type { WorksheetFile } from './worksheetFile.ts';

/** What is changed above the list, and above each record that is changed, has a problem or has the cursor. */
export function worksheetLenses(
  services: Services,
  files: OpenFiles<WorksheetFile>,
  ready: (uri: vscode.Uri) => Promise<WorksheetFile>,
) {
  const changed = new vscode.EventEmitter<void>();
  /** The records with the cursors of the last selection. */
  let selected = '';
  const provider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
      const { uri } = document;
      const open = await ready(uri);
      const { worksheet } = open;
      const facts = worksheet.facts();
      const title = worksheetSummary(services, document, worksheet);
      const review = { title: vscode.l10n.t('Review'), ...actionCommand({ uri: uri.toString(), action: 'review' }) };
      const top = new vscode.Range(0, 0, 0, 0);
      const cursors = rowsUnderCursors(document, open);
      const shown = facts.filter((row) => isUnsettled(row) || worksheet.outcomeOf(row) || cursors.has(row.row));
      return [
        new vscode.CodeLens(top, { title, command: '' }),
        new vscode.CodeLens(top, review),
        ...shown.flatMap((row) => rowLenses(document, open, row)),
      ];
    },
  };
  const registrations = vscode.Disposable.from(
    changed,
    vscode.languages.registerCodeLensProvider({ scheme: worksheetScheme }, provider),
    services.onDidChange(() => changed.fire()),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document } }) => {
      const open = document.uri.scheme === worksheetScheme ? files.known(document.uri) : undefined;
      const now = open ? `${open.uri} ${[...rowsUnderCursors(document, open)].map(({ id }) => id)}` : selected;
      if (now === selected) return;
      selected = now;
      changed.fire();
    }),
  );
  return {
    /** What they say may have changed, other than by typing. */
    refresh: () => changed.fire(),
    dispose: () => registrations.dispose(),
  };
}

/** The line above a worksheet: its service, how it is guarded, and what is changed. */
export function worksheetSummary(services: Services, document: vscode.TextDocument, worksheet: Worksheet): string {
  const { removed, unread } = worksheet.missing();
  return summaryTitle(worksheet.name, accessNote(services, worksheet.name.service), {
    changed: worksheet.facts().filter(isChanged).length,
    problems: worksheetProblems(document, worksheet).filter(({ length }) => length > 0).length,
    unread: unread.length,
    removed: removed.length,
  });
}

function rowsUnderCursors(document: vscode.TextDocument, { worksheet: { rows } }: WorksheetFile) {
  const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
  return new Set(editors.flatMap(({ selection }) => rows.at(document.offsetAt(selection.active))?.row ?? []));
}

function rowLenses(document: vscode.TextDocument, { uri, worksheet }: WorksheetFile, facts: RowFacts) {
  const { id, problem, offset } = facts;
  if (id === undefined || problem?.kind === 'unknownId') return [];
  const { line } = document.positionAt(offset);
  const range = new vscode.Range(line, 2, line, 2);
  const outcome = worksheet.outcomeOf(facts);
  const actions: readonly (keyof typeof lensWords)[] =
    outcome?.kind === 'conflict' ? ['compare', 'keepMine', 'takeTheirs', 'open'] : ['open', 'compare', 'preview'];
  return [
    new vscode.CodeLens(range, { title: rowTitle(facts, outcome), command: '' }),
    ...actions.map((action) => {
      const title = lensWords[action]();
      return new vscode.CodeLens(range, { title, ...actionCommand({ uri: uri.toString(), action, id }) });
    }),
  ];
}
