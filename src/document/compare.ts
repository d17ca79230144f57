import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { OpenFiles } from '../files/openFiles.ts';
import { readOnlyTexts } from '../files/readOnlyTexts.ts';
import { hasTab } from '../files/tabs.ts';
import { UserError } from '../workbench/commands.ts';
import { showDiff } from '../workbench/diffs.ts';
import { recordScheme } from '../workbench/ids.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import type { RecordOperations } from './operations.ts';
import { notOpen } from './outcomeWords.ts';
import type { RecordFile } from './recordFile.ts';

/** Read-only sides of a diff. The path is that of the record's document, so its name is in the tab. */
const serviceScheme = 'videorecordservice';
const baseScheme = 'videorecordbase';

export type Comparing = ReturnType<typeof comparing>;

/** Diffs of a record, updated while they are open. */
export function comparing(
  files: OpenFiles<RecordFile>,
  operations: RecordOperations,
  onDidChange: vscode.Event<RecordFile>,
) {
  const fetch = async ({ name, document }: RecordFile) => {
    const title = vscode.l10n.t('Reading record {0}', name.id);
    document.received(await withProgress(title, (signal) => operations.read(name, signal)));
  };

  const sides: Readonly<Record<string, (uri: vscode.Uri, record: RecordFile) => Promise<string>>> = {
    [serviceScheme]: async (uri, record) => {
      const { document, name } = record;
      // After a window reload the diff is restored without what was read for it. A URI that is only mentioned somewhere,
      // as in a $schema, must not send a request.
      if (!document.newest && !hasTab((open) => open.toString() === uri.toString()))
        throw new UserError(notOpen(name.id));
      if (!document.newest) await fetch(record);
      return document.newest?.record.text ?? '';
    },
    [baseScheme]: async (_, { document }) => document.base?.record.text ?? '',
  };
  const texts = readOnlyTexts(Object.keys(sides), async (uri) => {
    const record = await files.ready(recordUriOf(uri));
    return (await sides[uri.scheme]?.(uri, record)) ?? '';
  });

  const refresh = (record: RecordFile) => {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme in sides && recordUriOf(uri).toString() === record.uri.toString()) texts.refresh(uri);
    }
  };
  const registrations = vscode.Disposable.from(texts, onDidChange(refresh), gutterMarks(files, onDidChange));

  const diff = (left: vscode.Uri, right: vscode.Uri, what: string) =>
    showDiff(left, right, plainText(`${basename(right.path)} (${what})`));

  return {
    /** The service's newest version beside the editor. */
    async compare(record: RecordFile): Promise<void> {
      const { uri } = record;
      await fetch(record);
      const theirs = uri.with({ scheme: serviceScheme });
      texts.refresh(theirs);
      await diff(theirs, uri, vscode.l10n.t('Service ↔ Editor'));
    },
    /** The base beside the editor. */
    review: ({ uri }: RecordFile) => diff(uri.with({ scheme: baseScheme }), uri, vscode.l10n.t('Saved ↔ Unsaved')),
    dispose: () => registrations.dispose(),
  };
}

function recordUriOf(side: vscode.Uri): vscode.Uri {
  return side.with({ scheme: recordScheme });
}

/** Marks in the gutter for what differs from the base. The stable API ties them to a source control provider. */
function gutterMarks(files: OpenFiles<RecordFile>, onDidChange: vscode.Event<RecordFile>): vscode.Disposable {
  let control: vscode.SourceControl | undefined;
  const ensure = ({ file }: RecordFile) => {
    // Without changes there is nothing to mark, and VS Code would read the base of every record that is opened.
    if (control || !file.isUnsaved) return;
    control = vscode.scm.createSourceControl('videoRecords', 'Video Records');
    control.inputBox.visible = false;
    control.quickDiffProvider = {
      provideOriginalResource: (uri) =>
        uri.scheme === recordScheme && files.known(uri) ? uri.with({ scheme: baseScheme }) : undefined,
    };
  };
  const release = () => {
    if (vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === recordScheme)) return;
    control?.dispose();
    control = undefined;
  };
  return vscode.Disposable.from(
    onDidChange(ensure),
    vscode.workspace.onDidCloseTextDocument(release),
    new vscode.Disposable(() => control?.dispose()),
  );
}
