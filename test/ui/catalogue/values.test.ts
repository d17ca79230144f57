import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { rowProblems } from '../accessibility.ts';

const service = await startRecordService(Array.from({ length: 12 }, (_, index) => index + 1));
for (const [at, language] of ['english', 'English ', 'Deutsch', null].entries()) service.change(at + 1, { language });
service.change(230, { id: 230, title: 'Far away', language: 'Deutsch' });
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('values of a catalogue are grouped, and two spellings and none become one', { settings }, async (w) => {
  const { page, runCommand, quickInput, dialog, notification } = w;
  const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Catalogue' }) });
  const row = (label: string) => pane.locator(`.monaco-list-row[aria-label^='${label}']`);
  await w.openSidebar('Video Records');
  await page.locator('.pane-header', { hasText: 'Recent' }).click();
  await pane.locator('.pane-header').click();
  await runCommand('Video Records: Update Catalogue…');
  await dialog.getByRole('button', { name: 'Read All Records' }).click();
  const ended = notification("Read up to 12. The next 200 numbers don't exist.");
  await ended.waitFor();
  await w.inBothThemes('catalogue look further');
  await ended.getByRole('button', { name: 'Look Further' }).click();
  await notification('Read up to 230.').waitFor();
  await runCommand('Notifications: Clear All Notifications');

  await pane.locator('.pane-header').hover();
  await pane.getByRole('button', { name: 'Group By…' }).click();
  await quickInput.type('language');
  await w.inBothThemes('group by pick');
  await quickInput.enter('Language');
  await row('(none)').waitFor();
  await row('"English"').waitFor();
  await w.inBothThemes('group by language', async () => assert.deepEqual(await rowProblems(page), []));

  // With the keyboard: two spellings beside those without a language, then the menu.
  await row('(none)').click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await row('Deutsch').and(page.locator('.focused')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Change Value…' }).waitFor();
  await w.inBothThemes('group menu');
  await page.getByRole('menuitem', { name: 'Change Value…' }).click();
  await quickInput.widget.getByText('Deutsch').waitFor();
  await w.inBothThemes('change value pick');
  await quickInput.type('English');
  await quickInput.confirm();
  await w.tab('3 records').waitFor();
  await page.locator('.codelens-decoration').getByText('3 changed').first().waitFor();
  await w.inBothThemes('change value');
  await runCommand('View: Revert and Close Editor');
});
