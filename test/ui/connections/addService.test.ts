import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSample } from '../../support/sampleService.ts';
import { keyboardOf } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

uiTest('an ID without a service leads to Add Service by keyboard, and is opened then', {}, async (workbench) => {
  const { page, quickInput, dialog, server } = workbench;
  const sample = await startSample();
  try {
    const asks = (text: string) => quickInput.widget.filter({ hasText: text }).waitFor();
    await keyboardOf(workbench).run('Video Records: Open Record');
    await quickInput.type('5');
    await quickInput.pick('Add a service and open record 5');
    await asks('Address of the service');
    await quickInput.type('videos.example.org');
    await asks('must start with https:// or http://.');

    await quickInput.answer('http://127.0.0.1:9');
    await dialog.filter({ hasText: 'refused the connection' }).waitFor();
    await dialog.getByRole('button', { name: 'Change Address' }).click();

    await asks('Address of the service');
    await quickInput.answer(`${sample.baseUrl}/video/5/a-talk?page=2`);
    await asks('Name of the service');
    await page.keyboard.press('Enter');
    await asks('Read-Only');
    await quickInput.pick('Ask Before Saving');
    await workbench.notification('Added the service "local".').waitFor();
    await workbench.editor.opened('5-');
  } finally {
    await sample.close();
  }
  const settings = JSON.parse(await readFile(join(server.userDataDir, 'data', 'User', 'settings.json'), 'utf8'));
  assert.deepEqual(settings['videoRecords.services'], { local: { baseUrl: sample.baseUrl, access: 'confirm' } });
});

const bad = { 'Bad Name': { baseUrl: 'https://example.org' }, good: { baseUrl: 'https://example.org' } };

uiTest(
  'reports an invalid entry once, with a button to its setting',
  { settings: { 'videoRecords.services': bad } },
  async (w) => {
    const keyboard = keyboardOf(w);
    await keyboard.run('View: Show Video Records');
    await w.notification('The service "Bad Name" in the settings is ignored.').waitFor();
    await keyboard.acceptNotification();
    await w.page.locator('.settings-editor .setting-item-category', { hasText: 'Video Records' }).first().waitFor();
  },
);
