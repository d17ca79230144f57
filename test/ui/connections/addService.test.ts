import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { startSample } from '../../support/sampleService.ts';
import { keyboardOf } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

// It has no record 1, and does not say what can be done with one.
const archive = await startRecordService([57]);
archive.allow = undefined;
after(() => archive.close());

const bad = { 'Bad Name': { baseUrl: 'https://example.org' } };

uiTest(
  'an invalid entry is reported once; an ID without a service leads to Add Service, and is opened then',
  { settings: { 'videoRecords.services': bad } },
  async (workbench) => {
    const { page, quickInput, dialog, server, notification } = workbench;
    const keyboard = keyboardOf(workbench);
    await keyboard.run('View: Show Video Records');
    await notification('The service "Bad Name" in the settings is ignored.').waitFor();
    await keyboard.acceptNotification();
    await page.locator('.settings-editor .setting-item-category', { hasText: 'Video Records' }).first().waitFor();

    const sample = await startSample();
    try {
      const asks = (text: string) => quickInput.widget.filter({ hasText: text }).waitFor();
      await keyboard.run('Video Records: Open Record');
      await quickInput.type('5');
      await quickInput.pick('Add a service and open record 5');
      await asks('Address of the service');
      await quickInput.type('videos.example.org');
      await asks('must start with https:// or http://.');

      await quickInput.answer('http://127.0.0.1:9');
      await dialog.filter({ hasText: 'refused the connection' }).waitFor();
      await dialog.getByRole('button', { name: 'Change Address' }).click();

      await asks('Address of the service');
      await quickInput.answer(archive.baseUrl);
      await asks('but record 1 does not exist there');
      await quickInput.type('no number');
      await asks('must be a positive integer');
      await quickInput.answer('2');
      await asks('but record 2 does not exist there');
      await quickInput.answer('57');
      await asks('Name of the service, shown in the status bar and in the sidebar');
      await page.keyboard.press('Escape');
      assert.equal(await dialog.count(), 0);

      await keyboard.run('Video Records: Open Record');
      await quickInput.type('5');
      await quickInput.pick('Add a service and open record 5');
      await asks('Address of the service');
      await quickInput.answer(`${sample.baseUrl}/video/5/a-talk?page=2`);
      await asks('Name of the service');
      await quickInput.confirm();
      await asks('Read-Only');
      await quickInput.pick('Ask Before Saving');
      await notification('Added the service "local".').waitFor();
      await workbench.editor.opened('5-');
    } finally {
      await sample.close();
    }
    const settings = JSON.parse(await readFile(join(server.userDataDir, 'data', 'User', 'settings.json'), 'utf8'));
    assert.equal(await notification('Bad Name').count(), 0);
    const added = { local: { baseUrl: sample.baseUrl, access: 'confirm' } };
    assert.deepEqual(settings['videoRecords.services'], { ...bad, ...added });
  },
);
