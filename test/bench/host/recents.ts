import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { recentOf, recentSearch } from '../../../src/recent/entry.ts';
import type { TreeNode } from '../../../src/recent/nodes.ts';
import { recentStore } from '../../../src/recent/store.ts';
import { recentTree } from '../../../src/recent/tree.ts';
import { parseRecord } from '../../../src/record/text.ts';
import type { Services } from '../../../src/service/services.ts';
import { usualRecord } from '../benchRecords.ts';
import { type Figure, type Medians, ratioFigure } from '../figures.ts';
import { sideBySide, timed } from '../measure.ts';

/** Both draw 200 rows: the view shows that many of a service at first. */
const [few, many] = [200, 10_000];

/** The sidebar's store and tree in a view of the bench's own, with as many records as asked for. */
function sidebarOf(count: number) {
  const entries = Array.from({ length: count }, (_, at) => recentOf({ service: 'bench', id: at + 1 }, answer, at + 1));
  const kept = new Map<string, unknown>([
    ['recent.state', { revision: 'first', pins: [], recents: entries }],
    ['recent.pins', []],
  ]);
  const memory = {
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
  return () => {
    const store = recentStore({
      memory,
      limit: () => many,
      pause: () => setImmediate(),
      onDidChange: (change) => tree.show(change),
      log: (problem) => {
        throw new Error(problem);
      },
    });
    const changed = new vscode.EventEmitter<TreeNode[] | undefined>();
    const marks = { has: () => false, setConflict() {}, onDidChange: none, dispose() {} };
    const refresh = (nodes: TreeNode[] | undefined) => changed.fire(nodes);
    const tree = recentTree({
      store,
      marks,
      services: noServices,
      search: recentSearch(),
      refresh,
      onDidRead: () => {},
    });
    const provider = { ...tree, onDidChangeTreeData: changed.event };
    return { store, tree, provider, dispose: () => changed.dispose() };
  };
}

const answer = { record: parseRecord(JSON.stringify(usualRecord(1))) };
const none = new vscode.EventEmitter<never>().event;
const noServices = { all: () => [], find: () => undefined } as unknown as Services;

export async function recentsFigures(): Promise<Figure[]> {
  const sidebars = { few: sidebarOf(few), many: sidebarOf(many) };
  const paint = await sideBySide(
    15,
    5,
    () => paintTime(sidebars.many),
    () => paintTime(sidebars.few),
  );
  const add = await addTimes(sidebars);
  return [
    ratioFigure(`recents: add one among ${many}`, add, `among ${few}`, 1.5),
    ratioFigure(`first paint of the tree with ${many}`, paint, `with ${few}`, 1.5),
  ];
}

/** From nothing read to the first row in the view. */
async function paintTime(sidebar: ReturnType<typeof sidebarOf>): Promise<number> {
  await vscode.commands.executeCommand('workbench.view.explorer');
  const { tree, provider, dispose } = sidebar();
  let view: vscode.TreeView<TreeNode> | undefined;
  const time = await timed(async () => {
    view = vscode.window.createTreeView<TreeNode>('bench.tree', { treeDataProvider: provider });
    const [group] = (await tree.getChildren()) ?? [];
    const [row] = (await tree.getChildren(group)) ?? [];
    if (!row) throw new Error('The tree is empty.');
    await view.reveal(row, { select: false, focus: false });
  });
  view?.dispose();
  dispose();
  return time;
}

const together = 20;

/** As they come when several records are opened: one takes less than the clock can tell. */
async function addTimes(sidebars: {
  few: ReturnType<typeof sidebarOf>;
  many: ReturnType<typeof sidebarOf>;
}): Promise<Medians> {
  const timer = (sidebar: ReturnType<typeof sidebarOf>) => {
    const { store, tree } = sidebar();
    void tree.getChildren();
    return async (round: number) => {
      const entries = Array.from({ length: together }, (_, at) =>
        recentOf({ service: 'bench', id: 1 + ((round * together + at) % few) }, answer, Date.now()),
      );
      const time = await timed(() => entries.forEach(store.add));
      await store.saved();
      return time / together;
    };
  };
  return sideBySide(15, 5, timer(sidebars.many), timer(sidebars.few));
}
