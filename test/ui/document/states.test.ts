import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { reply, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([1, 2, 4]);
const locked = await startRecordService([6]);
locked.allow = 'GET, HEAD';
after(() => Promise.all([service.close(), locked.close()]));

const onRecord = (id: number, access = 'readWrite') => ({
  settings: {
    'videoRecords.services': { desk: { baseUrl: service.baseUrl, access }, archive: { baseUrl: locked.baseUrl } },
  },
  openFile: `videorecord://desk/${id}-talk-${id}.video.json`,
});

const statusBarItem = '[id="video-records.video-records.videoRecords.service"]';

uiTest('a failed save says why, once, and keeps the text', onRecord(1), async (workbench) => {
  const { editor, page } = workbench;
  await workbench.tab('1-talk-1.video.json').waitFor();
  await editor.replace('"Talk 1"', '"Taken"');
  service.intercept('PATCH', (_request, response) =>
    reply(response, { status: 400, body: '{"title":["[This](command:workbench.action.quit) title is taken."]}' }),
  );
  await editor.save();
  const failed = workbench.notification('Failed to save');
  await failed.waitFor();
  assert.equal((await workbench.notifications()).length, 1);
  assert.equal(await failed.locator('a', { hasText: 'This' }).count(), 0, 'a service must not put links into messages');
  await page.locator('.squiggly-error').first().waitFor();
  await page.locator('.dirty-diff-glyph').first().waitFor();
  await page.locator('.tab.dirty').waitFor();
  await failed.getByRole('button', { name: 'Retry' }).click();
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  assert.equal(service.record(1).title, 'Taken');
});

uiTest("a read-only record says why and can't be edited", onRecord(2, 'readOnly'), async (workbench) => {
  const { page, editor } = workbench;
  await workbench.tab('2-talk-2.video.json').waitFor();
  await editor.type('x');
  await editor.element.getByText('Read-only. The settings make "desk" read-only.').waitFor();
  await page.locator(`${statusBarItem} .codicon-lock`).waitFor();
  assert.equal(await page.locator('.tab.dirty').count(), 0);

  await workbench.runCommand('Video Records: Open Record');
  await workbench.quickInput.answer(`${locked.baseUrl}/api/v2/video/6`);
  const why = 'The service allows only GET, HEAD for record 6.';
  await editor.element.getByText(`Read-only. ${why}`).waitFor();
  await page.locator(`${statusBarItem} a[aria-label*="${why}"]`).waitFor();
});

uiTest('a copy of the edited text goes to a file, and nothing to the service', onRecord(4), async (workbench) => {
  const { editor, page, quickInput, tab } = workbench;
  const folder = await mkdtemp(join(tmpdir(), 'copy-'));
  const file = join(folder, 'copy.json');
  await mkdir(join(folder, 'another'));
  await tab('4-talk-4.video.json').waitFor();
  await editor.replace('"Talk 4"', '"A copy"');
  await editor.opened('4-talk-4.video.json');
  await workbench.runCommand('Video Records: Save a Copy');
  // The dialog looks into each folder before it takes an answer, and into the first one before it takes a path.
  await quickInput.widget.getByText('Save a Copy of Record 4').waitFor();
  await quickInput.rows.first().waitFor();
  await quickInput.type(file);
  await quickInput.rows.filter({ hasText: 'another' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Saved a copy of record 4 as copy.json.').waitFor();
  assert.equal(JSON.parse(await readFile(file, 'utf8')).title, 'A copy');
  await page.locator('.tab.dirty').waitFor();
  assert.equal(service.record(4).title, 'Talk 4');
});
