import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';
import { rowProblems } from '../accessibility.ts';

const service = await startRecordService(Array.from({ length: 12 }, (_, index) => index + 1));
for (const [at, language] of ['english', 'English ', 'Deutsch', null].entries()) service.change(at + 1, { language });
service.change(230, { id: 230, title: 'Far away', language: 'Deutsch' });
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

/** Reads the catalogue, looks further, groups by language, and makes one value of two spellings and none. */
async function curate(w: Workbench, theme: string): Promise<void> {
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
  await w.screenshot(`catalogue look further ${theme}`);
  await ended.getByRole('button', { name: 'Look Further' }).click();
  await notification('Read up to 230.').waitFor();
  await runCommand('Notifications: Clear All Notifications');

  await pane.locator('.pane-header').hover();
  await pane.getByRole('button', { name: 'Group By…' }).click();
  await quickInput.type('language');
  await w.screenshot(`group by pick ${theme}`);
  await page.keyboard.press('Enter');
  await row('(none)').waitFor();
  await row('"English"').waitFor();
  await w.screenshot(`group by language ${theme}`);
  assert.deepEqual(await rowProblems(page), []);

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
  await w.screenshot(`group menu ${theme}`);
  await page.getByRole('menuitem', { name: 'Change Value…' }).click();
  await quickInput.widget.getByText('Deutsch').waitFor();
  await w.screenshot(`change value pick ${theme}`);
  await quickInput.type('English');
  await page.keyboard.press('Enter');
  await w.tab('3 records').waitFor();
  await page.locator('.codelens-decoration').getByText('3 changed').first().waitFor();
  await w.screenshot(`change value ${theme}`);
  await runCommand('View: Revert and Close Editor');
}

uiTest('values of a catalogue are grouped and changed', { settings }, (w) => curate(w, 'dark'));
uiTest('the same in a light theme', { settings, theme: 'light' }, (w) => curate(w, 'light'));
