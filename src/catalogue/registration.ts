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
  given: Pick<CatalogueParts, 'services' | 'log' | 'toDos'>,
  loadWorksheets: () => Promise<CatalogueParts['worksheets']>,
): LazyCatalogue {
  const worksheets = lazyMethods(loadWorksheets, 'open', 'rows');
  const parts: CatalogueParts = { ...given, folder: globalStorageUri.fsPath, memory: globalState, worksheets };
  const changed = new vscode.EventEmitter<undefined>();
  const refresh = () => changed.fire(undefined);
  const load: Lazy<CatalogueFeature> = lazy(async () => {
    const { catalogueFeature } = await import('./feature.ts');
    return catalogueFeature(parts, view, () => {
      refresh();
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
  const following = parts.services.onDidChange(refresh);
  // The view says with which credential a catalogue was read.
  const credentials = secrets.onDidChange(refresh);
  const dispose = () => vscode.Disposable.from(load, view, changed, following, credentials).dispose();
  const methods = lazyMethods(load, 'find', 'missing', 'each', 'counts', 'folder', 'toDoChanged');
  return Object.assign(() => load(), { dispose, methods });
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
