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
    return catalogueFeature(parts, view, () => {
      changed.fire(undefined);
      // VS Code asks for no rows of a view that is not shown. It reports what fails once it does.
      if (!view.visible) getChildren().catch(() => {});
    });
  });
  const welcome = welcomeIfEmpty(parts.memory);
  const rows = lazyMethods(async () => (await load()).tree, 'getChildren', 'getTreeItem');
  const getChildren = async (row?: CatalogueRow) => {
    const children = await rows.getChildren(row);
    if (!row) welcome.show(children.length === 0);
    return children;
  };
  const view = vscode.window.createTreeView<CatalogueRow>('videoRecords.catalogue', {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      ...rows,
      getChildren,
    },
  });
  const following = parts.services.onDidChange(() => changed.fire(undefined));
  const dispose = () => vscode.Disposable.from(load, view, changed, following).dispose();
  return Object.assign(() => load(), { dispose });
}

const emptyKey = 'catalogue.isEmpty';

/**
 * VS Code shows the welcome while it waits for rows. It would get the focus and take it along when the rows come, so it is
 * shown only if the view was empty the last time.
 */
function welcomeIfEmpty(memory: vscode.Memento) {
  let isShown = memory.get(emptyKey) !== false;
  const set = () => void vscode.commands.executeCommand('setContext', 'videoRecords.catalogueEmpty', isShown);
  set();
  return {
    show(isEmpty: boolean): void {
      if (isEmpty === isShown) return;
      isShown = isEmpty;
      set();
      void memory.update(emptyKey, isEmpty);
    },
  };
}
