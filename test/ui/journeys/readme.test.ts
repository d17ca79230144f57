import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { keyboardOf } from '../../support/vscode/keyboard.ts';
import { projectFolder } from '../../support/vscode/project.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { openFixes } from '../checks/fixes.ts';

const sample = await startSample();
after(() => sample.close());
/** As `npm start` has them. */
const settings = {
  'videoRecords.services': { sample: { baseUrl: sample.baseUrl } },
  'videoRecords.defaultService': 'sample',
};
const openFile = 'videorecord://sample/1.video.json';

const [, steps = ''] =
  /In the window that opens:(.*?)To install/s.exec(readFileSync(join(projectFolder, 'README.md'), 'utf8')) ?? [];

/** What the README says, so that it can't say anything else. */
function said(text: string): string {
  assert.ok(steps.includes(text), `The README does not say ${text}.`);
  return text;
}

uiTest('the steps of the README, key by key', { settings, openFile }, async (workbench) => {
  const { page, editor, quickInput, dialog, tab, notification } = workbench;
  const { run } = keyboardOf(workbench);
  const { keyboard } = page;
  /** Runs a command that asks, and types once it does, as a person would. */
  const typeInto = async (title: string, text: string) => {
    await run(`Video Records: ${said(title)}…`);
    await page.locator('.quick-input-title').filter({ hasText: title }).waitFor();
    await quickInput.widget.locator('input:focus').waitFor();
    await keyboard.type(said(text));
  };
  const saved = () => page.locator('.tab.dirty').first().waitFor({ state: 'detached' });

  // 1. Change the title, and press Ctrl+S.
  await editor.opened('1.video.json');
  const { title } = await sample.get(1);
  await editor.replace(JSON.stringify(title), '"A better title"');
  await editor.save();
  await saved();
  assert.equal((await sample.get(1)).title, 'A better title');

  // 2. Open four records. The icon in the activity bar shows all that were opened.
  await typeInto('Open Record', '2-5');
  await quickInput.confirm();
  await tab(/^5-/).waitFor();
  await editor.opened('2-');
  const preview = page.locator('.codelens-decoration a', { hasText: said('Preview') }).first();
  await preview.waitFor();
  const sidebar = await workbench.openSidebar('Video Records');
  for (const id of [1, 2, 3, 4, 5]) await sidebar.locator(`.monaco-list-row[aria-label^="${id} "]`).waitFor();
  await preview.click();
  await workbench.webview().locator('h1').waitFor();

  // 3. Read all records, and open one by words.
  await run(said('Video Records: Update Catalogue…'));
  await dialog.getByRole('button', { name: said('Read All Records') }).click();
  await notification('Updated the catalogue of "sample"').waitFor();
  await typeInto('Open Record', 'harbour -language:English');
  await quickInput.confirm();
  await page.locator('.tab.active', { hasText: /^(?!2-).*video\.json/ }).waitFor();

  // 4. Check the whole catalogue, and fix what is wrong.
  await run(said('Video Records: Check Records…'));
  await quickInput.pick(said('Catalogue of "sample"'));
  await notification(/Problems found/).waitFor();
  await page.locator('.monaco-editor.focused[data-uri^="videoworksheet:"] .squiggly-warning').first().waitFor();
  await workbench.screenshot('readme findings');
  await keyboard.press(said('F8'));
  await page.locator('.peekview-widget, .marker-widget').first().waitFor();
  said('Ctrl+.');
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: said('Fix all in this document') });
  await openFixes(page, fix);
  await workbench.screenshot('readme fixes');
  await fix.click();
  await tab('All kinds').and(page.locator('.dirty')).waitFor();
  said('Ctrl+S saves all records that changed');
  await editor.save();
  await dialog.getByText(/^Save \d+ records on sample\?/).waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await saved();
  // The first time as well, the view has the keyboard.
  await run('Video Records: Focus on Catalogue View');
  await sidebar.locator('.monaco-list-row', { hasText: said('To Do') }).waitFor();
  await keyboard.press('ArrowDown');
  await sidebar.locator('.monaco-list:focus .monaco-list-row.focused').waitFor();
  await workbench.screenshot('readme to do');

  // 5. The worksheet as a table, and the values of a field.
  await tab('All kinds').click();
  await editor.opened('All%20kinds.worksheet.json');
  await run(said('Video Records: Open as Table'));
  // The preview is a page of its own.
  const table = page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
  // VS Code gives the page the focus a moment after a pick has closed. A palette that opens before that closes again.
  const inTable = () => table.locator('.grid:focus').waitFor();
  await inTable();
  await run(said('Video Records: Group By…'));
  await quickInput.widget.locator('input:focus').waitFor();
  await keyboard.type(said('language'));
  await quickInput.enter('Language');
  await inTable();
  await run('Video Records: Focus on Catalogue View');
  await keyboard.press('End');
  await sidebar.locator('.monaco-list:focus .monaco-list-row.focused', { hasText: /^[A-Z][a-z]+/ }).waitFor();
  await keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: said('Change Value…') }).waitFor();
  await workbench.screenshot('readme values');
  await keyboard.press('Escape');
  // Nothing that was meant for a question was typed into a record.
  assert.equal(await page.locator('.tab.dirty').count(), 0);
});
