import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { worksheetPage } from '../worksheet/worksheetPage.ts';
import { tablePage } from './tablePage.ts';

const ids = [1, 2, 3, 4];
const [service, spare] = [await startRecordService(ids), await startRecordService(ids)];
const folder = await mkdtemp(join(tmpdir(), 'video-records-table-'));
after(async () => {
  await Promise.all([service.close(), spare.close()]);
  await rm(folder, { recursive: true });
});
for (const id of ids) service.change(id, { title: `Slow  boats ${id}` });
const settings = {
  'videoRecords.services': { desk: { baseUrl: service.baseUrl }, spare: { baseUrl: spare.baseUrl } },
  'videoRecords.checks': { missing: false, duplicates: false, addresses: false },
};
const openFile = 'videoworksheet://desk/4 records.worksheet.json?ids=1-4&fields=title,language,tags';
const [title, language] = [1, 2] as const;

uiTest('commands act on the rows that are selected in a table', { settings, folder, openFile }, async (w) => {
  const { page, quickInput, runCommand, notification, tab } = w;
  const { show, goTo, cell, summary, table } = tablePage(w);
  await show('4 records');
  await goTo(2, title);
  await page.keyboard.press('Shift+ArrowDown');

  await runCommand('Video Records: Export Records…');
  await quickInput.rows.filter({ hasText: 'JSON Files' }).waitFor();
  await quickInput.confirm();
  // The dialog of VS Code, once it has read the folder.
  await quickInput.rows.filter({ hasText: '..' }).first().waitFor();
  await quickInput.confirm();
  await notification('Exported 2 records to desk.csv.').waitFor();
  const csv = await readFile(join(folder, 'desk.csv'), 'utf8');
  assert.deepEqual(csv.match(/^"\d+"/gm), ['"2"', '"3"']);

  await runCommand('Video Records: Change Field in Rows…');
  await quickInput.type('language');
  await quickInput.enter('Language');
  await quickInput.choose('Set the value');
  await quickInput.widget.getByPlaceholder('New value').waitFor();
  await quickInput.type('Dutch');
  await quickInput.widget.getByText('Rows that change: 2 of 2').waitFor();
  await quickInput.confirm();
  await summary.getByText('2 changed').waitFor();
  for (const id of ids)
    await cell(id, language)
      .getByText(id === 2 || id === 3 ? 'Dutch' : 'English')
      .waitFor();

  await runCommand('Video Records: Check Records…');
  await quickInput.pick('Selected rows');
  await notification('Problems found in 2 records: ').waitFor();
  await cell(3, title).and(table.locator('.problem')).waitFor();

  await runCommand('Video Records: Copy to Service…');
  await quickInput.choose('spare');
  await quickInput.widget.getByText('Fields to Copy').waitFor();
  await quickInput.confirm();
  await tab('2 records').waitFor();
  await worksheetPage(w)
    .lens(/2 records on spare.* · 2 changed/)
    .waitFor();
});

uiTest(
  'the preview follows the row with the cursor, and a double click on an ID opens its record',
  { settings, openFile },
  async (w) => {
    const { page, runCommand, tab, editor } = w;
    const { show, goTo, cell } = tablePage(w);
    await show('4 records');
    await goTo(2, title);
    await cell(4, 0).dblclick();
    await editor.opened('4-talk-4');
    await tab('4 records').click();
    await goTo(2, title);
    await runCommand('Video Records: Open Preview');
    await tab('Preview #2').waitFor();
    await page.keyboard.press('ArrowDown');
    await tab('Preview #3').waitFor();
  },
);
