import * as vscode from 'vscode';
import { activeUri } from '../files/tabs.ts';
import { editBetween } from '../record/textEdits.ts';

/** The steps of one document that belong together with the one before them, or with the one after. */
interface Typed {
  text: string;
  last: string;
  /** The text after the last of them. */
  left: string;
  readonly afterOthers: Set<string>;
  readonly beforeOthers: Set<string>;
}

export type TypedSteps = ReturnType<typeof typedSteps>;

/**
 * Each write of an open cell is a step of VS Code's undo stack. An undo or redo of such a step goes on to the others of
 * the same cell, so that one undo takes back what was typed there. A step is known by what it replaces where: a value that
 * the user also typed on purpose, in a step of its own, is not passed over.
 */
export function typedSteps() {
  const documents = new WeakMap<vscode.TextDocument, Typed>();

  const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
    const typed = documents.get(document);
    if (!typed || contentChanges.length === 0) return;
    const before = typed.text;
    typed.text = document.getText();
    if (reason === undefined) return;
    const isUndo = reason === vscode.TextDocumentChangeReason.Undo;
    const goesOn = isUndo
      ? typed.afterOthers.has(stepBetween(typed.text, before))
      : typed.beforeOthers.has(stepBetween(before, typed.text));
    // The commands act on the active editor.
    if (!goesOn || activeUri()?.toString() !== document.uri.toString()) return;
    void vscode.commands.executeCommand(isUndo ? 'undo' : 'redo');
  });

  return {
    /** Follows a write of an open cell. `isFirst`: the text has the value that the cell was opened with. */
    async follow<T>(document: vscode.TextDocument, isFirst: boolean, write: () => Promise<T>): Promise<T> {
      const before = document.getText();
      const typed = documents.get(document) ?? {
        text: before,
        last: '',
        left: before,
        afterOthers: new Set<string>(),
        beforeOthers: new Set<string>(),
      };
      documents.set(document, typed);
      const result = await write();
      if (document.getText() === before) return result;
      const step = stepBetween(before, document.getText());
      typed.beforeOthers.delete(step);
      if (isFirst || before !== typed.left) typed.afterOthers.delete(step);
      else {
        typed.afterOthers.add(step);
        typed.beforeOthers.add(typed.last);
      }
      typed.last = step;
      typed.left = document.getText();
      return result;
    },
    dispose: () => listener.dispose(),
  };
}

function stepBetween(before: string, after: string): string {
  const { offset, length, text } = editBetween(before, after);
  return JSON.stringify([offset, before.slice(offset, offset + length), text]);
}
