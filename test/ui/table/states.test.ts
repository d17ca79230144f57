import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { tablePage } from './tablePage.ts';

const [service, locked] = [await startRecordService([1, 2, 3]), await startRecordService([1, 2, 3])];
after(() => Promise.all([service.close(), locked.close()]));
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const readOnly = { 'videoRecords.services': { desk: { baseUrl: locked.baseUrl, access: 'readOnly' } } };
const openFile = 'videoworksheet://desk/4 records.worksheet.json?ids=1-4&fields=title,recorded';
const [title, recorded] = [1, 2] as const;

uiTest(
  'a table shows conflicts, records that were not read, and problems that F8 goes through',
  { settings, openFile },
  async (w) => {
    const { page } = w;
    const { show, goTo, cell, type, summary, table } = tablePage(w);
    await show('4 records');
    await summary.getByText('1 not read').waitFor();
    await type(2, title, 'Mine');
    await page.keyboard.press('Enter');
    service.change(2, { title: 'Theirs' });
    await page.keyboard.press('ControlOrMeta+s');
    await cell(2, 0).getByText('conflict').waitFor();
    await summary.getByText('1 with problems').waitFor();
    await type(1, recorded, '');
    await page.keyboard.insertText('2024-02-30 '.repeat(400));
    await page.keyboard.press('Enter');
    await type(3, recorded, '2024-02-31');
    await page.keyboard.press('Enter');
    await cell(3, recorded).and(table.locator('.problem')).waitFor();
    await w.screenshot('table conflict');
    await goTo(1, title);
    const active = (id: number, column: number) => cell(id, column).and(table.locator('.active')).waitFor();
    for (const [key, id, column] of [
      ['F8', 1, recorded],
      ['F8', 2, 0],
      ['F8', 3, recorded],
      ['F8', 1, recorded],
      ['Shift+F8', 3, recorded],
      ['Shift+F8', 2, 0],
    ] as const) {
      await page.keyboard.press(key);
      await active(id, column);
    }
    await table.locator('.detail').getByText('Someone else also changed "title"').waitFor();
    assert.equal(service.record(2).title, 'Theirs');
    // Whatever fits of a long text comes after what is wrong with it.
    await goTo(1, recorded);
    await table.locator('.detail p').first().getByText('is not a valid date').waitFor();
  },
);

uiTest(
  'a read-only service can be looked at, selected and copied, not edited',
  { settings: readOnly, openFile },
  async (w) => {
    const { page } = w;
    const { show, goTo, cell, summary, table, editor } = tablePage(w);
    await show('4 records');
    await summary.getByText('read-only').waitFor();
    await table.locator('.grid[aria-readonly="true"]').waitFor();
    await goTo(1, title);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+c');
    await page.keyboard.press('x');
    await page.keyboard.press('F2');
    await page.keyboard.press('Delete');
    await page.keyboard.press('ControlOrMeta+v');
    await w.screenshot('table read-only');
    assert.equal(await editor.isVisible(), false);
    assert.match(await cell(1, title).innerText(), /Talk 1/);
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.press('ControlOrMeta+v');
    await table.getByRole('searchbox', { name: 'Find in cells' }).and(table.locator('input:focus')).waitFor();
    assert.match(await table.getByRole('searchbox', { name: 'Find in cells' }).inputValue(), /^Talk 1\s+Talk 2$/);
  },
);

uiTest('a text that is no JSON any more is said, and the JSON is one click away', { settings, openFile }, async (w) => {
  const { page, runCommand, editor: text, tab } = w;
  const { show, cell, type, table, summary } = tablePage(w);
  await show('4 records');
  await type(1, title, 'Typed before');
  await page.keyboard.press('Enter');
  await summary.getByText('1 changed').waitFor();
  // With unsaved changes the table stays open.
  await runCommand('Video Records: Open as JSON');
  await text.opened('4%20records.worksheet.json');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Delete');
  await tab('4 records').first().click();
  const notice = table.getByRole('alert').filter({ hasText: 'list of records in brackets' });
  await notice.waitFor();
  await w.screenshot('table invalid');
  await notice.getByRole('button', { name: 'Open as JSON' }).click();
  await text.opened('4%20records.worksheet.json');
  await page.keyboard.press('ControlOrMeta+z');
  await tab('4 records').first().click();
  await cell(1, title).getByText('Typed before').waitFor();
  await notice.waitFor({ state: 'hidden' });
});
