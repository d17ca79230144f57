import * as vscode from 'vscode';
import type { TextEdit } from '../record/textEdits.ts';
import { UserError } from './commands.ts';

export function rangeAt(document: vscode.TextDocument, offset: number, length: number): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

/** Not when only its language changes: VS Code reports that as a close and an open of the same document. */
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
 * Whether there is something to save. After a save the extension host considers a document clean, even if the user
 * typed during the save. Its tab has the right state.
 */
export function isUnsaved(document: vscode.TextDocument): boolean {
  if (document.isDirty) return true;
  const key = document.uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ isDirty, input }) => isDirty && shownUri(input)?.toString() === key);
}

/**
 * Fires for documents whose tabs have changed. A tab becomes clean after its document does, and after an undo or a
 * revert this is the last event.
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

/** VS Code silently replaces characters that a document's encoding can't represent. Throws if it would. */
export function refuseLossySave(document: vscode.TextDocument): void {
  if (!/^utf8(bom)?$/.test(document.encoding)) throw notUtf8();
  if (document.getText().isWellFormed()) return;
  throw new UserError(
    vscode.l10n.t('The text contains an incomplete character. Write it as an escape, such as {0}.', '\\ud83d'),
  );
}

export function notUtf8(cause?: unknown): UserError {
  const message = vscode.l10n.t('Records are saved as UTF-8. Select the encoding UTF-8 in the status bar.');
  return new UserError(message, { cause });
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

/** Resolves when the condition holds after a change, the document is closed, or some time has passed. */
export async function untilDocument(
  uri: vscode.Uri,
  holds: (document: vscode.TextDocument) => boolean,
  cause?: () => void,
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
    cause?.();
  });
}

/** The column of the tab that shows the document. */
export function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const shows = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(shows))?.viewColumn;
}

/**
 * VS Code reduces a workspace edit in the active editor to the UTF-16 units that differ, and may cut through surrogate
 * pairs if both texts contain some.
 */
export function mayCutCharacters(document: vscode.TextDocument, range: vscode.Range, text: string): boolean {
  const hasPairs = (part: string) => /[\ud800-\udfff]/.test(part);
  return hasPairs(text) && hasPairs(document.getText(range));
}

/** False if the document has changed in the meantime. One undo reverts all. */
export async function applyEdits(document: vscode.TextDocument, edits: readonly TextEdit[]): Promise<boolean> {
  const placed = edits.map(({ offset, length, text }) => ({ range: rangeAt(document, offset, length), text }));
  const editor = vscode.window.visibleTextEditors.find((visible) => visible.document === document);
  if (editor && placed.some(({ range, text }) => mayCutCharacters(document, range, text))) {
    return editor.edit((builder) => {
      for (const { range, text } of placed) builder.replace(range, text);
    });
  }
  const edit = new vscode.WorkspaceEdit();
  for (const { range, text } of placed) edit.replace(document.uri, range, text);
  return vscode.workspace.applyEdit(edit);
}
