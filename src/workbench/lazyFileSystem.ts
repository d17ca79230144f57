import * as vscode from 'vscode';

type OwnedFileSystem = vscode.FileSystemProvider & vscode.Disposable;

/** A file system that is registered at once, and loaded when VS Code first asks it for something. */
export function lazyFileSystem(load: () => Promise<OwnedFileSystem>): OwnedFileSystem {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let loading: Promise<OwnedFileSystem> | undefined;
  const loadAndFollow = async () => {
    const files = await load();
    files.onDidChangeFile((events) => changed.fire(events));
    return files;
  };
  const files = () => {
    loading ??= loadAndFollow();
    return loading;
  };
  return {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    writeFile: async (uri, content, options) => (await files()).writeFile(uri, content, options),
    readDirectory: async (uri) => (await files()).readDirectory(uri),
    createDirectory: async (uri) => (await files()).createDirectory(uri),
    delete: async (uri, options) => (await files()).delete(uri, options),
    rename: async (from, to, options) => (await files()).rename(from, to, options),
    dispose() {
      changed.dispose();
      void loading?.then((loaded) => loaded.dispose());
    },
  };
}
