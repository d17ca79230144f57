import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Theme } from '../../support/vscode/workbench.ts';

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

for (const theme of ['dark', 'light'] satisfies Theme[]) {
  uiTest(`the status bar tells where a save goes (${theme})`, { settings, openFile, theme }, async (workbench) => {
    const item = workbench.page.locator('[id="video-records.video-records.videoRecords.service"]');
    await item.filter({ hasText: 'production (confirm) #5' }).waitFor();
    assert.ok(await item.evaluate((element) => element.classList.contains('has-background-color')));
    assert.match((await item.locator('a').getAttribute('aria-label')) ?? '', /Every save asks before it is sent/);
    await workbench.screenshot(`status bar confirm ${theme}`);

    await item.click();
    await workbench.quickInput.rows.filter({ hasText: 'Set Credential' }).waitFor();
    await workbench.screenshot(`service actions ${theme}`);
    await workbench.quickInput.choose('Test Connection');
    await workbench.editor.element.getByText('Connection to production').waitFor();
    await workbench.screenshot(`connection report ${theme}`);
    await item.waitFor({ state: 'hidden' });
  });
}
