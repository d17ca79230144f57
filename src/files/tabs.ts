import * as vscode from 'vscode';

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === key);
}

/**
 * Whether there is something to save. After a save the extension host considers a document clean, even if the user
 * typed during the save. Its tab has the right state.
 */
export function isUnsaved(document: vscode.TextDocument): boolean {
  if (document.isDirty) return true;
  const key = document.uri.toString();
  return allTabs().some(({ isDirty, input }) => isDirty && tabUri(input)?.toString() === key);
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** The document of a tab that can be edited there, as text or as a table. */
export function tabUri(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

/** The document of the active editor. */
export function activeUri(): vscode.Uri | undefined {
  const { activeTextEditor, tabGroups } = vscode.window;
  return activeTextEditor?.document.uri ?? tabUri(tabGroups.activeTabGroup.activeTab?.input);
}

/** The documents of all tabs that can be edited there. A tab may have none: it is not loaded, or shows an error. */
export function tabUris(): readonly vscode.Uri[] {
  return allTabs().flatMap(({ input }) => tabUri(input) ?? []);
}

/** Whether an editor of an extension, such as a table, is the first tab of a document. */
export function isCustom(uri: vscode.Uri): boolean {
  const tab = allTabs().find(({ input }) => tabUri(input)?.toString() === uri.toString());
  return tab?.input instanceof vscode.TabInputCustom;
}

/** Whether a tab shows a document of this kind, on either side of a diff too. */
export function hasTab(matches: (uri: vscode.Uri) => boolean): boolean {
  return allTabs().some(({ input }) => {
    if (input instanceof vscode.TabInputTextDiff) return matches(input.original) || matches(input.modified);
    const uri = tabUri(input);
    return uri !== undefined && matches(uri);
  });
}

/** The column of the tab that shows the document. */
export function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const shows = ({ input }: vscode.Tab) =>
    !(input instanceof vscode.TabInputTextDiff) && tabUri(input)?.toString() === uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(shows))?.viewColumn;
}

/** Not when only its language changes: VS Code reports that as a close and an open of the same document. */
export function onDidCloseDocument(listener: (document: vscode.TextDocument) => void): vscode.Disposable {
  return vscode.workspace.onDidCloseTextDocument((document) => {
    if (!openDocument(document.uri)) listener(document);
  });
}

/**
 * Fires for documents whose tabs have changed. A tab becomes clean after its document does, and after an undo or a
 * revert this is the last event.
 */
export function onDidChangeTabOf(listener: (document: vscode.TextDocument) => void): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ changed }) => {
    for (const { input } of changed) {
      const uri = tabUri(input);
      const document = uri && openDocument(uri);
      if (document) listener(document);
    }
  });
}

/** Resolves when a document with unsaved changes has none any more: it was saved, reverted or closed. */
export function untilSaved(uri: vscode.Uri): Promise<void> {
  return new Promise((resolve) => {
    const look = (document: vscode.TextDocument) => {
      if (document.uri.toString() !== uri.toString() || (!document.isClosed && isUnsaved(document))) return;
      listeners.dispose();
      resolve();
    };
    const listeners = vscode.Disposable.from(onDidChangeTabOf(look), onDidCloseDocument(look));
  });
}

const patienceMs = 3000;

/** Resolves when the condition holds after a change, the document is closed, or some time has passed. */
export function untilDocument(
  uri: vscode.Uri,
  holds: (document: vscode.TextDocument) => boolean,
  cause?: () => void,
): Promise<void> {
  return untilDone(patienceMs, (done) => {
    const look = () => {
      const document = openDocument(uri);
      if (!document || holds(document)) done();
    };
    const { onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
    const listeners = vscode.Disposable.from(onDidChangeTextDocument(look), onDidCloseTextDocument(look));
    cause?.();
    return listeners;
  });
}

/** Resolves when a listener calls `done`, or some time has passed. */
export async function untilDone(milliseconds: number, listen: (done: () => void) => vscode.Disposable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const listener = listen(resolve);
  await promise;
  clearTimeout(timer);
  listener.dispose();
}

/** Whether VS Code shows both texts the same: it drops a byte order mark, and gives all lines one ending. */
export function sameOnScreen(one: string, other: string): boolean {
  return one === other || asShown(one) === asShown(other);
}

/** Whether VS Code would show the same if it read the text now, with its line ends and its byte order mark. */
export function hasText(document: vscode.TextDocument, text: string): boolean {
  if (!sameOnScreen(document.getText(), text)) return false;
  if (text.startsWith('\ufeff') !== (document.encoding === 'utf8bom')) return false;
  const ends = text.includes('\r') ? (text.match(/\r\n?|\n/g) ?? []) : [];
  // All lines get the ends that most of them have.
  const isWindows = ends.filter((end) => end !== '\n').length > ends.length / 2;
  return isWindows === (document.eol === vscode.EndOfLine.CRLF) || !text.includes('\n');
}

export function asShown(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
