import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { rowProblems } from '../accessibility.ts';
import { worksheetPage } from '../worksheet/worksheetPage.ts';
import { openFixes } from './fixes.ts';

const service = await startRecordService([1, 2, 3, 4, 5, 6]);
after(() => service.close());
service.change(2, { title: 'Ada Example - Boats and maps' });
service.change(5, { title: 'Slow  boats' });
const settings = {
  'videoRecords.services': { desk: { baseUrl: service.baseUrl } },
  'videoRecords.checks': { missing: false, duplicates: false, addresses: false },
};

uiTest('what a check finds opens as a worksheet with problems and fixes', { settings }, async (workbench) => {
  const { page, editor, notification, quickInput, runCommand, tab } = workbench;
  const { open, lens } = worksheetPage(workbench);
  const problem = page.locator('.markers-panel').getByText('The title contains a speaker');
  await open('1-6', '6 records');
  await runCommand('Video Records: Check Records');
  await quickInput.pick('This worksheet');
  await notification('Problems found in 2 records: ').waitFor();
  await tab('All kinds').waitFor();
  await editor.opened('All%20kinds.worksheet.json');
  await lens('2 records').waitFor();
  await runCommand('Problems: Focus on Problems View');
  await problem.waitFor();
  await workbench.inBothThemes('checks');
  await problem.dblclick();
  // The first click selects the place, the second gives the editor the focus.
  await page.getByText('(30 selected)').waitFor();
  await page.locator('.editor-instance .monaco-editor.focused').waitFor();
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Change to "Boats and maps"' });
  await openFixes(page, fix);
  await workbench.screenshot('checks fix');
  await fix.click();
  await lens(/2 records.* · 1 changed/).waitFor();
  await problem.waitFor({ state: 'detached' });
  assert.equal(service.record(2).title, 'Ada Example - Boats and maps');
});

uiTest('a field changes in all rows, after a preview of how many', { settings, theme: 'light' }, async (workbench) => {
  const { quickInput, runCommand } = workbench;
  const { open, lens } = worksheetPage(workbench);
  await open('1-6', '6 records');
  await runCommand('Video Records: Change Field in Rows…');
  await quickInput.type('title');
  await quickInput.enter('Title');
  await quickInput.rows.filter({ hasText: 'Set the value' }).waitFor();
  await quickInput.type('Set');
  await quickInput.enter('Set the value');
  await quickInput.widget.getByPlaceholder('New value').waitFor();
  await quickInput.type('Slow  boats');
  await quickInput.widget.getByText('Rows that change: 5 of 6').waitFor();
  await workbench.screenshot('change rows light');
  await quickInput.confirm();
  await lens(/6 records.* · 5 changed/).waitFor();
});

uiTest('what is left to do lasts, and what is no mistake is dismissed', { settings }, async (w) => {
  const { page, quickInput, runCommand, dialog, notification, tab } = w;
  const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Catalogue' }) });
  const row = (text: string) => pane.locator('.monaco-list-row', { hasText: text });
  await w.openSidebar('Video Records');
  await pane.locator('.pane-header').click();
  await runCommand('Video Records: Update Catalogue…');
  await dialog.getByRole('button', { name: 'Read All Records' }).click();
  await row('desk').waitFor();
  await runCommand('Video Records: Check Records…');
  await quickInput.pick('Catalogue of "desk"');
  await notification('Problems found in 2 records: ').waitFor();
  await row('All kinds').waitFor();
  await w.inBothThemes('to do', async () => assert.deepEqual(await rowProblems(page), []));

  await w.reload();
  // VS Code does not always open the sidebar again.
  await runCommand('Video Records: Focus on Catalogue View');
  await row('Stray spaces and characters').click();
  await tab('Stray spaces and characters').waitFor();
  const sheet = page.locator('.monaco-editor.focused[data-uri*="Stray"]');
  await sheet.locator('.squiggly-warning').first().waitFor();
  await page.keyboard.press('F8');
  await page.locator('.peekview-widget, .marker-widget').first().waitFor();
  await page.keyboard.press('Escape');
  const action = (title: string | RegExp) => page.locator('.action-widget .monaco-list-row', { hasText: title });
  await openFixes(page, action('Not a Mistake in "Harbour Days"'));
  await w.inBothThemes('not a mistake');
  await action(/^Not a Mistake$/).click();
  await row('Stray spaces and characters').waitFor({ state: 'detached' });
  await row('Dismissed').click();
  await row('#5: "title" has extra spaces.').waitFor();
  await w.inBothThemes('dismissed');
  await row('#5: "title" has extra spaces.').hover();
  await row('#5: "title" has extra spaces.').locator('[aria-label^="Move Back to To Do"]').click();
  await row('Stray spaces and characters').waitFor();
  await row('Dismissed').waitFor({ state: 'detached' });
});
