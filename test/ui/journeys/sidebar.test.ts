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
    await page.keyboard.press('Enter');
    await tab('6-').waitFor();
    await editorFocused();

    await focusTree();
    await goTo('Reading Code Aloud #4');
    await chooseFromMenu('Pin');
    await row('Reading Code Aloud #4 · LanternConf 2024, on staging, pinned').waitFor();
    await row('Pinned, 1 record').waitFor();

    await workbench.runCommand('Video Records: Filter Recent Records');
    await quickInput.type('naming');
    await row('The Last Byte Is the Hardest').waitFor({ state: 'detached' });
    await row('Five Minutes on Naming').waitFor();
    await page.keyboard.press('Escape');
    await row('The Last Byte Is the Hardest').waitFor();
    await workbench.runCommand('Video Records: Filter Recent Records');
    await quickInput.type('naming');
    await row('The Last Byte Is the Hardest').waitFor({ state: 'detached' });
    await row('Five Minutes on Naming').click();
    await quickInput.widget.waitFor({ state: 'hidden' });
    await tab('6-').and(page.locator('.active')).waitFor();
    assert.equal(await row('The Last Byte Is the Hardest').count(), 0, 'a click on a row keeps the filter');
    await workbench.runCommand('Video Records: Filter Recent Records');
    await quickInput.answer('');
    await row('The Last Byte Is the Hardest').waitFor();

    await focusTree();
    await goTo('Maps for Places That Move');
    await page.keyboard.press('Delete');
    await row('Maps for Places That Move').waitFor({ state: 'detached' });
    await focused
      .and(page.locator('[aria-label^="Reading"], [aria-label^="Five"], [aria-label^="The Last"]'))
      .waitFor();

    await forgotten('Maps for Places That Move');
    // A record whose tab comes back with the window is read again, and so is a recent one again.
    await workbench.runCommand('View: Close All Editors');
    await tab('.video.json').first().waitFor({ state: 'detached' });
    await workbench.reload();
    await focusTree();
    await row('Reading Code Aloud #4 · LanternConf 2024, on staging, pinned').waitFor();
    await row('Five Minutes on Naming').waitFor();
    assert.equal(await row('Maps for Places That Move').count(), 0);
    await goTo('The Last Byte Is the Hardest');
    await page.keyboard.press('Enter');
    await tab('2-').and(page.locator('.active')).waitFor();
  },
);
