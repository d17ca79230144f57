import * as vscode from 'vscode';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import { type Lazy, lazy, lazyMethods } from '../workbench/lazy.ts';
import type { CatalogueFeature, CatalogueParts } from './feature.ts';
import type { CatalogueRow } from './rows.ts';

export interface LazyCatalogue extends Lazy<CatalogueFeature> {
  /** For other features. */
  readonly methods: Omit<RecordCatalogue, 'values'>;
}

/** The catalogues and their view. Everything but the empty view is loaded on first use. */
export function lazyCatalogue(
  { secrets, globalState, globalStorageUri }: vscode.ExtensionContext,
  given: Pick<CatalogueParts, 'services' | 'log'>,
  loadWorksheets: () => Promise<CatalogueParts['worksheets']>,
): LazyCatalogue {
  const worksheets = lazyMethods(loadWorksheets, 'open', 'rows');
  const parts: CatalogueParts = { ...given, folder: globalStorageUri.fsPath, memory: globalState, worksheets };
  const changed = new vscode.EventEmitter<undefined>();
  const refresh = () => changed.fire(undefined);
  const load: Lazy<CatalogueFeature> = lazy(async () => {
    const { catalogueFeature } = await import('./feature.ts');
    return catalogueFeature(parts, view, refresh);
  });
  const view = vscode.window.createTreeView<CatalogueRow>('videoRecords.catalogue', {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      ...lazyMethods(async () => (await load()).tree, 'getChildren', 'getTreeItem'),
    },
  });
  const following = parts.services.onDidChange(refresh);
  // The view says with which credential a catalogue was read.
  const credentials = secrets.onDidChange(refresh);
  const dispose = () => vscode.Disposable.from(load, view, changed, following, credentials).dispose();
  const methods = lazyMethods(load, 'find', 'missing', 'each', 'counts', 'showToDo');
  return Object.assign(() => load(), { dispose, methods });
}
