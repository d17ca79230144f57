import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { columnOf, rangeAt } from '../workbench/documents.ts';

const flashMs = 700;

/** Shows the record's editor with the caret at the start of a field's value, or of an item of it, and flashes it. */
export async function revealField(document: vscode.TextDocument, field: string, item?: number): Promise<void> {
  const viewColumn = columnOf(document.uri) ?? vscode.ViewColumn.One;
  // Tolerant: the text may be invalid right now.
  const tree = parseTree(document.getText());
  const value = tree && findNodeAtLocation(tree, [field]);
  const node = (item === undefined ? undefined : value?.children?.[item]) ?? value;
  if (!node) return void vscode.window.showTextDocument(document, { viewColumn, preview: false });
  const caret = document.positionAt(node.offset + (node.type === 'string' ? 1 : 0));
  const selection = new vscode.Range(caret, caret);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: false, selection });
  flash(editor, rangeAt(document, node.offset, node.length));
}

function flash(editor: vscode.TextEditor, range: vscode.Range): void {
  const highlight = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.symbolHighlightBackground'),
    borderColor: new vscode.ThemeColor('editor.symbolHighlightBorder'),
  });
  editor.setDecorations(highlight, [range]);
  setTimeout(() => highlight.dispose(), flashMs);
}
