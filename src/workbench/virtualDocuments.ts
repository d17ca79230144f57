import * as vscode from 'vscode';
import { onDidCloseDocument, openDocument, untilDocument } from './documents.ts';

export interface VirtualDocuments extends vscode.Disposable {
  show(uri: vscode.Uri, text: string, options?: vscode.TextDocumentShowOptions): Promise<void>;
}

/** Read-only documents with a text of the extension, kept until they are closed. */
export function virtualDocuments(scheme: string, whenGone: string): VirtualDocuments {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? `${whenGone}\n`,
    }),
    onDidCloseDocument(({ uri }) => texts.delete(uri.toString())),
  );
  return {
    async show(uri, text, options = {}) {
      const shown = asShown(text);
      texts.set(uri.toString(), shown);
      const isShown = (document: vscode.TextDocument) => asShown(document.getText()) === shown;
      const open = openDocument(uri);
      // VS Code asks for the new text later.
      if (open && !isShown(open)) await untilDocument(uri, isShown, () => changed.fire(uri));
      await vscode.window.showTextDocument(uri, options);
    },
    dispose: () => registrations.dispose(),
  };
}

/** VS Code silently normalizes line ends, byte order marks and lone surrogates of a document. */
function asShown(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
