import * as vscode from 'vscode';
import { recordOf } from '../document/recordUri.ts';
import { UserError } from '../workbench/commands.ts';
import type { PreviewRecords } from './liveModel.ts';
import { type PreviewPanel, previewPanel } from './panel.ts';
import { pageState } from './protocol.ts';
import { panelWords } from './words.ts';

export interface Previews extends vscode.Disposable {
  open(argument: unknown): Promise<void>;
  /** Locks the active preview to its record, or lets it follow the active editor again. */
  toggleLock(): void;
  restore(panel: vscode.WebviewPanel, state: unknown): void;
}

/** Like VS Code's Markdown preview: one preview follows the active record, locked ones stay with theirs. */
export function previews(viewType: string, records: PreviewRecords, extension: vscode.Uri): Previews {
  const open = new Set<PreviewPanel>();

  const add = (panel: vscode.WebviewPanel, uri: vscode.Uri, locked: boolean) => {
    const added = previewPanel(panel, { uri, locked }, records, extension);
    open.add(added);
    panel.onDidDispose(() => open.delete(added));
  };
  const followingPanel = () => [...open].find(({ locked }) => !locked);

  const following = vscode.window.onDidChangeActiveTextEditor((editor) => {
    if (editor && recordOf(editor.document.uri)) void followingPanel()?.show(editor.document.uri);
  });

  return {
    async open(argument) {
      const uri = await records.resolve(argument);
      const shown = [...open].find((one) => one.uri.toString() === uri.toString()) ?? followingPanel();
      if (shown) {
        await shown.show(uri);
        return shown.panel.reveal(undefined, true);
      }
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const panel = vscode.window.createWebviewPanel(viewType, panelWords.preview(), column, {
        enableFindWidget: true,
      });
      add(panel, uri, false);
    },
    toggleLock() {
      const active = [...open].find(({ panel }) => panel.active);
      if (!active) throw new UserError(panelWords.noneActive());
      active.toggleLock();
    },
    restore(panel, state) {
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
