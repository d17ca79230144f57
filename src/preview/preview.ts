import * as vscode from 'vscode';
import type { CommandHandlers } from '../workbench/commands.ts';
import { lazy } from '../workbench/lazy.ts';
import type { PreviewRecords } from './liveModel.ts';
import type { Previews } from './panels.ts';

export interface Preview extends vscode.Disposable {
  readonly handlers: CommandHandlers;
}

const viewType = 'videoRecords.preview';

/** Shows a record as its readers will see it, beside its text. */
export function preview(records: PreviewRecords, extension: vscode.Uri): Preview {
  const load = lazy(async (): Promise<Previews> => {
    const { previews } = await import('./panels.ts');
    return previews(viewType, records, extension);
  });
  const restoring = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await load()).restore(panel, state),
  });
  return {
    handlers: {
      preview: async (argument?: unknown) => (await load()).open(argument),
      togglePreviewLock: async () => (await load()).toggleLock(),
    },
    dispose: () => vscode.Disposable.from(restoring, load).dispose(),
  };
}
