import * as vscode from 'vscode';
import { onDidCloseDocument } from '../files/tabs.ts';
import type { TextEdit } from '../record/textEdits.ts';
import { replacement } from '../workbench/edits.ts';
import { recordScheme, worksheetScheme } from '../workbench/ids.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { CheckedDocument } from './checkedDocument.ts';
import { actionsAt, diagnosticOf, type FixAction, fixEverything } from './fixActions.ts';

const quietMs = 250;
/** What VS Code shows of a file. */
const maxShown = 1_000;

export type CheckedDocuments = ReturnType<typeof checkedDocuments>;

/** Shows the findings of documents as problems with fixes, as long as they are open. `help` describes the rules. */
export function checkedDocuments(help: vscode.Uri, isLocked: (service: string) => boolean) {
  const collection = vscode.languages.createDiagnosticCollection('videoRecordsChecks');
  const timers = quietTimers();
  const open = new Map<string, CheckedDocument>();

  const show = async (checked: CheckedDocument): Promise<void> => {
    const isOpen = () => open.get(checked.uri.toString()) === checked;
    if (!isOpen() || !(await checked.update()) || !isOpen()) return;
    const document = await vscode.workspace.openTextDocument(checked.uri);
    const placed = checked.findings().slice(0, maxShown);
    collection.set(
      checked.uri,
      placed.map((one) => diagnosticOf(document, one, help)),
    );
  };

  const provider: vscode.CodeActionProvider<FixAction> = {
    provideCodeActions(document, range) {
      const checked = open.get(document.uri.toString());
      return checked ? actionsAt(document, range, checked, isLocked(document.uri.authority), help) : [];
    },
    async resolveCodeAction(action) {
      const { checked, pick, ids } = action;
      const document = await vscode.workspace.openTextDocument(checked.uri);
      let version: number;
      let edits: readonly TextEdit[];
      do {
        version = document.version;
        edits = await checked.fixes(pick, ids);
      } while (document.version !== version);
      action.edit = new vscode.WorkspaceEdit();
      action.edit.set(
        checked.uri,
        edits.map((edit) => replacement(document, edit)),
      );
      return action;
    },
  };

  const registrations = vscode.Disposable.from(
    collection,
    timers,
    vscode.languages.registerCodeActionsProvider([{ scheme: recordScheme }, { scheme: worksheetScheme }], provider, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixEverything],
    }),
    vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      const checked = open.get(uri.toString());
      if (checked) timers.schedule(uri.toString(), quietMs, () => void show(checked));
    }),
    onDidCloseDocument(({ uri }) => {
      if (open.delete(uri.toString())) collection.delete(uri);
    }),
  );

  return {
    /** Resolves when the findings are shown. */
    async add(checked: CheckedDocument): Promise<void> {
      open.set(checked.uri.toString(), checked);
      await show(checked);
    },
    /** What is dismissed may have changed. */
    refresh: () => Promise.all([...open.values()].map(show)),
    dispose: () => registrations.dispose(),
  };
}
