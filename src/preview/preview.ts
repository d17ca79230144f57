import * as vscode from 'vscode';
import type { CommandHandlers } from '../workbench/commands.ts';
import type { PreviewRecords } from './liveModel.ts';
import type { Previews } from './previews.ts';

export interface Preview extends vscode.Disposable {
  readonly handlers: CommandHandlers;
}

const viewType = 'videoRecords.preview';

/** Shows a record as its readers will see it, beside its text. */
export function preview(records: PreviewRecords, extension: vscode.Uri): Preview {
  let loading: Promise<Previews> | undefined;
  const load = () => {
    loading ??= import('./previews.ts').then(({ previews }) => previews(viewType, records, extension));
    return loading;
  };
  const restoring = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await load()).restore(panel, state),
  });
  return {
    handlers: {
      preview: async (argument?: unknown) => (await load()).open(argument),
      togglePreviewLock: async () => (await load()).toggleLock(),
    },
    dispose() {
      restoring.dispose();
      void loading?.then((loaded) => loaded.dispose());
    },
  };
}
