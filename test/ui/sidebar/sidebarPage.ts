import type { Locator } from 'playwright-core';
import type { Workbench } from '../../support/vscode/workbench.ts';

/** The sidebar and the Open Record list, used with the keyboard alone. */
export interface SidebarPage {
  /** The row whose spoken label begins so. */
  row(label: string): Locator;
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
  /** Runs Open Record and waits for its list. */
  askForRecord(): Promise<void>;
}

const mostRows = 40;

export function sidebarPage({ page, runCommand }: Workbench): SidebarPage {
  const tree = page.locator('.part.sidebar .monaco-list');
  const focused = tree.locator('.monaco-list-row.focused');
  const row = (label: string) => tree.locator(`.monaco-list-row[aria-label^="${label}"]`);

  /** Goes down a list, and looks again only when the focus has moved. */
  const goDown = async (active: Locator, wanted: Locator) => {
    for (let step = 0; step < mostRows; step += 1) {
      if (await active.and(wanted).count()) return;
      const before = (await active.textContent())?.trim() ?? '';
      await page.keyboard.press('ArrowDown');
      await active.filter({ hasNotText: before }).waitFor();
    }
    throw new Error(`There is no ${wanted} to go down to.`);
  };

  return {
    row,
    focused,
    async focusTree() {
      const focus = () => runCommand('Video Records: Focus on Recent View');
      // A view without rows yet takes the focus itself.
      if ((await tree.locator('.monaco-list-row').count()) === 0) await focus();
      await tree.locator('.monaco-list-row').first().waitFor();
      await focus();
      await tree.and(page.locator(':focus-within, :focus')).waitFor();
    },
    async goTo(label) {
      await row(label).waitFor();
      await page.keyboard.press('Home');
      await focused.waitFor();
      await goDown(focused, row(label));
    },
    async chooseFromMenu(entry) {
      await page.keyboard.press('Shift+F10');
      const items = page.locator('.monaco-menu .action-item');
      await items.first().waitFor();
      await page.keyboard.press('ArrowDown');
      const active = items.and(page.locator('.focused'));
      await active.waitFor();
      await goDown(active, items.filter({ hasText: new RegExp(`^${entry}`) }));
      await page.keyboard.press('Enter');
    },
    editorFocused: () => page.locator('.editor-group-container.active .monaco-editor.focused').waitFor(),
    async forgotten(text) {
      await page.waitForFunction(
        `(${storedState})().then((state) => state && !state.includes(${JSON.stringify(text)}))`,
      );
    },
    async askForRecord() {
      await runCommand('Video Records: Open Record');
      await page.locator('.quick-input-title').filter({ hasText: 'Open Record' }).waitFor();
    },
  };
}

/** Runs in the page: what the browser keeps for the extension. */
const storedState = `async () => {
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    try {
      if (!database.objectStoreNames.contains('ItemTable')) continue;
      const reading = database.transaction('ItemTable').objectStore('ItemTable').get('video-records.video-records');
      const state = await new Promise((resolve) => { reading.onsuccess = () => resolve(reading.result); });
      if (typeof state === 'string') return state;
    } finally {
      database.close();
    }
  }
}`;
