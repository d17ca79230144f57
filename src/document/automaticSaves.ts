import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import { isUnsaved, onDidCloseDocument } from '../workbench/documents.ts';
import { quietTimers } from '../workbench/quietTimers.ts';
import { withinBounds } from '../workbench/settingBounds.ts';
import type { OpenDocuments } from './openDocuments.ts';
import type { RecordDocument } from './recordDocument.ts';
import { recordScheme } from './recordUri.ts';

/**
 * `videoRecords.autoSave`. The language defaults turn VS Code's own auto save off for records, because a write to a shared
 * service is not a write to a file. An automatic save asks nothing: what would have to be asked stays unsaved, and the
 * status bar says why.
 */
export function automaticSaves(documents: OpenDocuments, services: Services): vscode.Disposable {
  const timers = quietTimers();
  const notes = new Map<string, vscode.Disposable>();
  const clearNote = (key: string) => {
    notes.get(key)?.dispose();
    notes.delete(key);
  };

  const save = async (textDocument: vscode.TextDocument) => {
    const document = documents.known(textDocument.uri);
    if (!document || !isUnsaved(textDocument)) return;
    const obstacle = await obstacleTo(document, textDocument.getText(), services);
    if (obstacle !== undefined) {
      clearNote(document.uri);
      const note = `$(warning) Record ${document.name.id} is not saved automatically: ${obstacle}`;
      notes.set(document.uri, vscode.window.setStatusBarMessage(note));
      return;
    }
    document.prepareSave({ timer: true });
    try {
      await textDocument.save();
    } finally {
      document.prepareSave(undefined);
    }
  };

  const schedule = ({ document, contentChanges }: vscode.TextDocumentChangeEvent) => {
    if (document.uri.scheme !== recordScheme) return;
    // VS Code says so after every save, even if someone typed during it. A timer too many saves nothing.
    if (!document.isDirty && contentChanges.length === 0) return;
    const key = document.uri.toString();
    timers.cancel(key);
    // The first change of a clean document comes before it counts as dirty, which is an event of its own.
    if (!document.isDirty || !isAutoSaveOn()) return;
    timers.schedule(key, autoSaveDelay(document), () => void save(document));
  };

  return vscode.Disposable.from(
    timers,
    new vscode.Disposable(() => [...notes.keys()].forEach(clearNote)),
    vscode.workspace.onDidChangeTextDocument(schedule),
    documents.onDidChange(({ uri, phase }) => {
      if (phase === 'clean') clearNote(uri);
    }),
    onDidCloseDocument(({ uri }) => {
      timers.cancel(uri.toString());
      clearNote(uri.toString());
    }),
  );
}

/** Only a plain `true` in the user's own settings lets a write happen unasked. */
export function isAutoSaveOn(): boolean {
  return vscode.workspace.getConfiguration('videoRecords').inspect('autoSave')?.globalValue === true;
}

/** What would have to be asked before this text can be saved. */
async function obstacleTo(document: RecordDocument, text: string, services: Services): Promise<string | undefined> {
  const service = services.find(document.name.service);
  if (service?.access === 'confirm') return `"${service.name}" asks before saving. Save it yourself.`;
  const { reverts } = editsOrNone(document, text);
  if (reverts.length > 0) return "it would revert someone else's change. Save it yourself.";
  const allowed =
    service &&
    (await services.allowWrite(service, false).then(
      () => true,
      () => false,
    ));
  return allowed === false ? `"${service?.name}" needs your permission first. Save it yourself.` : undefined;
}

function editsOrNone(document: RecordDocument, text: string): { readonly reverts: readonly string[] } {
  try {
    return document.edits(text);
  } catch {
    return { reverts: [] };
  }
}

/** A timer takes what is not a number, or is too large for it, as no delay at all. */
function autoSaveDelay(document: vscode.TextDocument): number {
  const delay = vscode.workspace.getConfiguration('files', document).get('autoSaveDelay');
  return withinBounds(delay, { minimum: 0, maximum: 2 ** 31 - 1 }) ?? 1000;
}
