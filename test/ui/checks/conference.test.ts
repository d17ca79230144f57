import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startLinkServer } from '../../support/linkServer.ts';
import { startRecordService } from '../../support/recordService.ts';
import { goDown, keyboardOf } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { openFixes } from './fixes.ts';

const [service, links] = await Promise.all([startRecordService([1, 2, 3, 4]), startLinkServer()]);
after(() => Promise.all([service.close(), links.close()]));
service.change(1, { title: 'Ada Example - Boats and maps', source_url: links.address('200/boats') });
service.change(2, { title: 'Ada Example - Lanterns', source_url: links.address('200/lanterns') });
service.change(3, { title: 'Anchors', source_url: '', video_mp4_url: links.address('404/anchors.mp4') });
service.change(4, { title: 'Ada Example - Rope', category: 'Quay Talks', source_url: links.address('404/rope') });
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('all titles of one conference are corrected, then its dead links, by keyboard', { settings }, async (w) => {
  const { page, dialog, notification, quickInput, tab } = w;
  const { keyboard } = page;
  const { run } = keyboardOf(w);
  /** Looks at the records of one conference. */
  const look = async (command: string) => {
    await run(`Video Records: ${command}…`);
    await quickInput.pick('Records that match a query…');
    await quickInput.widget.getByText('Query for the catalogue').waitFor();
    await keyboard.type('category:"Harbour Days"');
    await quickInput.confirm();
  };
  /** Chooses a fix of the next problem, and saves what it changes. */
  const fixAndSave = async (problem: string, fix: string) => {
    const editor = page.locator('.monaco-editor.focused[data-uri^="videoworksheet:"]');
    await editor.locator('.squiggly-warning').first().waitFor();
    await keyboard.press('F8');
    await page.locator('.peekview-widget, .marker-widget').filter({ hasText: problem }).first().waitFor();
    await keyboard.press('Escape');
    const actions = page.locator('.action-widget .monaco-list-row.action');
    await openFixes(page, actions.filter({ hasText: fix }));
    await w.screenshot(`conference ${fix}`);
    await goDown(page, actions.and(page.locator('.focused')), actions.filter({ hasText: fix }));
    await keyboard.press('Enter');
    await page.locator('.tab.active.dirty').waitFor();
    await keyboard.press('ControlOrMeta+s');
  };
  const saved = () => page.locator('.tab.dirty').first().waitFor({ state: 'detached' });

  await run('Video Records: Update Catalogue…');
  await dialog.getByRole('button', { name: 'Read All Records' }).waitFor();
  await keyboard.press('Enter');
  await notification('Updated the catalogue of "desk"').waitFor();

  await look('Check Records');
  await tab('Harbour Days').waitFor();
  await fixAndSave("The title contains a speaker's name", "Titles that contain a speaker's name (2 records)");
  await dialog.getByText('Save 2 records').waitFor();
  await keyboard.press('Enter');
  await saved();
  assert.deepEqual([service.record(1).title, service.record(2).title], ['Boats and maps', 'Lanterns']);
  assert.equal(service.record(4).title, 'Ada Example - Rope');

  await look('Check Links');
  await dialog.getByText('Check 3 addresses on 1 host?').waitFor();
  await keyboard.press('Enter');
  await dialog.getByText('3 addresses are in your own network').waitFor();
  // Enter alone would leave them out.
  const agree = dialog.getByRole('button', { name: 'Check These Too' });
  while ((await agree.and(page.locator(':focus')).count()) === 0) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await notification('Addresses checked: 3. Gone: 1. Could not tell: 0.').waitFor();
  await fixAndSave('The address in "video_mp4_url" is gone', 'Empty the field');
  await saved();
  assert.equal(service.record(3).video_mp4_url, '');

  await run('Video Records: Focus on Catalogue View');
  const rows = page.locator('.part.sidebar .monaco-list-row');
  await rows.filter({ hasText: "2 of 2 doneTitles that contain a speaker's name" }).waitFor();
  await rows.filter({ hasText: '1 of 1 doneLinks that are gone' }).waitFor();
  await w.screenshot('conference done');
});
