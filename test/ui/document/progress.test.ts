import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { chooseInMenu } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([1, 2]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

/** The next request of this method gets no answer. */
function hold(method: string): Promise<ServerResponse> {
  return new Promise((resolve) => service.intercept(method, (_request, response) => resolve(response)));
}

uiTest(
  'opening, reloading and saving can be cancelled, and Save with PUT is in a menu',
  { settings },
  async (workbench) => {
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
    await workbench.runCommand('Video Records: Reload');
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

    await editor.element.getByText('"title"').first().click({ button: 'right' });
    for (const label of ['Edit Field as Text', 'Compare with Service', 'Review Changes']) {
      await page.locator('.monaco-menu .action-item').filter({ hasText: label }).first().waitFor();
    }
    await page.keyboard.press('Escape');
    await page.locator('.monaco-menu').waitFor({ state: 'detached' });
    const actions = page.locator('.editor-group-container.active .editor-actions');
    await actions.getByRole('button', { name: 'More Actions' }).click();
    await chooseInMenu(page, 'Save With', 'Save with PUT');
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    assert.equal(service.requests.at(-1)?.method, 'PUT');
    assert.equal(service.record(1).title, 'Given up');
  },
);
