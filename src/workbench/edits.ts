import * as vscode from 'vscode';
import type { TextEdit } from '../record/textEdits.ts';

export function rangeAt(document: vscode.TextDocument, offset: number, length: number): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

/**
 * VS Code reduces a workspace edit in the active editor to the UTF-16 units that differ, and may cut through surrogate
 * pairs if both texts contain some.
 */
function mayCutCharacters(document: vscode.TextDocument, range: vscode.Range, text: string): boolean {
  const hasPairs = (part: string) => /[\ud800-\udfff]/.test(part);
  return hasPairs(text) && hasPairs(document.getText(range));
}

/** An edit for a code action. VS Code applies a snippet without reducing it to the characters that differ. */
export function replacement(
  document: vscode.TextDocument,
  { offset, length, text }: TextEdit,
): vscode.TextEdit | vscode.SnippetTextEdit {
  const range = rangeAt(document, offset, length);
  if (!mayCutCharacters(document, range, text)) return vscode.TextEdit.replace(range, text);
  const edit = vscode.SnippetTextEdit.replace(range, new vscode.SnippetString().appendText(text));
  edit.keepWhitespace = true;
  return edit;
}

/** Whether a document still has the text that it had at this version. A closed one has none: another may have its URI. */
export function isStill(document: vscode.TextDocument, version: number): boolean {
  return !document.isClosed && document.version === version;
}

/**
 * False if the document is no longer the version that the edits were computed for: VS Code would apply their offsets to
 * whatever text there is. False also if its editor is read-only, for which VS Code reports a success. One undo reverts all.
 */
export async function applyEdits(
  document: vscode.TextDocument,
  version: number,
  edits: readonly TextEdit[],
): Promise<boolean> {
  if (!isStill(document, version)) return false;
  const changing = edits.filter(({ length, text }) => length > 0 || text !== '');
  if (changing.length === 0) return true;
  const placed = changing.map(({ offset, length, text }) => ({ range: rangeAt(document, offset, length), text }));
  const isApplied = await editVisible(document, placed);
  if (isApplied !== undefined) return isApplied && document.version !== version;
  if (!isStill(document, version)) return false;
  const edit = new vscode.WorkspaceEdit();
  for (const { range, text } of placed) edit.replace(document.uri, range, text);
  return vscode.workspace.applyEdit(edit);
}

interface PlacedEdit {
  readonly range: vscode.Range;
  readonly text: string;
}

/**
 * In the active editor, VS Code reduces a workspace edit to what differs, and forgets the version while it does so. Its
 * editors check it. Undefined if none shows the document.
 */
async function editVisible(document: vscode.TextDocument, edits: readonly PlacedEdit[]): Promise<boolean | undefined> {
  const editor = vscode.window.visibleTextEditors.find((visible) => visible.document === document);
  try {
    return await editor?.edit((builder) => {
      for (const { range, text } of edits) builder.replace(range, text);
    });
  } catch {
    // It was closed before VS Code got to it.
    return undefined;
  }
}
