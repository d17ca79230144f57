import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([5]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest(
  'Open Record stays open when it is run from the palette over the walkthrough',
  { settings },
  async (workbench) => {
    const { page, quickInput, tab } = workbench;
    // Loads the extension, so that the list is open before the walkthrough takes the focus.
    await workbench.openSidebar('Video Records');
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await quickInput.choose('Get Started with Video Records');
    const step = page.locator('.getting-started-step.expanded');
    await step.waitFor();
    await step.focus();
    await page.keyboard.press('F1');
    await quickInput.type('>Video Records: Open Record');
    await quickInput.rows.filter({ hasText: 'Open Record' }).first().waitFor();
    // The palette gives the focus back to the walkthrough, which takes it once more a moment later.
    const stolen = page.evaluate(`new Promise((resolve) => {
      let times = 0;
      document
        .querySelector('.getting-started-step.expanded')
        .addEventListener('focus', () => ++times === 2 && resolve());
    })`);
    await page.keyboard.press('Enter');
    await stolen;
    await page.locator('.quick-input-title').filter({ hasText: 'Open Record' }).waitFor();
    await quickInput.widget.locator('input:focus').waitFor();
    await page.keyboard.type('5');
    await quickInput.rows.filter({ hasText: 'Open record 5 on desk' }).waitFor();
    await page.keyboard.press('Enter');
    await tab('5-').waitFor();
    assert.deepEqual(await workbench.notifications(), []);
  },
);
