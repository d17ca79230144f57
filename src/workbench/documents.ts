import * as vscode from 'vscode';

export function rangeAt(document: vscode.TextDocument, offset: number, length: number): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

/** Not when only its language changes: VS Code tells of that by closing and opening a document that stays. */
export function onDidCloseDocument(listener: (document: vscode.TextDocument) => void): vscode.Disposable {
  return vscode.workspace.onDidCloseTextDocument((document) => {
    if (!openDocument(document.uri)) listener(document);
  });
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === key);
}
