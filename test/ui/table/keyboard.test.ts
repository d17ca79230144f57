import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { tablePage } from './tablePage.ts';

const ids = Array.from({ length: 45 }, (_, at) => at + 1);
const service = await startRecordService(ids);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const openFile = 'videoworksheet://desk/45 records.worksheet.json?ids=1-45&fields=title,language,state';
const [title, state] = [1, 3] as const;

uiTest(
  'the whole grid is one tab stop, and its keys reach every cell and header',
  { settings, openFile },
  async (w) => {
    const { page } = w;
    const { show, goTo, table, frame } = tablePage(w);
    await show('45 records');
    await goTo(1, title);
    const grid = table.locator('.grid');
    /** Where the cursor is, as a screen reader is told. */
    const cursor = async (row: number, column: number) => {
      const active = table.locator(`[aria-rowindex="${row}"] .cell:nth-child(${column}).active`);
      await active.waitFor();
      assert.equal(await grid.getAttribute('aria-activedescendant'), await active.getAttribute('id'));
    };
    assert.deepEqual([await grid.getAttribute('aria-rowcount'), await grid.getAttribute('aria-colcount')], ['46', '4']);
    for (const [key, row, column] of [
      ['ArrowRight', 2, 3],
      ['End', 2, 4],
      ['Home', 2, 1],
      ['Control+End', 46, 4],
      ['Control+Home', 2, 1],
      ['Control+ArrowDown', 46, 1],
      ['Control+ArrowUp', 2, 1],
      ['ArrowUp', 1, 1],
      ['ArrowRight', 1, 2],
    ] as const) {
      await page.keyboard.press(key);
      await cursor(row, column);
    }
    // On the header of the title.
    const sorting = table.locator('[role="columnheader"]').nth(title);
    for (const order of ['ascending', 'descending', 'none']) {
      await page.keyboard.press('Enter');
      await table
        .locator(`[role="columnheader"][aria-sort="${order}"]`)
        .nth(order === 'none' ? title : 0)
        .waitFor();
      assert.equal(await sorting.getAttribute('aria-sort'), order);
    }
    await page.keyboard.press('PageDown');
    const afterPage = Number(await table.locator('.cell.active').locator('..').getAttribute('aria-rowindex'));
    assert.ok(afterPage > 5, `Page Down went to row ${afterPage}`);
    await page.keyboard.press('PageUp');
    await cursor(2, 2);
    const stops = await (await frame()).evaluate(
      "[...document.querySelectorAll('.scroller, .scroller *')].filter(({ tabIndex }) => tabIndex >= 0).length",
    );
    assert.equal(stops, 1);
  },
);

uiTest('the cursor, the range, the filter and the place come back with the tab', { settings, openFile }, async (w) => {
  const { page, tab } = w;
  const { show, goTo, cell, table } = tablePage(w);
  await show('45 records');
  const filter = table.getByPlaceholder('Filter rows');
  await filter.fill('-id:2');
  await cell(2, title).waitFor({ state: 'detached' });
  await goTo(3, title);
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Shift+ArrowUp');
  await cell(44, title).and(table.locator('.active')).waitFor();
  await w.runCommand('File: New Untitled Text File');
  await tab('Untitled-1').waitFor();
  await tab('45 records').click();
  await cell(44, title).and(table.locator('.active.selected')).waitFor();
  await cell(45, title).and(table.locator('.selected')).waitFor();
  assert.equal(await filter.inputValue(), '-id:2');
  // The keys go on from there.
  await table.locator('.grid:focus').waitFor();
  await page.keyboard.press('ArrowUp');
  await cell(43, title).and(table.locator('.active')).waitFor();
  await page.keyboard.press('End');
  await cell(43, state).and(table.locator('.active')).waitFor();
});
