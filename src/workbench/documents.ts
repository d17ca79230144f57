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

/**
 * Whether there is something to save. The extension host takes a document for clean once it was saved, also where
 * somebody typed on meanwhile. Its tab knows better.
 */
export function isUnsaved(document: vscode.TextDocument): boolean {
  if (document.isDirty) return true;
  const key = document.uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ isDirty, input }) => isDirty && shownUri(input)?.toString() === key);
}

/**
 * Tells of documents whose tabs have changed. A tab learns after its document that there is nothing to save any more, and
 * where that comes from an undo or a revert, nothing else is told after it.
 */
export function onDidChangeTabOf(listener: (document: vscode.TextDocument) => void): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ changed }) => {
    for (const { input } of changed) {
      const uri = shownUri(input);
      const document = uri && openDocument(uri);
      if (document) listener(document);
    }
  });
}

export const notUtf8 = 'A record is saved as UTF-8, and this text is not. Choose UTF-8 in the status bar.';

/** What VS Code can't write in a document's encoding, it replaces without a word. Throws where it would. */
export function refuseLossySave(document: vscode.TextDocument): void {
  if (!/^utf8(bom)?$/.test(document.encoding)) throw new Error(notUtf8);
  if (document.getText().isWellFormed()) return;
  throw new Error('The text holds half of a character, which can only be saved as an escape, such as \\ud83d.');
}

/** The document of a tab that can be edited there. */
export function shownUri(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

/** Whether a tab shows a document of this kind, on either side of a diff too. */
export function isShown(matches: (uri: vscode.Uri) => boolean): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.some((input) => {
    if (input instanceof vscode.TabInputTextDiff) return matches(input.original) || matches(input.modified);
    return input instanceof vscode.TabInputText && matches(input.uri);
  });
}

const patienceMs = 3000;

/** Does something to a document and resolves once this holds, it is closed, or VS Code has had its time. */
export async function untilDocument(
  uri: vscode.Uri,
  holds: (document: vscode.TextDocument) => boolean,
  cause: () => void,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      listeners.dispose();
      clearTimeout(timer);
      resolve();
    };
    const look = () => {
      const document = openDocument(uri);
      if (!document || holds(document)) done();
    };
    const timer = setTimeout(done, patienceMs);
    const listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(look),
    );
    cause();
  });
}

/** Where a tab shows the document, if one does. */
export function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const shows = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(shows))?.viewColumn;
}

/**
 * VS Code cuts a workspace edit in the active editor down further, unit by unit: also through characters of two units,
 * where both texts have some.
 */
export function mayCutCharacters(document: vscode.TextDocument, range: vscode.Range, text: string): boolean {
  const hasPairs = (one: string) => /[\ud800-\udfff]/.test(one);
  return hasPairs(text) && hasPairs(document.getText(range));
}

/** False where the document has changed meanwhile. Undo takes it back. */
export async function replaceAt(
  document: vscode.TextDocument,
  offset: number,
  length: number,
  text: string,
): Promise<boolean> {
  const range = rangeAt(document, offset, length);
  const editor = vscode.window.visibleTextEditors.find((visible) => visible.document === document);
  if (editor && mayCutCharacters(document, range, text)) {
    return editor.edit((builder) => builder.replace(range, text));
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  return vscode.workspace.applyEdit(edit);
}
