import * as vscode from 'vscode';
import { activeUri, isUnsaved, openDocument } from '../files/tabs.ts';
import type { RecordName } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { tableType } from '../workbench/ids.ts';
import { showPage } from '../workbench/pageFrame.ts';
import { words } from '../worksheet/messages.ts';
import { targetWorksheet, type WorksheetView, worksheetViewKey } from '../worksheet/uri.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';
import { type TableParts, table } from './table.ts';
import { typedSteps } from './typedSteps.ts';
import { tableWords } from './words.ts';

interface TablesParts extends Pick<TableParts, 'services' | 'openRecord' | 'seen'> {
  readonly worksheets: Pick<Worksheets, 'opened' | 'onDidChange'>;
  readonly memory: vscode.Memento;
  readonly extension: vscode.Uri;
  rowSelected(name: RecordName): void;
}

/** Worksheets as tables: a second view of the same text. */
export function tables({ worksheets, memory, extension, rowSelected, ...parts }: TablesParts) {
  const { opened, onDidChange } = worksheets;
  const steps = typedSteps();

  const openAs = async (view: WorksheetView, argument: unknown): Promise<void> => {
    const uri = targetWorksheet(argument);
    if (!uri) throw new UserError(words.noneActive());
    await memory.update(worksheetViewKey, view);
    const editor = view === 'table' ? tableType : 'default';
    const document = openDocument(uri);
    // Takes the place of the other view, unless it has unsaved changes: VS Code 1.105 reverts them when it replaces it.
    if (activeUri()?.toString() === uri.toString() && document && !isUnsaved(document)) {
      await vscode.commands.executeCommand('reopenActiveEditorWith', editor);
    } else await vscode.commands.executeCommand('vscode.openWith', uri, editor);
  };
  const openJson = (argument?: unknown) => openAs('json', argument);

  return {
    async resolveCustomTextEditor({ uri }: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> {
      const open = await opened(uri);
      const { service } = open.worksheet.name;
      const selected = (id: number) => rowSelected({ service, id });
      table(panel, open, { ...parts, steps, onDidChange, openJson, rowSelected: selected });
      showPage(panel.webview, extension, { name: 'table', title: tableWords().table });
    },
    handlers: {
      openTable: (argument?: unknown) => openAs('table', argument),
      openJson,
    } satisfies CommandHandlers<'tables'>,
    dispose: () => steps.dispose(),
  };
}
