import * as vscode from 'vscode';
import type { CommandHandlers } from '../workbench/commands.ts';
import { parsePageState } from './messages.ts';
import type { PreviewedRecords } from './previewedRecords.ts';

export interface RecordPreview extends vscode.Disposable {
  readonly handlers: CommandHandlers;
}

const viewType = 'videoRecords.preview';

/** A record as a person wants to see it, beside its text. One panel a record. */
export function recordPreview(records: PreviewedRecords, extension: vscode.Uri): RecordPreview {
  const panels = new Map<string, vscode.WebviewPanel>();

  const fill = async (panel: vscode.WebviewPanel, uri: vscode.Uri) => {
    const key = uri.toString();
    panels.set(key, panel);
    panel.onDidDispose(() => {
      if (panels.get(key) === panel) panels.delete(key);
    });
    const { followRecord } = await import('./previewPanel.ts');
    followRecord(panel, uri, records, extension);
  };

  const preview = async (argument?: unknown) => {
    const uri = await records.resolve(argument);
    const existing = panels.get(uri.toString());
    if (existing) return existing.reveal(undefined, true);
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    await fill(vscode.window.createWebviewPanel(viewType, 'Preview', column, { enableFindWidget: true }), uri);
  };

  const restoring = vscode.window.registerWebviewPanelSerializer(viewType, {
    async deserializeWebviewPanel(panel, state: unknown) {
      const record = parsePageState(state)?.record;
      const uri = record === undefined ? undefined : vscode.Uri.parse(record);
      if (uri && records.nameOf(uri)) await fill(panel, uri);
      else panel.dispose();
    },
  });

  return {
    handlers: { preview },
    dispose() {
      restoring.dispose();
      for (const panel of panels.values()) panel.dispose();
    },
  };
}
