import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import type { CommandName } from '../workbench/commandIds.ts';
import { lazyFileSystem } from '../workbench/lazyFileSystem.ts';
import type { RecordEditor, RecordEvent } from './recordEditor.ts';
import { recordOf, recordScheme } from './recordUri.ts';

const commands = [
  'reload',
  'compare',
  'reviewChanges',
  'saveWithPatch',
  'saveWithPut',
  'saveCopy',
  'keepMine',
  'takeTheirs',
] as const;

/**
 * The editor, loaded with the first record. Whatever it has to see of a document comes after VS Code asked the file
 * system for it, so nothing is missed before.
 */
export function lazyEditor(services: Services, storage: vscode.Uri): Omit<RecordEditor, 'files'> {
  const happened = new vscode.EventEmitter<RecordEvent>();
  const standingChanged = new vscode.EventEmitter<vscode.Uri>();
  let loading: Promise<RecordEditor> | undefined;
  const load = async () => {
    const { recordEditor } = await import('./recordEditor.ts');
    const editor = recordEditor(services, storage);
    editor.onDidHappen((event) => happened.fire(event));
    editor.onDidChangeStanding((uri) => standingChanged.fire(uri));
    return editor;
  };
  const editor = () => {
    loading ??= load();
    return loading;
  };
  const files = lazyFileSystem(async () => (await editor()).files);
  const handler = (name: CommandName) => async (argument?: unknown) => (await editor()).handlers[name]?.(argument);
  const registrations = vscode.Disposable.from(
    happened,
    standingChanged,
    files,
    vscode.workspace.registerFileSystemProvider(recordScheme, files, { isCaseSensitive: true }),
  );
  return {
    onDidHappen: happened.event,
    onDidChangeStanding: standingChanged.event,
    base: async (uri) => (await editor()).base(uri),
    lockReason: async (record) => (await editor()).lockReason(record),
    resolve: async (argument) => (await editor()).resolve(argument),
    nameOf: recordOf,
    open: async (name, show, signal) => (await editor()).open(name, show, signal),
    handlers: Object.fromEntries(commands.map((name) => [name, handler(name)])),
    dispose() {
      registrations.dispose();
      void loading?.then((loaded) => loaded.dispose());
    },
  };
}
