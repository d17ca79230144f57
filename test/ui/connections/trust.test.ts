import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { polled } from '../../support/polled.ts';
import { startRecordService } from '../../support/recordService.ts';
import { keyboardOf } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { historyPage } from '../history/historyPage.ts';

const service = await startRecordService([5, 6]);
const folder = await mkdtemp(join(tmpdir(), 'video-records-workspace-'));
await mkdir(join(folder, '.vscode'));
const workspaceSettings = {
  'videoRecords.services': { theirs: { baseUrl: service.baseUrl } },
  // VS Code takes this in, also from an untrusted workspace.
  'videoRecords.services.single': { baseUrl: service.baseUrl },
  'videoRecords.services.mine.baseUrl': 'http://127.0.0.1:9',
  'videoRecords.defaultService.x': true,
  'videoRecords.recentLimit.x': 1,
  'videoRecords.history.x': true,
  'videoRecords.autoSave': true,
  'files.autoSave': 'afterDelay',
  'files.autoSaveDelay': 1,
};
await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify(workspaceSettings));
await writeFile(join(folder, 'notes.txt'), 'Notes');
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const settings = { 'videoRecords.services': { mine: { baseUrl: service.baseUrl } } };
const untrusted = { folder, settings, trust: true };
const theirs = 'videorecord://theirs/5.video.json';

uiTest('reports that services of an untrusted workspace are ignored', untrusted, async (w) => {
  const keyboard = keyboardOf(w);
  await w.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  await keyboard.run('View: Show Video Records');
  await w.notification('the services in its settings are ignored').waitFor();
  // Were a service of the workspace there as well, these would ask which one.
  await keyboard.run('Video Records: Update Catalogue…');
  await w.dialog.filter({ hasText: 'Read all records of "mine" into a catalogue?' }).waitFor();
  await w.page.keyboard.press('Escape');
  await keyboard.run('Video Records: Test Connection');
  await w.tab('Preview Connection to mine').waitFor();
  // A page that is still loading takes keys and passes none on.
  await w.webview().getByRole('heading', { name: 'Connection to mine' }).waitFor();
  await w.webview().getByText(service.baseUrl).first().waitFor();
  await keyboard.acceptNotification();
  await w.page.locator('.workspace-trust-editor').waitFor();
});

uiTest(
  'an untrusted workspace changes nothing for the user’s own services',
  {
    ...untrusted,
    settings: {
      'videoRecords.services': { mine: { baseUrl: service.baseUrl }, other: { baseUrl: 'http://127.0.0.1:9' } },
      'videoRecords.defaultService': 'mine',
    },
    openFile: 'videorecord://mine/6.video.json',
  },
  async (w) => {
    const keyboard = keyboardOf(w);
    await w.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await w.tab('6.video.json').waitFor();
    await w.editor.replace('Talk 6', 'Listed');
    await w.editor.save();
    await w.page.locator('.tab:not(.dirty)', { hasText: '6.video.json' }).waitFor();
    await keyboard.run('Video Records: Show History');
    await historyPage(w).row('6 Listed').waitFor();

    await keyboard.run('Video Records: Open Record…');
    await w.quickInput.type('6');
    await w.quickInput.rows.filter({ hasText: 'Listed' }).first().waitFor();
    assert.equal(await w.quickInput.rows.filter({ hasText: 'other' }).count(), 0);
    await w.page.keyboard.press('Escape');

    await keyboard.run('Video Records: Change Access…');
    await w.quickInput.choose('mine');
    await w.quickInput.choose('Read-Only');
    await w.page.locator('.statusbar-item[aria-label*="ead-only"]', { hasText: 'mine' }).waitFor();
  },
);

uiTest(
  'a trusted workspace: its service is written to after its address was confirmed, and never by auto save',
  { folder, settings, openFile: theirs },
  async (w) => {
    await w.tab('5.video.json').waitFor();
    await w.editor.replace('Talk 5', 'Not agreed');
    await w.editor.save();
    await w.dialog.filter({ hasText: `Save records to ${service.baseUrl}?` }).waitFor();
    await w.page.keyboard.press('Escape');
    await w.notification('you did not agree to save to it').waitFor();
    assert.equal(service.record(5).title, 'Talk 5');

    await w.editor.save();
    await w.dialog.waitFor();
    await w.page.keyboard.press('Enter');
    await w.page.locator('.tab:not(.dirty)', { hasText: '5.video.json' }).waitFor();
    assert.equal(service.record(5).title, 'Not agreed');
    await w.editor.element.getByText(String(service.record(5).updated)).waitFor();

    await w.editor.replace('Not agreed', 'Agreed once');
    await w.editor.save();
    await w.page.locator('.tab:not(.dirty)', { hasText: '5.video.json' }).waitFor();
    assert.equal(service.record(5).title, 'Agreed once');
    await w.editor.element.getByText(String(service.record(5).updated)).waitFor();

    await w.editor.replace('Agreed once', 'Not meant yet');
    await w.page.locator('.tab.dirty').waitFor();
    await w.page.keyboard.press('ControlOrMeta+p');
    await w.quickInput.type('notes.txt');
    await w.quickInput.pick('notes.txt');
    await w.editor.opened('notes.txt');
    await w.editor.type('More ');
    // VS Code's own auto save, which the workspace may turn on, saves the file.
    await polled(
      'the file is saved',
      async () => (await readFile(join(folder, 'notes.txt'), 'utf8')) !== 'Notes' || undefined,
    );
    assert.equal(service.record(5).title, 'Agreed once');
    await w.tab('5.video.json').and(w.page.locator('.dirty')).waitFor();
  },
);
