import * as vscode from 'vscode';

const reviewScheme = 'videorecordreview';

export interface ReviewDocuments extends vscode.Disposable {
  show(record: vscode.Uri, text: string): Promise<void>;
}

/** Reviews as read-only documents, gone when their tab is. */
export function reviewDocuments(): ReviewDocuments {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(reviewScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) =>
        texts.get(uri.toString()) ?? 'Run Review Changes again to see this review.\n',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  );
  return {
    async show(record, text) {
      const path = record.path.replace(/\.video\.json$/, '.changes.md');
      const uri = record.with({ scheme: reviewScheme, path });
      texts.set(uri.toString(), text);
      changed.fire(uri);
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    },
    dispose: () => registrations.dispose(),
  };
}
