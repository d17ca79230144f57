import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([5]);
after(() => service.close());

const { baseUrl } = service;
const settings = {
  'videoRecords.services': {
    production: { baseUrl, access: 'confirm' },
    archive: { baseUrl, access: 'readOnly' },
    desk: { baseUrl },
  },
};
const openFile = 'videorecord://production/5.video.json';

uiTest('the status bar shows where a save goes', { settings, openFile }, async ({ page, quickInput, tab }) => {
  const item = page.locator('[id="video-records.video-records.videoRecords.service"]');
  await item.filter({ hasText: 'production #5' }).waitFor();
  assert.ok(!(await item.evaluate((element) => element.classList.contains('has-background-color'))));
  assert.match((await item.locator('a').getAttribute('aria-label')) ?? '', /Asks before each save/);

  await item.click();
  await quickInput.rows.filter({ hasText: 'Set Credential' }).waitFor();
  await quickInput.choose('Test Connection');
  await tab('Preview Connection to production').waitFor();
  await item.waitFor({ state: 'hidden' });
});
