import * as vscode from 'vscode';
import { type Field, parseIfRecord, type RecordText } from '../record/text.ts';

interface Place {
  readonly key: string | undefined;
  readonly distance: number;
}

/** Remembers where the cursors and the scroll of a document are, by field, and puts them there again after a new text. */
export function cursorPlaces(document: vscode.TextDocument): () => void {
  const before = parseIfRecord(document.getText());
  const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
  const places = editors.map((editor) => ({
    editor,
    top: editor.visibleRanges[0]?.start,
    selections: editor.selections.map(
      ({ anchor, active }) => [place(document, before, anchor), place(document, before, active)] as const,
    ),
  }));
  return () => {
    const after = parseIfRecord(document.getText());
    for (const { editor, top, selections } of places) {
      editor.selections = selections.map(
        ([anchor, active]) =>
          new vscode.Selection(position(document, after, anchor), position(document, after, active)),
      );
      if (top && editor.visibleRanges[0]?.start.line !== top.line) {
        editor.revealRange(new vscode.Range(top, top), vscode.TextEditorRevealType.AtTop);
      }
    }
  };
}

function place(document: vscode.TextDocument, record: RecordText | undefined, at: vscode.Position): Place {
  const offset = document.offsetAt(at);
  let key: string | undefined;
  let distance = offset;
  for (const field of record?.fields.values() ?? []) {
    if (field.keyOffset > offset) break;
    key = field.key;
    distance = offset - field.keyOffset;
  }
  return { key, distance };
}

function position(
  document: vscode.TextDocument,
  record: RecordText | undefined,
  { key, distance }: Place,
): vscode.Position {
  const field: Field | undefined = key === undefined ? undefined : record?.fields.get(key);
  if (!field) return document.positionAt(distance);
  // Behind the value there is room for the comma and the line break.
  const end = field.offset + field.length + 2;
  return document.positionAt(Math.min(field.keyOffset + distance, end));
}
