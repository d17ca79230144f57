import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { command } from './records.ts';

export interface Sheet {
  readonly document: vscode.TextDocument;
  /** Replaces every match in the text, in one edit. */
  replace(from: string | RegExp, to: string): Promise<void>;
  /** The rows as JSON reads them. */
  rows(): Record<string, unknown>[];
  problems(): string[];
  lenses(): Promise<string[]>;
}

/** Opens records of a service as a worksheet. */
export async function openSheet(service: string, ids: readonly number[], fields?: readonly string[]): Promise<Sheet> {
  const uri = await command<string>('openWorksheet', { service, ids, ...(fields && { fields }) });
  return sheetAt(uri);
}

export async function sheetAt(uri: string): Promise<Sheet> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  return {
    document,
    async replace(from, to) {
      const edit = new vscode.WorkspaceEdit();
      for (const match of document.getText().matchAll(new RegExp(from, 'g'))) {
        const start = document.positionAt(match.index);
        edit.replace(document.uri, new vscode.Range(start, document.positionAt(match.index + match[0].length)), to);
      }
      assert.ok(await vscode.workspace.applyEdit(edit));
    },
    rows: () => JSON.parse(document.getText()),
    problems: () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message),
    async lenses() {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        1000,
      );
      return found.map((lens) => lens.command?.title ?? '');
    },
  };
}
