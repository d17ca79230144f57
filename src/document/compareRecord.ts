import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { formatString } from '../record/format.ts';
import { parseIfRecord, type RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import { isShown, openDocument } from '../workbench/documents.ts';
import type { OpenDocuments } from './openDocuments.ts';
import type { RecordDocument } from './recordDocument.ts';
import { notOpen } from './recordFileSystem.ts';
import { mineScheme, recordScheme } from './recordUri.ts';

/** Read-only sides of a diff. The path is that of the record's document, so its name is in the tab. */
const serviceScheme = 'videorecordservice';
const baseScheme = 'videorecordbase';
/** Marks the sides that show only what is in conflict. */
const conflictQuery = 'conflict';

export interface Comparing extends vscode.Disposable {
  /** The service's newest version beside the editor; in a conflict only the fields in conflict. */
  compare(document: RecordDocument): Promise<void>;
  /** The base beside the editor. */
  review(document: RecordDocument): Promise<void>;
}

/** Diffs of a record, updated while they are open. */
export function comparing(
  documents: OpenDocuments,
  fetch: (document: RecordDocument) => Promise<RecordVersion>,
): Comparing {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const documentOf = (uri: vscode.Uri) => documents.withBase(uri.with({ scheme: recordScheme, query: '' }));

  const texts: Readonly<Record<string, (uri: vscode.Uri) => Promise<string>>> = {
    [serviceScheme]: async (uri) => {
      const document = await documentOf(uri);
      // After a window reload the diff is restored without what was read for it. A URI that is only mentioned somewhere,
      // as in a $schema, must not send a request.
      if (!document.newest && !isShown((shown) => shown.toString() === uri.toString())) throw notOpen(document.name);
      const { record } = document.newest ?? (await fetch(document));
      return uri.query === conflictQuery ? fieldsInConflict(document, record) : record.text;
    },
    [baseScheme]: async (uri) => (await documentOf(uri)).base?.record.text ?? '',
    [mineScheme]: async (uri) => {
      const document = await documentOf(uri);
      const record = parseIfRecord(openDocument(vscode.Uri.parse(document.uri))?.getText() ?? '');
      return record ? fieldsInConflict(document, record) : '';
    },
  };

  const refresh = (document: RecordDocument) => {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme in texts && uri.with({ scheme: recordScheme, query: '' }).toString() === document.uri) {
        changed.fire(uri);
      }
    }
    if (!document.conflict) void closeConflictDiffs(document.uri);
  };

  const registrations = vscode.Disposable.from(
    changed,
    ...Object.entries(texts).map(([scheme, provideTextDocumentContent]) =>
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: changed.event,
        provideTextDocumentContent,
      }),
    ),
    documents.onDidChange(refresh),
    gutterMarks(documents),
  );

  const diff = (left: vscode.Uri, right: vscode.Uri, what: string) =>
    vscode.commands.executeCommand('vscode.diff', left, right, `${basename(right.path)} (${what})`, { preview: true });

  return {
    async compare(document) {
      const uri = vscode.Uri.parse(document.uri);
      if (document.conflict) {
        const query = conflictQuery;
        const [theirs, mine] = [serviceScheme, mineScheme].map((scheme) => uri.with({ scheme, query }));
        if (theirs && mine) await diff(theirs, mine, vscode.l10n.t('Theirs ↔ Mine'));
        return;
      }
      // In turn with saves: an answer from before one must not count as newer than its own.
      await document.inTurn(async () => document.newerSeen(await fetch(document)));
      const theirs = uri.with({ scheme: serviceScheme });
      changed.fire(theirs);
      await diff(theirs, uri, vscode.l10n.t('Service ↔ Editor'));
    },
    async review(document) {
      const uri = vscode.Uri.parse(document.uri);
      await diff(uri.with({ scheme: baseScheme }), uri, vscode.l10n.t('Saved ↔ Unsaved'));
    },
    dispose: () => registrations.dispose(),
  };
}

function fieldsInConflict({ conflict }: RecordDocument, { fields }: RecordText): string {
  const shown = (conflict?.conflicts ?? []).flatMap(({ field }) => fields.get(field) ?? []);
  return `{\n${shown.map(({ key, raw }) => `  ${formatString(key)}: ${raw}`).join(',\n')}\n}\n`;
}

/** After a conflict is resolved, its diff is empty. */
async function closeConflictDiffs(uri: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isOver = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputTextDiff &&
    input.original.query === conflictQuery &&
    input.original.with({ scheme: recordScheme, query: '' }).toString() === uri;
  const over = tabs.filter(isOver);
  if (over.length > 0) await vscode.window.tabGroups.close(over, true);
}

/** Marks in the gutter for what differs from the base. The stable API ties them to a source control provider. */
function gutterMarks(documents: OpenDocuments): vscode.Disposable {
  let control: vscode.SourceControl | undefined;
  const ensure = (document: vscode.TextDocument) => {
    // Without changes there is nothing to mark, and VS Code would read the base of every record that is opened.
    if (control || document.uri.scheme !== recordScheme || !document.isDirty) return;
    control = vscode.scm.createSourceControl('videoRecords', 'Video Records');
    control.inputBox.visible = false;
    control.quickDiffProvider = {
      provideOriginalResource: (uri) =>
        uri.scheme === recordScheme && documents.known(uri) ? uri.with({ scheme: baseScheme }) : undefined,
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
