import * as vscode from 'vscode';
import { onDidCloseDocument } from '../workbench/documents.ts';
import { quietTimers } from '../workbench/quietTimers.ts';
import { withinBounds } from '../workbench/settingBounds.ts';
import { recordScheme } from './recordUri.ts';

export interface AutomaticSaves extends vscode.Disposable {
  /** Whether the save under way was asked for by a timer or a lost focus, and not by a person. */
  isAutomatic(uri: vscode.Uri): boolean;
}

/**
 * A write to a shared service is not a write to a file: only `videoRecords.autoSave` lets it happen unasked. The language
 * defaults turn VS Code's own auto save off for records, so it is done here.
 */
export function automaticSaves(): AutomaticSaves {
  const reasons = new Map<string, vscode.TextDocumentSaveReason>();
  const own = new Set<string>();
  const timers = quietTimers();

  const save = async (document: vscode.TextDocument) => {
    const key = document.uri.toString();
    own.add(key);
    try {
      await document.save();
    } finally {
      own.delete(key);
    }
  };

  // The first change of a clean document comes before it counts as dirty, which is an event of its own.
  const schedule = ({ document, contentChanges }: vscode.TextDocumentChangeEvent) => {
    const key = document.uri.toString();
    if (document.uri.scheme !== recordScheme) return;
    // Told so after every save, also where somebody typed on during it. A timer too many saves nothing.
    if (!document.isDirty && contentChanges.length === 0) return;
    timers.cancel(key);
    if (!document.isDirty || !isAutoSaveOn()) return;
    timers.schedule(key, autoSaveDelay(document), () => void save(document));
  };

  const registrations = vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (document.uri.scheme === recordScheme) reasons.set(document.uri.toString(), reason);
    }),
    vscode.workspace.onDidChangeTextDocument(schedule),
    onDidCloseDocument(({ uri }) => {
      timers.cancel(uri.toString());
      reasons.delete(uri.toString());
    }),
    timers,
  );

  return {
    isAutomatic: (uri) => {
      const reason = reasons.get(uri.toString());
      return own.has(uri.toString()) || (reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual);
    },
    dispose: () => registrations.dispose(),
  };
}

/** Nothing but a plain `true` lets a write happen unasked. */
export function isAutoSaveOn(): boolean {
  return vscode.workspace.getConfiguration('videoRecords').get('autoSave') === true;
}

/** A timer takes what is not a number, or is too large for it, as no delay at all. */
function autoSaveDelay(document: vscode.TextDocument): number {
  const delay = vscode.workspace.getConfiguration('files', document).get('autoSaveDelay');
  return withinBounds(delay, { minimum: 0, maximum: 2 ** 31 - 1 }) ?? 1000;
}
