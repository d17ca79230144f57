import * as vscode from 'vscode';
import { activeUri } from '../files/tabs.ts';
import type { WorksheetFile } from '../worksheet/worksheetFile.ts';

type Values = Set<string | null>;

export type TypedSteps = ReturnType<typeof typedSteps>;

/**
 * Each write of an open cell is a step of VS Code's undo stack. An undo or redo that ends at a value that a cell only had
 * while it was typed goes on, so that one undo takes back what was done to the cell.
 */
export function typedSteps(ready: (uri: vscode.Uri) => Promise<WorksheetFile>) {
  const documents = new Map<string, Map<string, Values>>();
  const keyOf = (id: number | undefined, field: string) => `${id} ${field}`;

  const isPassed = async ({ uri }: vscode.TextDocument, offset: number): Promise<boolean> => {
    const cells = documents.get(uri.toString());
    if (!cells) return false;
    const { worksheet } = await ready(uri);
    const row = worksheet.rows.at(offset)?.row;
    const values = row?.record?.fields.values() ?? [];
    return [...values].some(({ key, raw }) => cells.get(keyOf(row?.id, key))?.has(raw));
  };

  const follow = async ({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): Promise<void> => {
    const [change] = contentChanges;
    const { version, uri } = document;
    if (reason === undefined || !change || !(await isPassed(document, change.rangeOffset))) return;
    // The commands act on the active editor.
    if (document.version !== version || activeUri()?.toString() !== uri.toString()) return;
    await vscode.commands.executeCommand(reason === vscode.TextDocumentChangeReason.Undo ? 'undo' : 'redo');
  };

  const registrations = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(follow),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => documents.delete(uri.toString())),
  );
  return {
    passed(uri: vscode.Uri, { id, field }: { readonly id: number; readonly field: string }, value: string | null) {
      const cells = documents.get(uri.toString()) ?? new Map<string, Values>();
      const values = cells.get(keyOf(id, field)) ?? new Set();
      documents.set(uri.toString(), cells.set(keyOf(id, field), values.add(value)));
    },
    settled(uri: vscode.Uri, { id, field }: { readonly id: number; readonly field: string }, value: string | null) {
      documents.get(uri.toString())?.get(keyOf(id, field))?.delete(value);
    },
    dispose: () => registrations.dispose(),
  };
}
