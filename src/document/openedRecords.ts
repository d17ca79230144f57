import * as vscode from 'vscode';
import type { OpenFiles } from '../files/openFiles.ts';
import { openDocument } from '../files/tabs.ts';
import { fieldText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { failed } from '../workbench/failure.ts';
import { withProgress } from '../workbench/progress.ts';
import type { RecordEvents } from './events.ts';
import type { RecordOperations } from './operations.ts';
import type { RecordFile } from './recordFile.ts';
import { commandTarget, recordUri } from './recordUri.ts';
import { openUriOf } from './spellings.ts';

/** Opens records: one GET, then the version is offered to the file that VS Code opens. */
export function openedRecords(operations: RecordOperations, files: OpenFiles<RecordFile>, { happened }: RecordEvents) {
  const uriFor = async (name: RecordName, read: () => Promise<RecordVersion>): Promise<vscode.Uri> => {
    const open = openUriOf(name);
    // A tab may not be loaded yet, or show only that its record could not be read.
    if (open && openDocument(open)) return open;
    const version = await read();
    const uri = open ?? recordUri(name, fieldText(version.record, 'slug'));
    const record = files.of(uri);
    record.document.received(version);
    // VS Code keeps a document for a while after its tab is closed, and would show its old text.
    await record.bringUpToDate();
    return uri;
  };

  /** Reads the record, and shows it once it is its turn: several can be read at a time and shown in order. */
  const open = async (
    name: RecordName,
    options?: vscode.TextDocumentShowOptions,
    signal?: AbortSignal,
    turn?: () => Promise<void>,
  ): Promise<vscode.Uri> => {
    try {
      const uri = await uriFor(name, () => operations.read(name, signal));
      await turn?.();
      const { newest, base } = files.of(uri).document;
      const version = newest ?? base;
      if (version) happened.fire({ kind: 'opened', name, version });
      // Unlike showTextDocument, this doesn't keep the document alive after its tab is closed.
      await vscode.commands.executeCommand('vscode.open', uri, { preview: false, ...options });
      files.known(uri)?.file.withdraw();
      return uri;
    } catch (failure) {
      const retry = () =>
        withProgress(vscode.l10n.t('Opening record {0}', name.id), (stop) => open(name, options, stop));
      throw isRecordError(failure) ? failed(failure, name, { retry }) : failure;
    }
  };

  /** The document of what a command would act on, read from the service unless it is open. No editor is shown. */
  const load = async (target: unknown): Promise<vscode.TextDocument> => {
    const { name, uri: given } = commandTarget(target);
    const uri = openUriOf(name, given) ?? given;
    if (uri && openDocument(uri)) return vscode.workspace.openTextDocument(uri);
    const read = () =>
      withProgress(vscode.l10n.t('Opening record {0}', name.id), (signal) => operations.read(name, signal));
    return vscode.workspace.openTextDocument(await uriFor(name, read));
  };

  return { open, load };
}
