import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import { lazy, lazyHandlers, registerFiles } from '../workbench/lazy.ts';
import type { RecordDocuments, RecordEvent } from './recordDocuments.ts';
import { recordScheme } from './recordUri.ts';
import type { WriteJournal } from './writeJournal.ts';

const commands = [
  'reload',
  'compare',
  'reviewChanges',
  'showRequest',
  'saveWithPatch',
  'saveWithPut',
  'saveCopy',
  'keepMine',
  'takeTheirs',
] as const;

/**
 * The record documents, loaded with the first record. VS Code calls the file system before any event of a document, so
 * no event is missed.
 */
export function lazyDocuments(
  services: Services,
  storage: () => vscode.Uri,
  journal: WriteJournal,
  log: vscode.LogOutputChannel,
): Omit<RecordDocuments, 'files'> {
  const happened = new vscode.EventEmitter<RecordEvent>();
  const standingChanged = new vscode.EventEmitter<vscode.Uri>();
  const documents = lazy(async (): Promise<RecordDocuments> => {
    const { recordDocuments } = await import('./recordDocuments.ts');
    const loaded = recordDocuments(services, storage(), journal, log);
    loaded.onDidHappen((event) => happened.fire(event));
    loaded.onDidChangeStanding((uri) => standingChanged.fire(uri));
    return loaded;
  });
  const registrations = vscode.Disposable.from(
    happened,
    standingChanged,
    documents,
    registerFiles(recordScheme, async () => (await documents()).files),
  );
  return {
    handlers: lazyHandlers(commands, documents),
    onDidHappen: happened.event,
    onDidChangeStanding: standingChanged.event,
    open: async (...args) => (await documents()).open(...args),
    load: async (record) => (await documents()).load(record),
    fill: async (name, values) => (await documents()).fill(name, values),
    save: async (document) => (await documents()).save(document),
    resolve: async (argument) => (await documents()).resolve(argument),
    savedElsewhere: async (name, saved) => (await documents()).savedElsewhere(name, saved),
    lockReason: async (record) => (await documents()).lockReason(record),
    edits: async (document) => (await documents()).edits(document),
    base: async (uri) => (await documents()).base(uri),
    agreed: {
      rehearse: async (name) => (await documents()).agreed.rehearse(name),
      save: async (name, changes) => (await documents()).agreed.save(name, changes),
    },
    api: {
      version: 2,
      open: async (record) => (await documents()).api.open(record),
      read: async (record) => (await documents()).api.read(record),
      save: async (record, changes) => (await documents()).api.save(record, changes),
    },
    dispose: () => registrations.dispose(),
  };
}
