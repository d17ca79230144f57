import * as vscode from 'vscode';
import type { OpenFiles } from '../files/openFiles.ts';
import { isUnsaved, onDidCloseDocument } from '../files/tabs.ts';
import type { Services } from '../service/services.ts';
import { recordScheme } from '../workbench/ids.ts';
import { withinBounds } from '../workbench/numberSetting.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { isAutoSaveOn } from './operations.ts';
import type { RecordDocument } from './recordDocument.ts';
import type { RecordFile } from './recordFile.ts';

/**
 * `videoRecords.autoSave`. The language defaults turn VS Code's own auto save off for records, because a save changes what
 * others see. An automatic save never asks: a record that needs a question stays unsaved, and the status bar says why.
 */
export function automaticSaves(files: OpenFiles<RecordFile>, services: Services): vscode.Disposable {
  const timers = quietTimers();
  const notes = new Map<string, vscode.Disposable>();
  const clearNote = (key: string) => {
    notes.get(key)?.dispose();
    notes.delete(key);
  };

  const save = async (textDocument: vscode.TextDocument) => {
    const record = files.known(textDocument.uri);
    if (!record || !isUnsaved(textDocument)) return;
    const obstacle = await obstacleTo(record.document, textDocument.getText(), services);
    if (obstacle !== undefined) {
      const key = record.uri.toString();
      clearNote(key);
      notes.set(key, vscode.window.setStatusBarMessage(`$(warning) ${obstacle}`));
      return;
    }
    if (!textDocument.isClosed) await record.file.save(undefined, 'timer');
  };

  const schedule = ({ document, contentChanges }: vscode.TextDocumentChangeEvent) => {
    if (document.uri.scheme !== recordScheme) return;
    const key = document.uri.toString();
    clearNote(key);
    // VS Code fires this after every save, even if the user typed during it. An extra timer does no harm.
    if (!document.isDirty && contentChanges.length === 0) return;
    timers.cancel(key);
    // The first change of a clean document fires before it counts as dirty, which fires again.
    if (!document.isDirty || !isAutoSaveOn()) return;
    timers.schedule(key, autoSaveDelay(document), () => void save(document));
  };

  return vscode.Disposable.from(
    timers,
    new vscode.Disposable(() => [...notes.keys()].forEach(clearNote)),
    vscode.workspace.onDidChangeTextDocument(schedule),
    onDidCloseDocument(({ uri }) => {
      timers.cancel(uri.toString());
      clearNote(uri.toString());
    }),
  );
}

/** Why this text can't be saved without a question; undefined if it can. */
async function obstacleTo(document: RecordDocument, text: string, services: Services): Promise<string | undefined> {
  const { id } = document.name;
  const service = services.find(document.name.service);
  if (service?.access === 'confirm') {
    return vscode.l10n.t('Record {0} was not saved automatically: "{1}" asks before saving.', id, service.name);
  }
  if (document.isFilled) {
    return vscode.l10n.t('Record {0} was not saved automatically: it has changes that you did not type.', id);
  }
  if (document.editsIfRecord(text)?.reverts.length) {
    return vscode.l10n.t("Record {0} was not saved automatically: it would revert someone else's change.", id);
  }
  try {
    if (service) await services.allowWrite(service, false);
    return undefined;
  } catch {
    const name = service?.name ?? '';
    return vscode.l10n.t('Record {0} was not saved automatically: "{1}" needs your permission first.', id, name);
  }
}

/** `setTimeout` treats anything but a number in its range as no delay. */
function autoSaveDelay(document: vscode.TextDocument): number {
  const delay = vscode.workspace.getConfiguration('files', document).get('autoSaveDelay');
  return withinBounds(delay, { minimum: 0, maximum: 2 ** 31 - 1 }) ?? 1000;
}
