import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { type Recent, recentOf } from '../../../src/recent/entry.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { polled } from '../../support/polled.ts';
import { aRecord, type Fields } from '../../support/recordService.ts';
import { chooseInMenu, goDown } from '../../support/vscode/keyboard.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';

/** The sidebar and the Open Record list, used with the keyboard alone. */
export interface SidebarPage {
  /** The row whose spoken label begins so. */
  row(label: string): Locator;
  /** The tree, while its first rows begin so, in this order. */
  rows(labels: readonly string[]): Locator;
  focused: Locator;
  focusTree(): Promise<void>;
  /** Moves down, row by row, until this one has the focus. */
  goTo(label: string): Promise<void>;
  /** Opens the context menu of the focused row and goes down to this entry. */
  chooseFromMenu(entry: string): Promise<void>;
  /** While several records open, the focus stays where it was; it comes to the first when all are there. */
  editorFocused(): Promise<void>;
  /** Waits until VS Code in the browser has put away what is remembered without this text; a moment later it would. */
  forgotten(text: string): Promise<void>;
  /** Waits until it has put this away, for all windows or for one. */
  remembered(text: string): Promise<void>;
  /** Waits until VS Code in the browser has put away these pins, in this order. */
  pinsRemembered(ids: readonly number[]): Promise<void>;
  /** Makes the window anew, with these records remembered; the newest of the recent ones first. */
  remember(lists: { readonly pins?: readonly Recent[]; readonly recents?: readonly Recent[] }): Promise<void>;
  /** Runs Open Record and waits for its list. */
  askForRecord(): Promise<void>;
}

/** What is remembered of a record that the record service holds. */
export function aRecent(service: string, id: number, fields: Fields = {}): Recent {
  return recentOf(
    { service, id },
    { record: parseRecord(JSON.stringify(aRecord(id, fields))) },
    Date.UTC(2026, 0, 1) + id,
  );
}

export function sidebarPage({ page, say, runCommand, openSidebar, reload }: Workbench): SidebarPage {
  const tree = page.locator('.part.sidebar .monaco-list');
  const focused = tree.locator('.monaco-list-row.focused');
  const row = (label: string) => tree.locator(`.monaco-list-row[aria-label^="${label}"]`);

  const stored = async (what: string, holds: (state: string) => boolean, states = storedState) => {
    await polled(`VS Code has put away ${what}`, async () => {
      const state = await page.evaluate<string | undefined>(`(${states})()`);
      return state !== undefined && holds(state) ? state : undefined;
    });
  };

  return {
    row,
    rows: (labels) =>
      labels.reduce(
        (found, label, at) =>
          found.filter({ has: page.locator(`.monaco-list-row[data-index="${at}"][aria-label^="${label}"]`) }),
        tree,
      ),
    focused,
    async focusTree() {
      await openSidebar('Video Records');
      await tree.locator('.monaco-list-row').first().waitFor();
      await runCommand(`Video Records: Focus on ${say('Recent')} View`);
      await tree.and(page.locator(':focus-within, :focus')).waitFor();
    },
    async goTo(label) {
      await row(label).waitFor();
      await page.keyboard.press('Home');
      await focused.waitFor();
      await goDown(page, focused, row(label));
    },
    async chooseFromMenu(entry) {
      await page.keyboard.press('Shift+F10');
      await chooseInMenu(page, entry);
    },
    editorFocused: () => page.locator('.editor-group-container.active .monaco-editor.focused').waitFor(),
    remembered: (text) => stored(text, (state) => state.includes(text), storedStates),
    forgotten: (text) => stored(`no ${text}`, (state) => !state.includes(text)),
    pinsRemembered: (ids) =>
      stored(`the pins ${ids}`, (state) => {
        const pins: readonly Recent[] = JSON.parse(state)['recent.state'].pins;
        return isDeepStrictEqual(
          pins.map(({ id }) => id),
          ids,
        );
      }),
    async remember({ pins = [], recents = [] }) {
      const state = { 'recent.state': { revision: 1, pins, recents } };
      await page.evaluate(`(${storeState})(${JSON.stringify(JSON.stringify(state))})`);
      await reload();
    },
    async askForRecord() {
      await runCommand(`Video Records: ${say('Open Record…')}`);
      await page
        .locator('.quick-input-title')
        .filter({ hasText: say('Open Record') })
        .waitFor();
    },
  };
}

/** Runs in the page: does something with a table in which the browser keeps what extensions remember. */
const withTable = `async (name, mode, use) => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await done(indexedDB.open(name));
  try {
    return await done(use(database.transaction('ItemTable', mode).objectStore('ItemTable')));
  } finally {
    database.close();
  }
}`;
const extensionKey = `'video-records.video-records'`;
const globalTable = `'vscode-web-state-db-global'`;
const storedState = `() => (${withTable})(${globalTable}, 'readonly', (table) => table.get(${extensionKey}))`;
const storeState = `(state) => (${withTable})(${globalTable}, 'readwrite', (table) => table.put(state, ${extensionKey}))`;
/** What extensions remember for all windows and for each, and the editors that each would show again. */
const storedStates = `async () => {
  const names = (await indexedDB.databases()).map(({ name }) => name).filter((name) => name.startsWith('vscode-web-state-db-'));
  const states = names.map((name) => (${withTable})(name, 'readonly', (table) => table.get(${extensionKey})));
  const editors = names.map((name) => (${withTable})(name, 'readonly', (table) => table.get('memento/workbench.parts.editor')));
  return (await Promise.all([...states, ...editors])).join('\\n');
}`;
