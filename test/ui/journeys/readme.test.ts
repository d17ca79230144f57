import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { keyboardOf } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const sample = await startSample();
after(() => sample.close());
/** As `npm start` has them. */
const settings = {
  'videoRecords.services': { sample: { baseUrl: sample.baseUrl } },
  'videoRecords.defaultService': 'sample',
};
const openFile = 'videorecord://sample/1.video.json';

uiTest('the steps of the README, key by key', { settings, openFile }, async (workbench) => {
  const { page, editor, quickInput, dialog, tab, notification } = workbench;
  const { run } = keyboardOf(workbench);
  const { keyboard } = page;
  /** Runs a command that asks, and types once it does, as a person would. */
  const typeInto = async (title: string, text: string) => {
    await run(`Video Records: ${title}…`);
    await page.locator('.quick-input-title').filter({ hasText: title }).waitFor();
    await quickInput.widget.locator('input:focus').waitFor();
    await keyboard.type(text);
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
  await keyboard.press('Enter');
  await tab(/^5-/).waitFor();
  await editor.opened('2-');
  const preview = page.locator('.codelens-decoration a', { hasText: 'Preview' }).first();
  await preview.waitFor();
  const sidebar = await workbench.openSidebar('Video Records');
  for (const id of [1, 2, 3, 4, 5]) await sidebar.locator(`.monaco-list-row[aria-label^="${id} "]`).waitFor();
  await preview.click();
  await workbench.webview().locator('h1').waitFor();
  await workbench.screenshot('readme 2');

  // 3. Read all records, and find some by words.
  await run('Video Records: Update Catalogue…');
  await dialog.getByRole('button', { name: 'Read All Records' }).waitFor();
  await workbench.screenshot('readme 3a');
  await keyboard.press('Enter');
  await notification('Updated the catalogue of "sample"').waitFor();
  await typeInto('Open Record', 'harbour -language:English');
  await quickInput.rows.filter({ hasText: 'Harbour' }).first().waitFor();
  await workbench.screenshot('readme 3b');
  await keyboard.press('Enter');
  await quickInput.widget.waitFor({ state: 'hidden' });
  await page.locator('.tab.active', { hasText: 'video.json' }).waitFor();

  // 4. Check the whole catalogue, and fix what is wrong.
  await run('Video Records: Check Records…');
  await quickInput.rows.first().waitFor();
  await workbench.screenshot('readme 4a');
  await quickInput.pick('Catalogue of "sample"');
  await notification(/problems? found/).waitFor();
  await page.locator('.tab.active', { hasText: /records?/ }).waitFor();
  await page.locator('.editor-instance .monaco-editor.focused').waitFor();
  await workbench.screenshot('readme 4b');
  await keyboard.press('F8');
  await workbench.screenshot('readme 4c');
  await keyboard.press('Escape');
  await keyboard.press('ControlOrMeta+.');
  await page.locator('.action-widget .monaco-list-row').first().waitFor();
  await workbench.screenshot('readme 4d');
  await keyboard.press('Enter');
  await page.locator('.tab.active.dirty').waitFor();
  await keyboard.press('ControlOrMeta+s');
  await workbench.screenshot('readme 4e');
  await saved();
});
