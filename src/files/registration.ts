import * as vscode from 'vscode';
import { fileError } from '../workbench/fileError.ts';
import { lazy } from '../workbench/lazy.ts';
import type { FileProvider } from './provider.ts';

/**
 * Registers a file system at activation. It is loaded when VS Code first asks it for a file, or shows a document of its
 * scheme: a document that is restored with unsaved changes is not read, and its save must be followed from the start.
 */
export function registerFiles(scheme: string, load: () => Promise<FileProvider>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = lazy(async () => {
    const loaded = await load();
    loaded.onDidChangeFile((events) => changed.fire(events));
    return loaded;
  });
  const loadFor = ({ uri }: vscode.TextDocument) => {
    if (uri.scheme === scheme) void files();
  };
  const refuse = (): never => {
    throw fileError('NoPermissions', vscode.l10n.t("Records and worksheets can't be deleted, renamed or moved."));
  };
  const refuseProgram = (): never => {
    throw fileError(
      'NoPermissions',
      vscode.l10n.t("Records can't be written as files. Use the function save in the API of Video Records."),
    );
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    async writeFile(uri, content, options) {
      // An option that VS Code does not document, and that `workspace.fs` does not pass.
      if (!Object.hasOwn(options, 'unlock')) refuseProgram();
      // VS Code announces a save before it writes. After the extension host was busy, both may arrive at once, and the
      // announcement is still on its way through the listeners.
      await new Promise<void>((resolve) => setImmediate(resolve));
      await (await files()).writeFile(uri, content);
    },
    readDirectory() {
      throw vscode.FileSystemError.FileNotADirectory();
    },
    createDirectory() {
      // VS Code creates the folders of a file before it writes it. Nothing is stored for them.
    },
    delete: refuse,
    rename: refuse,
  };
  vscode.workspace.textDocuments.forEach(loadFor);
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true }),
    vscode.workspace.onDidOpenTextDocument(loadFor),
    changed,
  );
}
