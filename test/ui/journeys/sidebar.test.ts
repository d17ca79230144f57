import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from '../recent/sidebarPage.ts';

const sample = await startSample();
after(() => sample.close());
const settings = { 'videoRecords.services': { staging: { baseUrl: sample.baseUrl } } };

uiTest(
  'open, filter, pin and remove records with the keyboard, and find them again',
  { settings },
  async (workbench) => {
    const { page, quickInput, tab } = workbench;
    const { row, focused, focusTree, goTo, chooseFromMenu, askForRecord, editorFocused, forgotten } =
      sidebarPage(workbench);
    await askForRecord();
    await quickInput.type('2, 4-6');
    await quickInput.rows.filter({ hasText: 'Open 4 records on staging' }).waitFor();
    await quickInput.confirm();
    await tab('6-').waitFor();
    await editorFocused();

    await focusTree();
    await goTo('4 Reading Code Aloud');
    await chooseFromMenu('Pin');
    await row('4 Reading Code Aloud LanternConf 2024, on staging, pinned').waitFor();
    await row('Pinned, 1 record').waitFor();

    await workbench.runCommand('Video Records: Filter Recent Records');
    await quickInput.type('naming');
    await row('2 The Last Byte Is the Hardest').waitFor({ state: 'detached' });
    await row('6 Five Minutes on Naming').waitFor();
    await page.keyboard.press('Escape');
    await row('2 The Last Byte Is the Hardest').waitFor();
    await workbench.runCommand('Video Records: Filter Recent Records');
    await quickInput.type('naming');
    await row('2 The Last Byte Is the Hardest').waitFor({ state: 'detached' });
    // The message appears after the rows and moves them down.
    await page.locator('.part.sidebar .message').filter({ hasText: 'Filter: naming' }).waitFor();
    await row('6 Five Minutes on Naming').click();
    await quickInput.widget.waitFor({ state: 'hidden' });
    await tab('6-').and(page.locator('.active')).waitFor();
    assert.equal(await row('2 The Last Byte Is the Hardest').count(), 0, 'a click on a row keeps the filter');
    await workbench.runCommand('Video Records: Clear Filter');
    await row('2 The Last Byte Is the Hardest').waitFor();

    await focusTree();
    await goTo('5 Maps for Places That Move');
    await chooseFromMenu('Remove from Recent');
    await row('5 Maps for Places That Move').waitFor({ state: 'detached' });
    await focused.and(page.locator('[aria-label^="4 "], [aria-label^="6 "], [aria-label^="2 "]')).waitFor();

    await forgotten('Maps for Places That Move');
    // A record whose tab comes back with the window is read again, and so is a recent one again.
    await workbench.runCommand('View: Close All Editors');
    await tab('.video.json').first().waitFor({ state: 'detached' });
    await workbench.reload();
    await focusTree();
    await row('4 Reading Code Aloud LanternConf 2024, on staging, pinned').waitFor();
    await row('6 Five Minutes on Naming').waitFor();
    assert.equal(await row('5 Maps for Places That Move').count(), 0);
    await goTo('2 The Last Byte Is the Hardest');
    await page.keyboard.press('Enter');
    await tab('2-').and(page.locator('.active')).waitFor();
  },
);
