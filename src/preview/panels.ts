import * as vscode from 'vscode';
import { recordFieldOf, recordOf } from '../document/recordUri.ts';
import { tabUri } from '../files/tabs.ts';
import type { RecordName } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { reportFailure } from '../workbench/failure.ts';
import { previewType } from '../workbench/ids.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { worksheetOf } from '../worksheet/uri.ts';
import type { PreviewRecords } from './liveModel.ts';
import { type PreviewPanel, previewPanel } from './panel.ts';
import { pageState } from './protocol.ts';

/** The rows of tables. */
interface PreviewRows {
  readonly onDidSelectRow: vscode.Event<RecordName>;
  /** The row with the cursor, if a table is the active editor. */
  activeRow(): Promise<RecordName | undefined>;
}

const quietMs = 300;

/** Like VS Code's Markdown preview: one preview follows the active record, locked ones stay with theirs. */
export function previews(records: PreviewRecords & PreviewRows, extension: vscode.Uri) {
  const open = new Set<PreviewPanel>();

  const add = (panel: vscode.WebviewPanel, uri: vscode.Uri, locked: boolean) => {
    const added = previewPanel(panel, { uri, locked }, records, extension);
    open.add(added);
    panel.onDidDispose(() => open.delete(added));
  };
  const followingPanel = () => [...open].find(({ locked }) => !locked);

  const follow = async (uri: vscode.Uri) => {
    const field = recordFieldOf(uri);
    const panel = followingPanel();
    if (!panel || !(field || recordOf(uri))) return;
    // The URI of a field may have another slug than the record's document.
    await panel.show(field ? (await records.load(field.record)).uri : uri);
  };
  const timers = quietTimers();
  const followRow = async (row: RecordName) => followingPanel()?.show((await records.load(row)).uri);
  const following = vscode.Disposable.from(
    timers,
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor) follow(editor.document.uri).catch(reportFailure);
    }),
    // Not each row that the cursor passes.
    records.onDidSelectRow((row) => {
      if (followingPanel()) timers.schedule('', quietMs, () => followRow(row).catch(reportFailure));
    }),
  );

  const preview = async (argument?: unknown) => {
    const active = vscode.window.activeTextEditor?.document.uri;
    const { uri } = await records.load(
      recordIn(argument) ?? (active ? recordFieldOf(active)?.record : await records.activeRow()),
    );
    const shown = [...open].find((one) => one.uri.toString() === uri.toString()) ?? followingPanel();
    if (shown) {
      await shown.show(uri);
      const { panel } = shown;
      return panel.reveal(showsField(panel.viewColumn) ? besideColumn() : undefined, true);
    }
    const column = { viewColumn: besideColumn(), preserveFocus: true };
    const options = { enableFindWidget: true };
    add(vscode.window.createWebviewPanel(previewType, vscode.l10n.t('Preview'), column, options), uri, false);
  };
  /** Locks the active preview to its record, or lets it follow the active editor again. */
  const togglePreviewLock = () => {
    const active = [...open].find(({ panel }) => panel.active);
    if (!active) {
      throw new UserError(vscode.l10n.t('No preview is active. Click into a preview, then run the command again.'));
    }
    active.toggleLock();
  };

  return {
    handlers: { preview, togglePreviewLock } satisfies CommandHandlers<'previews'>,
    deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown) {
      const { data } = pageState.safeParse(state);
      const uri = data && vscode.Uri.parse(data.record);
      if (uri && recordOf(uri)) add(panel, uri, data.locked);
      else panel.dispose();
    },
    dispose() {
      following.dispose();
      for (const { panel } of open) panel.dispose();
    },
  };
}

/** What VS Code passes from the title of an editor is its URI. A worksheet has no record, so the cursor's counts. */
function recordIn(argument: unknown): unknown {
  if (!(argument instanceof vscode.Uri)) return argument;
  return worksheetOf(argument) ? undefined : (recordFieldOf(argument)?.record ?? argument);
}

/** Beside the active editor, and not over the text of a field that is edited there. */
function besideColumn(): vscode.ViewColumn {
  let column = vscode.window.tabGroups.activeTabGroup.viewColumn + 1;
  while (showsField(column)) column += 1;
  return column;
}

function showsField(column: vscode.ViewColumn | undefined): boolean {
  const group = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn === column);
  const uri = tabUri(group?.activeTab?.input);
  return uri !== undefined && recordFieldOf(uri) !== undefined;
}
