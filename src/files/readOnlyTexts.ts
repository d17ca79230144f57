import * as vscode from 'vscode';
import { asShown, onDidCloseDocument } from './tabs.ts';

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
  return {
    /** Sets the text of a document until it is closed. */
    set: (uri: vscode.Uri, text: string) => void texts.set(uri.toString(), asShown(text)),
    /** VS Code is to ask for the text again. */
    refresh: (uri: vscode.Uri) => changed.fire(uri),
    dispose: () => registrations.dispose(),
  };
}
