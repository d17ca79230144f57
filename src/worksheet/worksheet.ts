import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../api.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { lazy, registerFiles } from '../workbench/lazy.ts';
import type { LoadedWorksheets, WorksheetParts, Worksheets } from './worksheets.ts';
import { worksheetScheme } from './worksheetUri.ts';

export interface WorksheetFeature extends Worksheets, vscode.Disposable {
  readonly handlers: CommandHandlers;
  readonly api: Pick<VideoRecordsApi, 'openWorksheet'>;
  readonly recordAt: LoadedWorksheets['recordAt'];
}

const inWorksheets: vscode.DocumentSelector = { scheme: worksheetScheme };

/** Many records as one document. What does the work is loaded with the first worksheet. */
export function worksheet(parts: WorksheetParts): WorksheetFeature {
  const changed = new vscode.EventEmitter<void>();
  const loaded = lazy(async (): Promise<LoadedWorksheets> => {
    const { worksheets } = await import('./worksheets.ts');
    const made = worksheets(parts);
    made.onDidChangeLenses(() => changed.fire());
    return made;
  });
  const registrations = vscode.Disposable.from(
    changed,
    loaded,
    registerFiles(worksheetScheme, async () => (await loaded()).files),
    vscode.languages.registerCodeLensProvider(inWorksheets, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document) => (await loaded()).lenses.provide(document),
      resolveCodeLens: async (lens) => (await loaded()).lenses.resolve(lens),
    }),
    vscode.languages.registerCodeActionsProvider(inWorksheets, {
      provideCodeActions: async (document, range) => (await loaded()).actions(document, range),
    }),
  );
  const open: Worksheets['open'] = async (name, values, basis) => (await loaded()).open(name, values, basis);
  return {
    open,
    changed: async (uri) => (await loaded()).changed(uri),
    saveAgreed: async (uri, agreed) => (await loaded()).saveAgreed(uri, agreed),
    recordAt: async (document, position) => (await loaded()).recordAt(document, position),
    handlers: {
      openWorksheet: async (...args: unknown[]) => (await loaded()).handlers.openWorksheet(...args),
      reviewWorksheet: async () => (await loaded()).handlers.reviewWorksheet(),
      worksheetAction: async (argument?: unknown) => (await loaded()).handlers.worksheetAction(argument),
    },
    api: {
      openWorksheet: async (request) => (await loaded()).api.openWorksheet(request),
    },
    dispose: () => registrations.dispose(),
  };
}
