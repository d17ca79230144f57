import * as vscode from 'vscode';
import type { Field, RecordText } from '../record/text.ts';
import { untilDone } from './tabs.ts';

interface Place {
  readonly key: string | undefined;
  readonly distance: number;
}

/**
 * Stores the cursors and the scroll position of a document by field, and restores them when it shows a new text. If the
 * user types or moves a cursor in the meantime, nothing is restored: it would scramble what they type.
 */
export function cursorPlaces(
  document: vscode.TextDocument,
  text: string,
  parse: (text: string) => RecordText | undefined,
): () => Promise<void> {
  const before = parse(document.getText());
  const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
  const places = editors.map((editor) => ({
    editor,
    top: editor.visibleRanges[0]?.start,
    selections: editor.selections.map(
      ({ anchor, active }) => [place(document, before, anchor), place(document, before, active)] as const,
    ),
  }));
  const moved = new Set<vscode.TextEditor>();
  // A new text moves cursors too, and has no kind.
  const moves = vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
    if (kind !== undefined) moved.add(textEditor);
  });
  const isOurs = (editor: vscode.TextEditor) => !moved.has(editor) && document.getText() === text;

  const restore = async (editor: vscode.TextEditor, wanted: vscode.Selection[], top: vscode.Position | undefined) => {
    if (!sameSelections(editor.selections, wanted)) await selectionEvent(editor);
    if (!isOurs(editor)) return;
    if (!sameSelections(editor.selections, wanted)) editor.selections = wanted;
    if (top && editor.visibleRanges[0]?.start.line !== top.line) {
      editor.revealRange(new vscode.Range(top, top), vscode.TextEditorRevealType.AtTop);
    }
  };

  return async () => {
    if (document.getText() === text) {
      const after = parse(text);
      const at = (where: Place) => position(document, after, where);
      const restored = places.map(({ editor, top, selections }) => {
        const wanted = selections.map(([anchor, active]) => new vscode.Selection(at(anchor), at(active)));
        return restore(editor, wanted, top);
      });
      await Promise.all(restored);
    }
    moves.dispose();
  };
}

function sameSelections(some: readonly vscode.Selection[], others: readonly vscode.Selection[]): boolean {
  return some.length === others.length && some.every((selection, index) => others[index]?.isEqual(selection));
}

const patienceMs = 100;

/** VS Code moves cursors with a new text, and fires the event for it a moment later. */
function selectionEvent(editor: vscode.TextEditor): Promise<void> {
  return untilDone(patienceMs, (done) =>
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => textEditor === editor && done()),
  );
}

function place(document: vscode.TextDocument, record: RecordText | undefined, at: vscode.Position): Place {
  const offset = document.offsetAt(at);
  const field = [...(record?.fields.values() ?? [])].findLast(({ keyOffset }) => keyOffset <= offset);
  return { key: field?.key, distance: offset - (field?.keyOffset ?? 0) };
}

function position(
  document: vscode.TextDocument,
  record: RecordText | undefined,
  { key, distance }: Place,
): vscode.Position {
  const field: Field | undefined = key === undefined ? undefined : record?.fields.get(key);
  if (!field) return document.positionAt(distance);
  // After the value come the comma and the line break.
  const end = field.offset + field.length + 2;
  return document.positionAt(Math.min(field.keyOffset + distance, end));
}
