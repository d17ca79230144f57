import * as vscode from 'vscode';

/**
 * Loads the language features with the first text of a record, which may also be a copy on disk. The text of a record
 * itself comes once they are loaded.
 */
export function followTexts(load: () => Promise<unknown>): vscode.Disposable {
  const follow = (document: vscode.TextDocument) => {
    keepFromJsonService(document);
    if (document.languageId === 'videorecord') void load();
  };
  vscode.workspace.textDocuments.forEach(follow);
  return vscode.workspace.onDidOpenTextDocument(follow);
}

/**
 * Records don't use VS Code's JSON support, because it would load any schema that a record names in `$schema`. The
 * defaults for `files.associations` name our languages, but a longer pattern of the user's may win.
 */
function keepFromJsonService(document: vscode.TextDocument): void {
  const { scheme, path } = document.uri;
  if (!/^(?:jsonc?|snippets)$/.test(document.languageId) || !/^video(?:record|worksheet)/.test(scheme)) return;
  const language = path.endsWith('.worksheet.json') ? 'videoworksheet' : 'videorecord';
  void vscode.languages.setTextDocumentLanguage(document, path.endsWith('.json') ? language : 'markdown');
}
