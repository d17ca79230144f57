import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([1, 2]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

/** The next request of this method gets no answer. */
function hold(method: string): Promise<ServerResponse> {
  return new Promise((resolve) => service.intercept(method, (_request, response) => resolve(response)));
}

uiTest('opening, reloading and saving can be cancelled, and say nothing more', { settings }, async (workbench) => {
  const { page, quickInput, editor } = workbench;
  const cancel = async (title: string) => {
    const progress = workbench.notification(title);
    await progress.waitFor();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'detached' });
  };

  const opening = hold('GET');
  await workbench.runCommand('Video Records: Open Record');
  await quickInput.type('1');
  await quickInput.choose(/Open record 1/);
  const opened = once(await opening, 'close');
  await cancel('Opening record 1');
  await opened;
  assert.equal(await page.locator('.tabs-container .tab').filter({ hasText: '.video.json' }).count(), 0);
  assert.deepEqual(await workbench.notifications(), []);

  await workbench.runCommand('Video Records: Open Record');
  await quickInput.type('1');
  await quickInput.choose(/Open record 1/);
  await editor.opened('1-talk-1.video.json');
  const reloading = hold('GET');
  await workbench.runCommand('Video Records: Reload Record');
  const reloaded = once(await reloading, 'close');
  await cancel('Reading record 1');
  await reloaded;
  assert.deepEqual(await workbench.notifications(), []);

  await editor.replace('"Talk 1"', '"Given up"');
  const saving = hold('PATCH');
  await editor.save();
  const saved = once(await saving, 'close');
  await cancel('Saving record 1');
  await saved;
  await workbench.notification('Failed to save').waitFor();
  await page.locator('.tab.dirty').waitFor();
  assert.equal(service.record(1).title, 'Talk 1');
});
