import * as vscode from 'vscode';

export interface VirtualDocuments extends vscode.Disposable {
  show(uri: vscode.Uri, text: string, options?: vscode.TextDocumentShowOptions): Promise<void>;
}

/** Read-only documents that the extension writes, gone when their tab is. */
export function virtualDocuments(scheme: string, whenGone: string): VirtualDocuments {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? `${whenGone}\n`,
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  );
  return {
    async show(uri, text, options = {}) {
      texts.set(uri.toString(), text);
      changed.fire(uri);
      await vscode.window.showTextDocument(uri, options);
    },
    dispose: () => registrations.dispose(),
  };
}
