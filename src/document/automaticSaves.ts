import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import { isUnsaved, onDidCloseDocument } from '../workbench/documents.ts';
import { withinBounds } from '../workbench/numberSetting.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { type OpenDocuments, saveWith } from './openDocuments.ts';
import type { RecordDocument } from './recordDocument.ts';
import { recordScheme } from './recordUri.ts';

/**
 * `videoRecords.autoSave`. The language defaults turn VS Code's own auto save off for records, because a save changes what
 * others see. An automatic save never asks: a record that needs a question stays unsaved, and the status bar says why.
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
      notes.set(document.uri, vscode.window.setStatusBarMessage(`$(warning) ${obstacle}`));
      return;
    }
    if (!textDocument.isClosed) await saveWith({ timer: true }, document, textDocument);
  };

  const schedule = ({ document, contentChanges }: vscode.TextDocumentChangeEvent) => {
    if (document.uri.scheme !== recordScheme) return;
    // VS Code fires this after every save, even if the user typed during it. An extra timer does no harm.
    if (!document.isDirty && contentChanges.length === 0) return;
    const key = document.uri.toString();
    timers.cancel(key);
    // The first change of a clean document fires before it counts as dirty, which fires again.
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

/** Only `true` in the user's own settings allows writes without asking. */
export function isAutoSaveOn(): boolean {
  return vscode.workspace.getConfiguration('videoRecords').inspect('autoSave')?.globalValue === true;
}

/** Why this text can't be saved without a question; undefined if it can. */
async function obstacleTo(document: RecordDocument, text: string, services: Services): Promise<string | undefined> {
  const { id } = document.name;
  const service = services.find(document.name.service);
  if (service?.access === 'confirm') {
    return vscode.l10n.t('Record {0} was not saved automatically: "{1}" asks before saving.', id, service.name);
  }
  const { reverts } = editsOrNone(document, text);
  if (reverts.length > 0) {
    return vscode.l10n.t("Record {0} was not saved automatically: it would revert someone else's change.", id);
  }
  const allowed =
    service &&
    (await services.allowWrite(service, false).then(
      () => true,
      () => false,
    ));
  return allowed === false
    ? vscode.l10n.t(
        'Record {0} was not saved automatically: "{1}" needs your permission first.',
        id,
        service?.name ?? '',
      )
    : undefined;
}

function editsOrNone(document: RecordDocument, text: string): { readonly reverts: readonly string[] } {
  try {
    return document.edits(text);
  } catch {
    return { reverts: [] };
  }
}

/** `setTimeout` treats anything but a number in its range as no delay. */
function autoSaveDelay(document: vscode.TextDocument): number {
  const delay = vscode.workspace.getConfiguration('files', document).get('autoSaveDelay');
  return withinBounds(delay, { minimum: 0, maximum: 2 ** 31 - 1 }) ?? 1000;
}
