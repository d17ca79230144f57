import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { tablePage } from './tablePage.ts';

const service = await startRecordService([1, 2, 3]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('a cell is edited with the keyboard, undone, redone and saved', { settings }, async (w) => {
  const { page, tab } = w;
  const { open, goTo, cell, editor, summary } = tablePage(w);
  await open('1-3', '3 records');
  await w.screenshot('table');
  await goTo(2, 1);
  await page.keyboard.press('Enter');
  await editor.locator('textarea').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A better title');
  await w.screenshot('table editing');
  await page.keyboard.press('Enter');
  await cell(2, 1).getByText('A better title').waitFor();
  await summary.getByText('1 changed').waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await cell(2, 1).getByText('Talk 2').waitFor();
  await page.keyboard.press('ControlOrMeta+y');
  await cell(2, 1).getByText('A better title').waitFor();
  await w.screenshot('table edited');
  await page.keyboard.press('ControlOrMeta+s');
  await tab('3 records').and(page.locator('.dirty')).waitFor({ state: 'detached' });
  assert.equal(service.record(2).title, 'A better title');
});
