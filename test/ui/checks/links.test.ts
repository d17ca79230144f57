import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startLinkServer } from '../../support/linkServer.ts';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { worksheetPage } from '../worksheet/worksheetPage.ts';
import { openFixes } from './fixes.ts';

const [service, links] = await Promise.all([startRecordService([1, 2, 3]), startLinkServer()]);
after(() => Promise.all([service.close(), links.close()]));
service.change(1, { source_url: links.address('200/lanterns'), video_mp4_url: links.address('404/lanterns.mp4') });
service.change(2, { source_url: links.address('200/boats') });
service.change(3, { source_url: links.address('403/maps') });
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest(
  'links are checked by keyboard, dead ones open as a worksheet, and a fix empties the field',
  { settings },
  async (w) => {
    const { page, dialog, notification, quickInput, runCommand, tab, inBothThemes } = w;
    const { open, lens } = worksheetPage(w);
    await open('1-3', '3 records');
    await runCommand('Video Records: Check Links…');
    await quickInput.pick('This worksheet');
    await dialog.getByText('Check 4 addresses on 1 host?').waitFor();
    await dialog.getByText(`This host will see requests from this computer: ${links.host}`).waitFor();
    await inBothThemes('links question');
    await page.keyboard.press('Enter');
    await dialog.getByText(`4 addresses are in your own network: ${links.host}`).waitFor();
    await inBothThemes('links own network');
    // Enter alone would leave them out.
    await dialog.getByRole('button', { name: 'Check These Too' }).focus();
    await page.keyboard.press('Enter');
    await notification('Addresses checked: 4. Gone: 1. Could not tell: 1.').waitFor();
    await tab('All kinds').waitFor();
    await runCommand('Problems: Focus on Problems View');
    const problem = page.locator('.markers-panel').getByText('The address in "video_mp4_url" is gone');
    await problem.waitFor();
    await page
      .locator('.markers-panel')
      .getByText('Could not tell whether the address in "source_url" works')
      .waitFor();
    await inBothThemes('links');
    await problem.dblclick();
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    const fix = (title: string) => page.locator('.action-widget .monaco-list-row', { hasText: title });
    await openFixes(page, fix('Open in the Web Archive'));
    await w.screenshot('links fix');
    await fix('Empty the field').click();
    await lens(/2 records.* · 1 changed/).waitFor();
    await problem.waitFor({ state: 'detached' });
    assert.equal(service.record(1).video_mp4_url, links.address('404/lanterns.mp4'));
  },
);
