import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Locator } from 'playwright-core';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([5]);
const locked = await startRecordService([6]);
locked.allow = 'GET, HEAD';
after(() => Promise.all([service.close(), locked.close()]));

const { baseUrl } = service;
const settings = {
  'videoRecords.services': {
    production: { baseUrl, access: 'confirm' },
    archive: { baseUrl, access: 'readOnly' },
    desk: { baseUrl: locked.baseUrl },
  },
};
const openFile = 'videorecord://production/5.video.json';

/** As VS Code draws it: with its warning background or not, and the name of its icon. */
async function looks(item: Locator) {
  const classes = await item.evaluate((element) => element.className);
  const icon = await item.locator('.codicon').evaluate((element) => /codicon-([a-z]+)/.exec(element.className)?.[1]);
  return { warns: /\bwarning-kind\b/.test(classes) && /\bhas-background-color\b/.test(classes), icon };
}

uiTest(
  'the status bar shows where a save goes, and why a record is read-only',
  { settings, openFile },
  async (workbench) => {
    const { page, quickInput, tab, editor, runCommand } = workbench;
    const item = page.locator('[id="video-records.video-records.videoRecords.service"]');
    await item.filter({ hasText: 'production #5' }).waitFor();
    assert.deepEqual(await looks(item), { warns: true, icon: 'shield' });
    assert.match((await item.locator('a').getAttribute('aria-label')) ?? '', /Asks before each save/);

    await runCommand('Video Records: Open Record');
    await quickInput.answer('videorecord://archive/5.video.json');
    await item.filter({ hasText: 'archive #5' }).locator('.codicon-lock').waitFor();
    assert.deepEqual(await looks(item), { warns: false, icon: 'lock' });
    await editor.type('x');
    await editor.element.getByText('Read-only. The settings make "archive" read-only.').waitFor();
    assert.equal(await page.locator('.tab.dirty').count(), 0);

    await runCommand('Video Records: Open Record');
    await quickInput.answer(`${locked.baseUrl}/api/v2/video/6`);
    const why = 'The service allows only GET, HEAD for record 6.';
    await editor.element.getByText(`Read-only. ${why}`).waitFor();
    await item.locator(`a[aria-label*="${why}"]`).waitFor();

    await tab('5.video.json').first().click();
    await editor.opened('5.video.json');
    await item.filter({ hasText: 'production #5' }).click();
    await quickInput.rows.filter({ hasText: 'Set Credential' }).waitFor();
    await quickInput.choose('Test Connection');
    await tab('Preview Connection to production').waitFor();
    await item.waitFor({ state: 'hidden' });
  },
);
