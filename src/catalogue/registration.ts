import * as vscode from 'vscode';
import { type Lazy, lazy, lazyMethods } from '../workbench/lazy.ts';
import type { CataloguesParts } from './catalogues.ts';
import type { CatalogueFeature } from './feature.ts';
import type { CatalogueRow } from './tree.ts';

/** The catalogues and their view. Everything but the empty view is loaded on first use. */
export function lazyCatalogue(parts: CataloguesParts): Lazy<CatalogueFeature> {
  const changed = new vscode.EventEmitter<undefined>();
  const load: Lazy<CatalogueFeature> = lazy(async () => {
    const { catalogueFeature } = await import('./feature.ts');
    return catalogueFeature(parts, view, () => changed.fire(undefined));
  });
  const view = vscode.window.createTreeView<CatalogueRow>('videoRecords.catalogue', {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      ...lazyMethods(async () => (await load()).tree, 'getChildren', 'getTreeItem'),
    },
  });
  const following = parts.services.onDidChange(() => changed.fire(undefined));
  const dispose = () => vscode.Disposable.from(load, view, changed, following).dispose();
  return Object.assign(() => load(), { dispose });
}
