import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { columnOf, rangeAt } from '../workbench/documents.ts';

/** Shows the record's editor, where it is open already if it is, with the field's value selected. */
export async function revealField(uri: vscode.Uri, field: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const viewColumn = columnOf(uri) ?? vscode.ViewColumn.One;
  // The text may be broken right now, and the field still be found.
  const tree = parseTree(document.getText());
  const node = tree && findNodeAtLocation(tree, [field]);
  const selection = node && rangeAt(document, node.offset, node.length);
  await vscode.window.showTextDocument(document, { viewColumn, preview: false, ...(selection && { selection }) });
}
