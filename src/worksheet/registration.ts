import * as vscode from 'vscode';
import { registerFiles } from '../files/registration.ts';
import { lazyMethods } from '../workbench/lazy.ts';
import { worksheetScheme } from './uri.ts';
import type { Worksheets } from './worksheets.ts';

/** Registers what VS Code asks of worksheets. They are loaded with the first one. */
export function registerWorksheets(
  load: () => Promise<Worksheets>,
  onDidChangeCodeLenses: vscode.Event<void>,
): vscode.Disposable {
  const selector: vscode.DocumentSelector = { scheme: worksheetScheme };
  return vscode.Disposable.from(
    registerFiles(worksheetScheme, async () => (await load()).files),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses,
      ...lazyMethods(async () => (await load()).lenses, 'provideCodeLenses'),
    }),
    vscode.languages.registerCodeActionsProvider(selector, lazyMethods(load, 'provideCodeActions')),
  );
}
