import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { rangeAt } from '../../../src/workbench/edits.ts';
import { recordScheme } from '../../../src/workbench/ids.ts';
import { type RecordService, startRecordService } from '../recordService.ts';
import { shownErrors, shownMessages } from './shownMessages.ts';
import { withStandIn } from './standIn.ts';

/** Resolves once the condition holds, looking again after every event of VS Code that could make it so. */
export async function until(what: string, holds: () => boolean, milliseconds = 10_000): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      listeners.dispose();
      settle();
    };
    const look = () => {
      if (holds()) finish(resolve);
    };
    const timer = setTimeout(() => finish(() => reject(new Error(`Waited in vain: ${what}`))), milliseconds);
    const listeners = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(look),
      vscode.workspace.onDidChangeTextDocument(look),
      vscode.workspace.onDidSaveTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(look),
      vscode.workspace.onDidChangeConfiguration(look),
      vscode.languages.onDidChangeDiagnostics(look),
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.window.onDidChangeVisibleTextEditors(look),
      vscode.window.onDidChangeTextEditorSelection(look),
      vscode.window.tabGroups.onDidChangeTabs(look),
    );
  });
}

/** Writes the settings that differ: VS Code writes its settings file for each of them. */
export async function configure(services: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  for (const [key, value] of Object.entries({ services, defaultService: Object.keys(services)[0], ...more })) {
    if (isDeepStrictEqual(configuration.inspect(key)?.globalValue, value)) continue;
    await configuration.update(key, value, vscode.ConfigurationTarget.Global);
  }
}

let deskPort = 0;

/**
 * A service with these records, configured as "desk", without a catalogue. Each has the same address, so that no setting
 * has to change, unless VS Code still keeps a document of an earlier test: it would take the new records for someone
 * else's changes.
 */
export async function startDesk(ids: readonly number[], more: Record<string, unknown> = {}): Promise<RecordService> {
  const isKept = vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === recordScheme);
  const service = await startRecordService(ids, isKept ? 0 : deskPort);
  deskPort = Number(new URL(service.baseUrl).port);
  await configure({ desk: { baseUrl: service.baseUrl } }, more);
  await command('deleteCatalogue', { service: 'desk' });
  return service;
}

/** Closes all editors, and then the service. */
export async function closeDesk(service: RecordService): Promise<void> {
  await closeAll();
  await service.close();
}

export async function openRecord(service: string, id: number): Promise<vscode.TextDocument> {
  const [uri] = await command<string[]>('open', { service, id });
  if (uri === undefined) throw new Error(`Record ${id} was not opened.`);
  return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
}

export function value(document: vscode.TextDocument, field: string): unknown {
  const raw = parseRecord(document.getText()).fields.get(field)?.raw;
  return raw === undefined ? undefined : JSON.parse(raw);
}

/** Runs a command of ours. It never rejects; what it reports as an error is thrown here. */
export async function command<T>(name: string, ...args: unknown[]): Promise<T> {
  const before = shownErrors().length;
  const result = await vscode.commands.executeCommand<T>(`videoRecords.${name}`, ...args);
  const [error] = shownErrors().slice(before);
  if (error !== undefined) throw new Error(error);
  return result;
}

/** What a command, which never rejects, reports to the user. */
export async function reported(command: string, ...args: unknown[]): Promise<string> {
  const before = shownMessages().length;
  assert.equal(await vscode.commands.executeCommand(command, ...args), undefined);
  return shownMessages().slice(before).join('\n');
}

/** Answers every modal dialog of the extension with this choice while the task runs. Returns what was asked. */
export async function answering(choice: string | undefined, task: () => Promise<unknown>): Promise<string[]> {
  const { window } = vscode;
  const { showWarningMessage } = window;
  const asked: string[] = [];
  const answer = (message: string, ...rest: unknown[]) => {
    const [options] = rest;
    if (typeof options !== 'object' || !(options as vscode.MessageOptions).modal) {
      return Reflect.apply(showWarningMessage, window, [message, ...rest]);
    }
    asked.push(message);
    return Promise.resolve(choice);
  };
  await withStandIn('showWarningMessage', answer, task);
  return asked;
}

/** Runs a task and chooses Undo in what it tells. Returns what was told. */
export async function undoing(task: () => Promise<unknown>): Promise<readonly string[]> {
  const told: string[] = [];
  const undo = async (message: string, ...actions: string[]) => {
    told.push(message);
    return actions.find((action) => action === 'Undo');
  };
  await withStandIn('showInformationMessage', undo, task);
  return told;
}

/** Runs Keep Mine or Take Theirs and agrees to its question, but to no other one. Returns the details of all questions. */
export async function resolving(
  name: 'keepMine' | 'takeTheirs',
  run: () => PromiseLike<unknown>,
): Promise<readonly string[]> {
  const asked: string[] = [];
  const answer = async (_message: string, options: vscode.MessageOptions = {}, first?: string) => {
    if (!options.modal) return undefined;
    asked.push(options.detail ?? '');
    if (asked.length > 1) return undefined;
    assert.equal(first, name === 'keepMine' ? 'Keep Mine' : 'Take Theirs');
    return first;
  };
  await withStandIn('showWarningMessage', answer, run);
  return asked;
}

/** The same with the command for a record, else for the active editor. */
export function resolveConflict(name: 'keepMine' | 'takeTheirs', uri?: vscode.Uri): Promise<readonly string[]> {
  return resolving(name, () => vscode.commands.executeCommand(`videoRecords.${name}`, ...(uri ? [uri] : [])));
}

/**
 * Types a value over a field's value, as JSON text. VS Code refuses an edit of a text that it is about to replace; a
 * person sees the new text and types again.
 */
export async function edit(
  document: vscode.TextDocument,
  field: string,
  json: string,
  replaced: () => void = () => {},
): Promise<void> {
  for (;;) {
    const { version } = document;
    const found = parseRecord(document.getText()).fields.get(field);
    if (!found) throw new Error(`There is no field ${field}.`);
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, rangeAt(document, found.offset, found.length), json);
    if (await vscode.workspace.applyEdit(change)) return;
    await until('the text was replaced', () => document.version > version);
    replaced();
  }
}

export async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  change.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (!(await vscode.workspace.applyEdit(change))) throw new Error('The text could not be replaced.');
}

/** Closes every editor, throwing edits away. */
export async function closeAll(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (!isUnsaved(document)) continue;
    // VS Code refuses while something that a test has left behind opens an editor.
    const isShown = () => vscode.window.showTextDocument(document).then(Boolean, () => false);
    while (!(await isShown()));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await vscode.commands.executeCommand('notifications.clearAll');
}

/** Runs something while the editor of a document is read-only in the session, which would last beyond a test that fails. */
export async function whileReadOnly<T>(document: vscode.TextDocument, run: () => Promise<T>): Promise<T> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
  try {
    return await run();
  } finally {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.resetActiveEditorReadonlyInSession');
  }
}
