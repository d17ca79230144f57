import * as vscode from 'vscode';
import { parseIfRecord } from '../record/text.ts';
import { recordScheme } from '../workbench/ids.ts';

/**
 * Showing the answer to a save is a step of VS Code's undo stack. Often it changes nothing but `updated`, off screen: an
 * undo or redo of such a step goes on to the next one.
 */
export function passOverUpdated(): vscode.Disposable {
  const texts = new WeakMap<vscode.TextDocument, string>();
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
    if (document.uri.scheme !== recordScheme || contentChanges.length === 0) return;
    const before = texts.get(document);
    const text = document.getText();
    texts.set(document, text);
    if (reason === undefined || before === undefined || !isOnlyUpdated(before, text)) return;
    // The commands act on the focused editor.
    if (vscode.window.activeTextEditor?.document !== document) return;
    void vscode.commands.executeCommand(reason === vscode.TextDocumentChangeReason.Undo ? 'undo' : 'redo');
  });
}

function isOnlyUpdated(before: string, after: string): boolean {
  const rest = withoutUpdated(before);
  return rest !== undefined && rest === withoutUpdated(after);
}

function withoutUpdated(text: string): string | undefined {
  const field = parseIfRecord(text)?.fields.get('updated');
  return field && text.slice(0, field.offset) + text.slice(field.offset + field.length);
}
