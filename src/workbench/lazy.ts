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

type OwnedFileSystem = vscode.FileSystemProvider & vscode.Disposable;

/** A file system that is registered at once, and loaded when VS Code first asks it for something. */
export function lazyFileSystem(load: () => Promise<OwnedFileSystem>): OwnedFileSystem {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = lazy(async () => {
    const loaded = await load();
    loaded.onDidChangeFile((events) => changed.fire(events));
    return loaded;
  });
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
    dispose: () => vscode.Disposable.from(changed, files).dispose(),
  };
}
