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
    await page.locator('.getting-started-step.expanded:focus').waitFor();
    // As the walkthrough does a moment after Enter in the palette.
    const stolen = page.evaluate(`new Promise((resolve) => {
      const takeFocus = () => {
        document.querySelector('.getting-started-step.expanded').focus();
        resolve();
      };
      const look = () => {
        if (!document.querySelector('.quick-input-title')?.textContent.includes('Open Record')) return;
        observer.disconnect();
        setTimeout(takeFocus);
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    })`);
    await workbench.runCommand('Video Records: Open Record');
    await stolen;
    await quickInput.widget.locator('input:focus').waitFor();
    await page.keyboard.type('5');
    await quickInput.rows.filter({ hasText: 'Open record 5 on desk' }).waitFor();
    await page.keyboard.press('Enter');
    await tab('5-').waitFor();
    assert.deepEqual(await workbench.notifications(), []);
  },
);
