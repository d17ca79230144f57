import * as vscode from 'vscode';
import { recentOf } from '../../../src/recent/entry.ts';
import { recentStore } from '../../../src/recent/store.ts';
import { recentTree, type TreeNode } from '../../../src/recent/tree.ts';
import { parseRecord } from '../../../src/record/text.ts';
import type { Services } from '../../../src/service/services.ts';
import { usualRecord } from '../benchRecords.ts';
import { type Figure, ratioFigure } from '../figures.ts';
import { sideBySide, timed } from '../measure.ts';

/** As many as can be kept. */
const count = 1000;

export async function recentsFigures(): Promise<Figure[]> {
  const paint = await sideBySide(
    15,
    5,
    () => paintTime(sidebar()),
    () => paintTime(plainRows),
  );
  return [ratioFigure(`first paint of the tree with ${count} records`, paint, `a plain tree with ${count} rows`, 1.5)];
}

type Provider<T> = Pick<vscode.TreeDataProvider<T>, 'getTreeItem'> & {
  getChildren(row?: T): T[];
  getParent(row: T): T | undefined;
};

/** The sidebar's store and tree, with nothing read yet. */
function sidebar(): Provider<TreeNode> {
  const store = recentStore({
    memory: { get: () => state, update: async () => {} },
    limit: () => count,
    pause: async () => {},
    onDidChange: () => {},
    log: (problem) => {
      throw new Error(problem);
    },
  });
  const marks = { has: () => false, setConflict() {}, dispose() {} };
  return recentTree({ store, marks, services: noServices, refresh: () => {}, onDidRead: () => {} });
}

const answer = { record: parseRecord(JSON.stringify(usualRecord(1))) };
const ids = Array.from({ length: count }, (_, at) => at + 1);
const state = { revision: 1, pins: [], recents: ids.map((id) => recentOf({ service: 'bench', id }, answer, id)) };
const noServices = { all: () => [], find: () => undefined } as unknown as Services;

/** What VS Code needs for as many rows with the same texts. */
const plainRows: Provider<string> = {
  getChildren: (row) => (row === undefined ? ['bench'] : ids.map((id) => `${id} ${state.recents[0]?.title}`)),
  getParent: (row) => (row === 'bench' ? undefined : 'bench'),
  getTreeItem(row) {
    const item = new vscode.TreeItem(row, row === 'bench' ? vscode.TreeItemCollapsibleState.Expanded : undefined);
    item.id = row;
    item.iconPath = new vscode.ThemeIcon('play-circle');
    item.accessibilityInformation = { label: row };
    return item;
  },
};

/** From nothing read to the first row in the view. */
async function paintTime<T>(treeDataProvider: Provider<T>): Promise<number> {
  await vscode.commands.executeCommand('workbench.view.explorer');
  let view: vscode.TreeView<T> | undefined;
  const time = await timed(async () => {
    view = vscode.window.createTreeView<T>('bench.tree', { treeDataProvider });
    const [group] = treeDataProvider.getChildren();
    const [row] = treeDataProvider.getChildren(group);
    if (!row) throw new Error('The tree is empty.');
    await view.reveal(row, { select: false, focus: false });
  });
  view?.dispose();
  return time;
}
