import * as vscode from 'vscode';
import type { CommandName } from './commandIds.ts';
import type { CommandHandlers } from './commands.ts';

/** Gets a part of the extension, which is loaded when it is first needed. Disposing it disposes what was loaded. */
export interface Lazy<T> extends vscode.Disposable {
  (): Promise<T>;
}

export function lazy<T extends object>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  const get = () => {
    loading ??= load();
    return loading;
  };
  return Object.assign(get, {
    dispose: () => void loading?.then((loaded: Partial<vscode.Disposable>) => loaded.dispose?.()),
  });
}

/** Handlers that load the part of the extension that has them. */
export function lazyHandlers(
  names: readonly CommandName[],
  load: () => Promise<{ readonly handlers: CommandHandlers }>,
): CommandHandlers {
  const handler =
    (name: CommandName) =>
    async (...args: unknown[]) =>
      (await load()).handlers[name]?.(...args);
  return Object.fromEntries(names.map((name) => [name, handler(name)]));
}

/** Documents of a service as files. There are no folders. */
export interface ServiceFiles extends vscode.Disposable {
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;
  stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  /** `isByWorkbench`: VS Code writes the file itself. A program does so with `workspace.fs`. */
  writeFile(uri: vscode.Uri, content: Uint8Array, isByWorkbench: boolean): Promise<void>;
}

/** Registers a file system at once. It is loaded when VS Code first asks it for a file. */
export function registerFiles(scheme: string, load: () => Promise<ServiceFiles>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = lazy(async () => {
    const loaded = await load();
    loaded.onDidChangeFile((events) => changed.fire(events));
    return loaded;
  });
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions(
      vscode.l10n.t("Records and worksheets can't be deleted, renamed or moved."),
    );
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    async writeFile(uri, content, options) {
      // An option that VS Code does not document, and that `workspace.fs` does not pass.
      const isByWorkbench = Object.hasOwn(options, 'unlock');
      // VS Code announces a save before it writes. After the extension host was busy, both may arrive at once, and the
      // announcement is still on its way through the listeners.
      if (isByWorkbench) await new Promise<void>((resolve) => setImmediate(resolve));
      await (await files()).writeFile(uri, content, isByWorkbench);
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
  const registration = vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
  return vscode.Disposable.from(registration, changed, files);
}
