import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from './sidebarPage.ts';

const sample = await startSample();
after(() => sample.close());
const settings = { 'videoRecords.services': { staging: { baseUrl: sample.baseUrl } } };

uiTest('typed text is understood or explained, and failures are reported once', { settings }, async (workbench) => {
  const { quickInput, notification, notifications } = workbench;
  const { askForRecord, row, focusTree } = sidebarPage(workbench);
  await askForRecord();
  await quickInput.type(`${sample.baseUrl}/api/v2/video/9`);
  await quickInput.rows.filter({ hasText: 'Open record 9 on staging' }).waitFor();
  await quickInput.type('nine');
  await quickInput.rows
    .filter({ hasText: 'Nothing was found for "nine".' })
    .filter({ hasText: 'Type an ID (12)' })
    .waitFor();
  await quickInput.confirm();
  await quickInput.type('https://elsewhere.example.org/video/3');
  await quickInput.rows.filter({ hasText: 'Add https://elsewhere.example.org and open record 3' }).waitFor();

  await quickInput.type('8 13 9 27');
  await quickInput.rows.filter({ hasText: 'Open 4 records on staging' }).waitFor();
  await quickInput.confirm();
  await notification('2 of 4 records were opened. Not found: 13 and 27.').waitFor();
  await workbench.editor.opened('8-');
  assert.equal((await notifications()).length, 1);

  // Enter before the list could follow.
  await askForRecord();
  await quickInput.answer('10');
  await workbench.editor.opened('10-');

  await askForRecord();
  await quickInput.type('undo lantern');
  await quickInput.rows.filter({ hasText: '#9 on staging' }).waitFor();
  await quickInput.confirm();
  await workbench.editor.opened('9-');

  await workbench.editor.replace('Part one', 'Part two');
  await focusTree();
  await row('9 Undo LanternConf 2024 · unsaved changes').waitFor();
  await workbench.runCommand('File: Revert File');
  await row('9 Undo LanternConf 2024 · unsaved changes').waitFor({ state: 'detached' });
  await row('9 Undo LanternConf 2024').waitFor();
});
