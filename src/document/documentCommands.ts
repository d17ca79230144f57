import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { RecordName, Services } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { isUnsaved } from '../workbench/documents.ts';
import { Failure } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { type VirtualDocuments, virtualDocuments } from '../workbench/virtualDocuments.ts';
import type { Comparing } from './compareRecord.ts';
import { type OpenDocuments, saveWith } from './openDocuments.ts';
import { openUriOf } from './openRecord.ts';
import type { RecordDocument, SaveIntent } from './recordDocument.ts';
import { activeRecordUri, commandTarget, recordScheme, targetRecord } from './recordUri.ts';
import { reloadedMessage } from './saveMessages.ts';
import { requestOf } from './saveRehearsal.ts';

export interface CommandParts {
  readonly services: Services;
  readonly documents: OpenDocuments;
  readonly compare: Comparing;
  readonly requests: VirtualDocuments;
  open(name: RecordName): Promise<vscode.Uri>;
  /** Brings a document to the service's version. Returns the fields that were merged, if it has unsaved changes. */
  refresh(document: RecordDocument, textDocument: vscode.TextDocument): Promise<readonly string[] | undefined>;
}

type Action = (document: RecordDocument, textDocument: vscode.TextDocument) => Promise<unknown>;

/** The commands on an open record. */
export function documentCommands(parts: CommandParts): CommandHandlers {
  const { services, documents, compare } = parts;

  /** Runs an action on the document that a command's argument names, and opens it first if needed. */
  const onRecord = (action: Action) => async (argument?: unknown) => {
    const target = commandTarget(argument);
    const name = targetRecord(target);
    const preferred = target instanceof vscode.Uri ? target : undefined;
    const run = async (): Promise<void> => {
      const open = openUriOf(name, preferred) ?? (await parts.open(name));
      const textDocument = await vscode.workspace.openTextDocument(open);
      const document = await documents.withBase(open);
      try {
        await action(document, textDocument);
      } catch (failure) {
        if (failure instanceof Failure) throw failure;
        throw new Failure(failure, name, { retry: run });
      }
    };
    await run();
  };

  const save = (intent: SaveIntent): Action => {
    return async (document, textDocument) =>
      isUnsaved(textDocument) ? saveWith(intent, document, textDocument) : nothingToSave(document);
  };
  const resolve = (side: 'mine' | 'theirs') =>
    onRecord(async (document, textDocument) => {
      if (!document.conflict) {
        throw new UserError(vscode.l10n.t('Record {0} has no conflict to resolve.', document.name.id));
      }
      await save({ side })(document, textDocument);
    });

  return {
    reload: onRecord(async (document, textDocument) => {
      await document.inTurn(async () => {
        const theirs = await parts.refresh(document, textDocument);
        if (theirs) void vscode.window.showInformationMessage(plainText(reloadedMessage(document.name.id, theirs)));
      });
    }),
    compare: onRecord((document) => compare.compare(document)),
    reviewChanges: onRecord(async (document, textDocument) => {
      if (!isUnsaved(textDocument)) return nothingToSave(document);
      await compare.review(document);
    }),
    showRequest: onRecord(async (document, textDocument) => {
      const text = await requestOf(document, textDocument.getText(), services);
      const path = textDocument.uri.path.replace(/\.video\.json$/, '.request.txt');
      const beside = { viewColumn: vscode.ViewColumn.Beside, preview: true };
      await parts.requests.show(textDocument.uri.with({ scheme: requestScheme, path }), text, beside);
    }),
    saveWithPatch: onRecord(save({ method: 'patch' })),
    saveWithPut: onRecord(save({ method: 'put' })),
    saveCopy: onRecord(({ name }, textDocument) => saveCopy(textDocument, name.id)),
    keepMine: resolve('mine'),
    takeTheirs: resolve('theirs'),
  };
}

const requestScheme = 'videorecordrequest';

/** Read-only documents with the request that a save would send. */
export function requestDocuments(): VirtualDocuments {
  return virtualDocuments(requestScheme, vscode.l10n.t('Run Show Request again to see this request.'));
}

async function nothingToSave({ name }: RecordDocument): Promise<void> {
  void vscode.window.showInformationMessage(vscode.l10n.t('Record {0} has no unsaved changes.', name.id));
}

/**
 * Writes the text of the editor to a file. In a browser, the dialog of VS Code's own Save As can't leave the records of
 * the service.
 */
async function saveCopy(document: vscode.TextDocument, id: number): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save a Copy of Record {0}', id),
    defaultUri: vscode.Uri.joinPath(folder, basename(document.uri.path)),
  });
  if (!target) throw new vscode.CancellationError();
  if (target.scheme === recordScheme) {
    throw new UserError(vscode.l10n.t("A copy of record {0} can't be saved as another record.", id));
  }
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(document.getText()));
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Saved a copy of record {0} as {1}.', id, basename(target.path)),
    5000,
  );
}

/** Keep Mine and Take Theirs are offered in the editor's title while the active record has a conflict. */
export function conflictContext(
  documents: OpenDocuments,
  onDidChange: (name: RecordName, active: boolean) => void,
): vscode.Disposable {
  const active = new Set<string>();
  let shown = false;
  const refresh = () => {
    const uri = activeRecordUri();
    const inConflict = uri !== undefined && documents.known(uri)?.conflict !== undefined;
    if (inConflict === shown) return;
    shown = inConflict;
    void vscode.commands.executeCommand('setContext', 'videoRecords.conflict', inConflict);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(refresh),
    vscode.window.tabGroups.onDidChangeTabs(refresh),
    documents.onDidChange(({ uri, name, conflict }) => {
      if (active.has(uri) === (conflict !== undefined)) return;
      if (conflict) active.add(uri);
      else active.delete(uri);
      onDidChange(name, conflict !== undefined);
      refresh();
    }),
  );
}
