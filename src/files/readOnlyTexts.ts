import * as vscode from 'vscode';
import { asShown, onDidCloseDocument, openDocument, sameOnScreen, untilDocument } from './tabs.ts';

export type ReadOnlyTexts = ReturnType<typeof readOnlyTexts>;

/**
 * Texts of the extension that no one can edit: sides of diffs, requests. `otherwise` gives the text of a URI for which
 * none was set: after a window reload, all of them.
 */
export function readOnlyTexts(schemes: readonly string[], otherwise: (uri: vscode.Uri) => string | Promise<string>) {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? otherwise(uri),
  };
  const registrations = vscode.Disposable.from(
    changed,
    ...schemes.map((scheme) => vscode.workspace.registerTextDocumentContentProvider(scheme, provider)),
    onDidCloseDocument(({ uri }) => texts.delete(uri.toString())),
  );
  /** Sets the text of a document until it is closed. */
  const set = (uri: vscode.Uri, text: string) => void texts.set(uri.toString(), asShown(text));
  return {
    set,
    /** Shows a text, also in a document that already shows another one. */
    async show(uri: vscode.Uri, text: string, options: vscode.TextDocumentShowOptions = {}) {
      set(uri, text);
      const isShown = (document: vscode.TextDocument) => sameOnScreen(document.getText(), text);
      const open = openDocument(uri);
      // VS Code asks for the new text later.
      if (open && !isShown(open)) await untilDocument(uri, isShown, () => changed.fire(uri));
      await vscode.window.showTextDocument(uri, options);
    },
    /** VS Code is to ask for the text again. */
    refresh: (uri: vscode.Uri) => changed.fire(uri),
    dispose: () => registrations.dispose(),
  };
}
