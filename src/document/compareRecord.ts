import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { formatRecord } from '../record/text.ts';
import { onDidCloseDocument } from '../workbench/documents.ts';
import { withProgress } from '../workbench/progress.ts';
import type { RecordFileSystem } from './recordFileSystem.ts';
import type { RecordState, RecordStates } from './recordStates.ts';
import { recordScheme } from './recordUri.ts';

/** The service's version of a record, read-only, beside the editor's; and the base, for the marks in the gutter. */
export const serviceScheme = 'videorecordservice';
export const baseScheme = 'videorecordbase';

export interface Comparing extends vscode.Disposable {
  compare(state: RecordState): Promise<void>;
  readonly baseChanged: (state: RecordState) => void;
}

export function comparing(states: RecordStates, files: Pick<RecordFileSystem, 'fetch'>): Comparing {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const original = (uri: vscode.Uri) => uri.with({ scheme: recordScheme });

  const fetchedText = async (state: RecordState) => {
    const answer = await withProgress(`Reading record ${state.name.id}`, (signal) => files.fetch(state.name, signal));
    return formatRecord(answer.text);
  };

  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(serviceScheme, {
      onDidChange: changed.event,
      // After a window reload the comparison is restored without what was read for it.
      provideTextDocumentContent: async (uri) => texts.get(uri.toString()) ?? fetchedText(states.of(original(uri))),
    }),
    vscode.workspace.registerTextDocumentContentProvider(baseScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => (await states.base(states.of(original(uri))))?.text ?? '',
    }),
    onDidCloseDocument(({ uri }) => texts.delete(uri.toString())),
  );

  return {
    async compare(state) {
      const theirs = state.uri.with({ scheme: serviceScheme });
      texts.set(theirs.toString(), await fetchedText(state));
      changed.fire(theirs);
      const title = `${basename(state.uri.path)} (${state.name.service} ↔ editor)`;
      await vscode.commands.executeCommand('vscode.diff', theirs, state.uri, title, { preview: true });
    },
    baseChanged: (state) => changed.fire(state.uri.with({ scheme: baseScheme })),
    dispose: () => registrations.dispose(),
  };
}

/** Marks in the gutter for what differs from the base. The stable API ties them to a source control provider. */
export function gutterMarks(states: RecordStates): vscode.Disposable {
  let control: vscode.SourceControl | undefined;
  const ensure = (document: vscode.TextDocument) => {
    // Without changes there is nothing to mark, and VS Code would read the base of every record that is opened.
    if (control || document.uri.scheme !== recordScheme || !document.isDirty) return;
    control = vscode.scm.createSourceControl('videoRecords', 'Video Records');
    control.inputBox.visible = false;
    control.quickDiffProvider = {
      provideOriginalResource: (uri) =>
        uri.scheme === recordScheme && states.known(uri) ? uri.with({ scheme: baseScheme }) : undefined,
    };
  };
  const release = () => {
    if (vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === recordScheme)) return;
    control?.dispose();
    control = undefined;
  };
  vscode.workspace.textDocuments.forEach(ensure);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(ensure),
    vscode.workspace.onDidChangeTextDocument(({ document }) => ensure(document)),
    vscode.workspace.onDidCloseTextDocument(release),
    new vscode.Disposable(() => control?.dispose()),
  );
}
