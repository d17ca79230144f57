import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OpenFiles } from '../files/openFiles.ts';
import { readOnlyTexts } from '../files/readOnlyTexts.ts';
import { isUnsaved } from '../files/tabs.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { failed } from '../workbench/failure.ts';
import { recordScheme } from '../workbench/ids.ts';
import { askFile, showBriefly, showMessage } from '../workbench/prompts.ts';
import type { Comparing } from './compare.ts';
import type { SaveIntent } from './operations.ts';
import { notWritten, reloadedMessage } from './outcomeWords.ts';
import { askAboutConflict } from './questions.ts';
import type { RecordFile } from './recordFile.ts';
import { activeRecordUri, commandTarget } from './recordUri.ts';
import { requestOf } from './rehearsal.ts';
import type { RewrittenRecords } from './rewrite.ts';
import { openUriOf } from './spellings.ts';

interface CommandParts extends Pick<RewrittenRecords, 'refresh'> {
  readonly services: Services;
  readonly files: OpenFiles<RecordFile>;
  readonly compare: Comparing;
  open(name: RecordName): Promise<vscode.Uri>;
}

type Action = (record: RecordFile, textDocument: vscode.TextDocument) => Promise<unknown>;

/** The commands on an open record. Reload is also one of worksheets, and is given to them. */
export function recordCommands({ services, files, compare, open, refresh }: CommandParts) {
  const requests = readOnlyTexts(
    [requestScheme],
    () => `${vscode.l10n.t('Run Show Request again to see this request.')}\n`,
  );
  let requestCount = 0;

  /** Runs an action on the document that a command's argument names, and opens it first if needed. */
  const onRecord = (action: Action) => async (argument?: unknown) => {
    const { name, uri: preferred } = commandTarget(argument);
    const run = async (): Promise<void> => {
      const uri = openUriOf(name, preferred) ?? (await open(name));
      const textDocument = await vscode.workspace.openTextDocument(uri);
      const record = await files.ready(uri);
      try {
        await action(record, textDocument);
      } catch (failure) {
        throw isRecordError(failure) ? failed(failure, name, { retry: run }) : failure;
      }
    };
    await run();
  };

  const save = (intent: SaveIntent): Action => {
    return async (record, textDocument) => {
      if (!isUnsaved(textDocument)) return nothingToSave(record.name);
      if (!(await record.file.save(intent)).isWritten) throw notWritten();
    };
  };
  /** Asks whoever runs it: VS Code does not say whether a person did, and someone else's change may be lost. */
  const resolve = (suggested: 'mine' | 'theirs') =>
    onRecord(async (record, textDocument) => {
      const { conflict } = record.document;
      if (!conflict) {
        throw new UserError(vscode.l10n.t('Record {0} has no conflict to resolve.', record.name.id));
      }
      const side = await askAboutConflict(record.name, conflict, suggested);
      if (side === 'compare') return compare.compare(record);
      if (!side) throw new vscode.CancellationError();
      await save({ resolution: { side, conflicts: conflict.conflicts } })(record, textDocument);
    });

  return {
    reload: onRecord(async (record, textDocument) => {
      const theirs = await refresh(record, textDocument);
      if (theirs) void showMessage(reloadedMessage(record.name.id, theirs));
    }),
    compare: onRecord((record) => compare.compare(record)),
    reviewChanges: onRecord(async (record, textDocument) => {
      if (!isUnsaved(textDocument)) return nothingToSave(record.name);
      await compare.review(record);
    }),
    showRequest: onRecord(async ({ document }, textDocument) => {
      const text = await requestOf(document, textDocument.getText(), services);
      const path = textDocument.uri.path.replace(/\.video\.json$/, '.request.txt');
      // A new URI each time: VS Code asks for the new text of an open document only later.
      requestCount += 1;
      const uri = textDocument.uri.with({ scheme: requestScheme, path, query: String(requestCount) });
      requests.set(uri, text);
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    }),
    saveWithPatch: onRecord(save({ method: 'patch' })),
    saveWithPut: onRecord(save({ method: 'put' })),
    saveCopy: onRecord(({ name }, textDocument) => saveCopy(textDocument, name.id)),
    keepMine: resolve('mine'),
    takeTheirs: resolve('theirs'),
  };
}

const requestScheme = 'videorecordrequest';

async function nothingToSave({ id }: RecordName): Promise<void> {
  void showMessage(vscode.l10n.t('Record {0} has no unsaved changes.', id));
}

/**
 * Writes the text of the editor to a file. In a browser, the dialog of VS Code's own Save As can't leave the records of
 * the service.
 */
async function saveCopy(document: vscode.TextDocument, id: number): Promise<void> {
  const target = await askFile(basename(document.uri.path), { title: vscode.l10n.t('Save a Copy of Record {0}', id) });
  if (target.scheme === recordScheme) {
    throw new UserError(vscode.l10n.t("A copy of record {0} can't be saved as another record.", id));
  }
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(document.getText()));
  showBriefly(vscode.l10n.t('Saved a copy of record {0} as {1}.', id, basename(target.path)));
}

/** Keep Mine and Take Theirs are offered in the editor's title while the active record has a conflict. */
export function conflictContext(
  files: OpenFiles<RecordFile>,
  onDidChange: vscode.Event<RecordFile>,
  conflictChanged: (name: RecordName, active: boolean) => void,
): vscode.Disposable {
  const active = new Set<string>();
  const refresh = () => {
    const uri = activeRecordUri();
    const inConflict = uri !== undefined && files.known(uri)?.document.conflict !== undefined;
    void vscode.commands.executeCommand('setContext', 'videoRecords.conflict', inConflict);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(refresh),
    vscode.window.tabGroups.onDidChangeTabs(refresh),
    onDidChange(({ uri, name, document: { conflict } }) => {
      const key = uri.toString();
      if (active.has(key) === (conflict !== undefined)) return;
      if (conflict) active.add(key);
      else active.delete(key);
      conflictChanged(name, conflict !== undefined);
      refresh();
    }),
  );
}
