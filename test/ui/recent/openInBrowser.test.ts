import assert from 'node:assert/strict';
import { after } from 'node:test';
import { polled } from '../../support/polled.ts';
import { aRecord, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from './sidebarPage.ts';

const sources = [
  'https://videos.example.org/watch?v=a%26b&list=x+y#t=1',
  'javascript:globalThis.hacked=1',
  'command:workbench.action.files.newUntitledFile',
  'file:///etc/passwd',
];
const service = await startRecordService(sources.map((_, at) => at + 1));
for (const [at, source_url] of sources.entries()) service.change(at + 1, aRecord(at + 1, { source_url }));
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('only web addresses open in the browser, exactly as written', { settings }, async (workbench) => {
  const { page, quickInput, tab, dialog } = workbench;
  const { askForRecord, row, focusTree, goTo, chooseFromMenu } = sidebarPage(workbench);
  const context = page.context();
  await context.route('https://videos.example.org/**', (route) => route.fulfill({ body: 'the video' }));
  const others: string[] = [];
  context.on('page', (opened) => others.push(opened.url()));

  await askForRecord();
  await quickInput.answer('1');
  await workbench.editor.opened('1-talk-1');
  await focusTree();
  await goTo('1 Talk 1');
  await chooseFromMenu('Open Page in Browser');
  // VS Code asks before it leads outside.
  await dialog.filter({ hasText: 'videos.example.org' }).waitFor();
  const opening = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  const opened = await opening;
  await opened.waitForURL(/example/);
  assert.equal(opened.url(), sources[0]);
  await opened.close();
  others.length = 0;

  for (const id of [2, 3, 4]) {
    await askForRecord();
    await quickInput.answer(String(id));
    await workbench.editor.opened(`${id}-talk-${id}`);
    // The palette has the commands of the moment it opens, and VS Code doesn't say when it knows the new record.
    await polled(`Open Page in Browser is not offered for record ${id}`, async () => {
      await page.keyboard.press('F1');
      await quickInput.type('>Video Records: Open P');
      await quickInput.rows.filter({ hasText: 'Open Preview' }).waitFor();
      const offered = await quickInput.rows.filter({ hasText: 'Open Page in Browser' }).count();
      await quickInput.cancel();
      return offered === 0 || undefined;
    });
  }
  assert.equal(await dialog.count(), 0);
  assert.deepEqual(others, []);
  assert.equal(await page.evaluate('globalThis.hacked ?? null'), null);
  assert.equal(await page.locator('.tabs-container .tab').count(), 4);
  await focusTree();
  await row('2 Talk 2').click({ button: 'right' });
  await page.locator('.monaco-menu .action-item').filter({ hasText: 'Copy API Address' }).waitFor();
  assert.equal(await page.locator('.monaco-menu .action-item').filter({ hasText: 'Page' }).count(), 0);
  await page.keyboard.press('Escape');

  // Taken off the list, it still is open, and says in its text where its video is.
  await tab('1-talk-1').click();
  await workbench.editor.opened('1-talk-1');
  await workbench.runCommand('Video Records: Remove from Recent');
  await row('1 Talk 1').waitFor({ state: 'detached' });
  await workbench.runCommand('Video Records: Open Page in Browser');
  await dialog.filter({ hasText: 'videos.example.org' }).waitFor();
});
