import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const sample = await startSample();
after(() => sample.close());
const settings = { 'videoRecords.services': { sample: { baseUrl: sample.baseUrl } } };

uiTest('a person opens a record, edits its title and saves it', { settings }, async (workbench) => {
  const { page, quickInput, editor } = workbench;
  await workbench.runCommand('Video Records: Open Record');
  await quickInput.type('5');
  await quickInput.choose(/Open record 5/);
  await workbench.tab(/^5-.*\.video\.json/).waitFor();
  const before = await sample.get(5);
  await editor.replace(JSON.stringify(before.title), '"A title that a person wrote"');
  await page.locator('.tab.dirty').waitFor();
  await editor.save();
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  assert.equal((await sample.get(5)).title, 'A title that a person wrote');
  const sidebar = await workbench.openSidebar('Video Records');
  await sidebar.locator('.monaco-list-row').filter({ hasText: 'A title that a person wrote' }).waitFor();
});
