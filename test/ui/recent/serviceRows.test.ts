import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { chooseInMenu } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from './sidebarPage.ts';

const desk = await startRecordService([5]);
const live = await startRecordService([5]);
after(async () => {
  await desk.close();
  await live.close();
});
const settings = {
  'videoRecords.services': {
    desk: { baseUrl: desk.baseUrl },
    live: { baseUrl: live.baseUrl, access: 'confirm' },
  },
  'videoRecords.defaultService': 'desk',
};

uiTest('a service is managed at its row, and tabs of one record on two services differ', { settings }, async (w) => {
  const { page, quickInput, dialog, tab, runCommand } = w;
  const { askForRecord, row, rows, focusTree, goTo, chooseFromMenu } = sidebarPage(w);
  // While VS Code reads a view's rows again, a command of their menu gets no row. So wait for what the last change shows.
  const listed = (...labels: string[]) => rows(labels).waitFor();
  for (const { baseUrl } of [desk, live]) {
    await askForRecord();
    await quickInput.answer(`${baseUrl}/api/v2/video/5`);
    await w.editor.opened('5-talk-5');
  }
  await tab(/5-talk-5.*desk/).waitFor();
  await tab(/5-talk-5.*live/).waitFor();

  await focusTree();
  await listed('desk, 1 record', '5 Talk 5', 'live, 1 record', '5 Talk 5');
  await goTo('live');
  await page.keyboard.press('Shift+F10');
  await page.locator('.monaco-menu .action-item').first().waitFor();
  const entries = await page.locator('.monaco-menu .action-item .action-label:not(.separator)').allInnerTexts();
  assert.deepEqual(entries, [
    'Open Record…',
    'Open Worksheet…',
    'Test Connection',
    'Set Credential…',
    'Update Catalogue…',
    'Check Records…',
    'Check Links…',
    'Change Access…',
    'Rename Service…',
    'Remove Service…',
  ]);
  await chooseInMenu(page, 'Open Worksheet…');
  await quickInput.type('5');
  await quickInput.pick('Open record 5 on live');
  await quickInput.widget.getByText('Fields of the Worksheet').waitFor();
  await quickInput.confirm();
  await page.locator('.codelens-decoration', { hasText: '1 record on live' }).waitFor();

  await focusTree();
  await goTo('live');
  await chooseFromMenu('Change Access…');
  await quickInput.choose('Read-Only');
  await row('live').and(page.locator('[aria-label*="read-only"]')).waitFor();
  // Its records must not be open.
  await runCommand('View: Close All Editors');
  await tab('5-talk-5').first().waitFor({ state: 'detached' });
  await focusTree();
  await goTo('live');
  await chooseFromMenu('Rename');
  await quickInput.answer('stage');
  await listed('desk, 1 record', '5 Talk 5', 'stage, 1 record', '5 Talk 5');
  await focusTree();
  await goTo('stage');
  await chooseFromMenu('Remove');
  await dialog.waitFor();
  await page.keyboard.press('Enter');
  // Its record is still listed.
  await row('stage').and(page.locator('[aria-label*="not configured"]')).waitFor();
});
