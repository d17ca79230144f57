import type { Frame, FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from '../../support/vscode/workbench.ts';
import { worksheetPage } from '../worksheet/worksheetPage.ts';

export interface TablePage {
  readonly table: FrameLocator;
  /** From the palette, through the worksheet's text. */
  open(records: string, label: string): Promise<void>;
  /** Shows the worksheet of the active editor, once it is there. */
  show(label: string): Promise<void>;
  /** Opens a cell and types over its value. */
  type(id: number, column: number, text: string): Promise<void>;
  /** The cell of a record; column 0 is its ID. */
  cell(id: number, column: number): Locator;
  /** Clicks it, so that the grid has the focus. */
  goTo(id: number, column: number): Promise<void>;
  readonly editor: Locator;
  readonly summary: Locator;
  frame(): Promise<Frame>;
}

export function tablePage(w: Workbench): TablePage {
  const table = w.webview();
  const grid = table.locator('.grid');
  const cell = (id: number, column: number) =>
    table
      .locator('.body .row')
      .filter({ has: w.page.locator(`.cell:first-child`, { hasText: new RegExp(`^\\D*${id}(?!\\d)`) }) })
      .locator(`.cell[data-column="${column}"]`);
  const goTo = async (id: number, column: number) => {
    await cell(id, column).click();
    await table.locator('.grid:focus').waitFor();
  };
  const show = async (label: string) => {
    await w.tab(label).waitFor();
    await worksheetPage(w).lens(label).waitFor();
    await w.runCommand('Video Records: Open as Table');
    await grid.locator('.body .row').first().waitFor();
  };
  return {
    table,
    show,
    goTo,
    async type(id, column, text) {
      await goTo(id, column);
      await w.page.keyboard.press('F2');
      await table.locator('.editor textarea:focus').waitFor();
      await w.page.keyboard.press('ControlOrMeta+a');
      await w.page.keyboard.type(text);
    },
    cell,
    editor: table.locator('.editor'),
    summary: table.locator('h1'),
    async open(records, label) {
      await worksheetPage(w).open(records, label);
      await show(label);
    },
    async frame() {
      const found = await (await table.locator('main').elementHandle())?.ownerFrame();
      if (!found) throw new Error('The table has no frame.');
      return found;
    },
  };
}
