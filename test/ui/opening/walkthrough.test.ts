import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([5]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('Open Record stays open when the walkthrough takes the focus', { settings }, async (workbench) => {
  const { page, quickInput, tab } = workbench;
  // Loads the extension, so that the list is open before the walkthrough takes the focus.
  await workbench.openSidebar('Video Records');
  await workbench.runCommand('Welcome: Open Walkthrough...');
  await quickInput.choose('Get Started with Video Records');
  await page.locator('.getting-started-step.expanded:focus').waitFor();
  await workbench.runCommand('Video Records: Open Record');
  const title = quickInput.widget.locator('.quick-input-title');
  await title.filter({ hasText: 'Open Record' }).waitFor();
  // As the walkthrough does a moment after Enter in the palette.
  await page.locator('.getting-started-step.expanded').focus();
  await quickInput.widget.locator('input').click();
  await page.keyboard.type('5');
  await quickInput.rows.filter({ hasText: 'Open record 5 on desk' }).waitFor();
  await quickInput.confirm();
  await tab('5-').waitFor();
  assert.deepEqual(await workbench.notifications(), []);
});
