import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { rowProblems } from '../accessibility.ts';

const service = await startRecordService(Array.from({ length: 12 }, (_, index) => index + 1));
service.change(2, { title: 'Rope and Anchor', category: 'Quay Talks', speakers: ['Guido van Rossum'] });
service.change(7, { title: 'Lanterns', category: 'Quay Talks', language: '' });
service.latency = 20;
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('a catalogue is read after an explanation, browsed, filtered and searched', { settings }, async (w) => {
  const { page, runCommand, quickInput, dialog, notification, editor } = w;
  const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Catalogue' }) });
  const row = (label: string) => pane.locator(`.monaco-list-row[aria-label^="${label}"]`);
  await w.openSidebar('Video Records');
  await pane.locator('.pane-header').click();
  await pane.getByText('Update Catalogue').first().waitFor();
  await runCommand('Video Records: Update Catalogue…');
  await dialog.getByText('four at a time').waitFor();
  await w.screenshot('catalogue question');
  await dialog.getByRole('button', { name: 'Read All Records' }).click();
  await notification('12 records read, 12 new or changed').waitFor();
  await row('desk').waitFor();
  await row('Quay Talks').click();
  await row('Rope and Anchor').waitFor();
  await w.screenshot('catalogue view');
  assert.deepEqual(await rowProblems(page), []);
  await page.keyboard.press('ArrowDown');
  await row('Lanterns').and(page.locator('.focused')).waitFor();
  await page.keyboard.press('Enter');
  await editor.opened('7-');

  await runCommand('Video Records: Filter Catalogue…');
  await quickInput.type('speakers:rossum');
  await row('Lanterns').waitFor({ state: 'hidden' });
  await row('Rope and Anchor').waitFor();
  await quickInput.confirm();
  await w.screenshot('catalogue filtered');

  await runCommand('Video Records: Open Record…');
  await quickInput.type('quay');
  await quickInput.widget.getByText('Lanterns').waitFor();
  await w.screenshot('catalogue pick');
  await quickInput.type('rosum');
  await quickInput.widget.getByText('Rope and Anchor').waitFor();
  await quickInput.widget.getByText('words similar to yours: rossum').waitFor();
  await w.screenshot('catalogue near spelling');
  await page.keyboard.press('Escape');

  await runCommand('Video Records: Set Credential…');
  await quickInput.pick('Authorization: Token');
  await quickInput.widget.locator('input[type=password]').waitFor();
  await page.keyboard.type('another');
  await quickInput.confirm();
  const note = pane.getByText('read with another credential');
  await note.waitFor();
  await runCommand('Video Records: Clear Credential');
  await note.waitFor({ state: 'detached' });

  await runCommand('Video Records: Open Record…');
  await quickInput.type('quay');
  await quickInput.widget.getByText('Lanterns').waitFor();
  await quickInput.widget.getByRole('button', { name: 'Select Several' }).click();
  await quickInput.widget.getByText('0 Selected').waitFor();
  for (const title of ['Lanterns', 'Rope and Anchor']) await quickInput.rows.filter({ hasText: title }).click();
  await quickInput.widget.getByText('2 Selected').waitFor();
  await w.screenshot('catalogue select several');
  await quickInput.confirm();
  await w.tab('2-').waitFor();
  await w.tab('7-').waitFor();
});

uiTest(
  'an update shows its progress and can be cancelled; a query keeps its name',
  { settings, theme: 'light' },
  async (w) => {
    const { page, runCommand, quickInput, dialog, notification } = w;
    const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Catalogue' }) });
    const row = (label: string) => pane.locator(`.monaco-list-row[aria-label^="${label}"]`);
    await w.openSidebar('Video Records');
    await pane.locator('.pane-header').click();
    // It would take a minute.
    service.latency = 1000;
    await pane.getByText('Update Catalogue').first().click();
    await dialog.getByRole('button', { name: 'Read All Records' }).click();
    const progress = notification('Updating the catalogue of "desk"');
    await progress.getByText('requests per second').waitFor();
    await w.screenshot('catalogue progress');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    const stopped = notification('Stopped updating the catalogue');
    await stopped.waitFor();
    service.latency = 0;
    await stopped.getByRole('button', { name: 'Continue' }).click();
    await notification('Updated the catalogue of "desk"').waitFor();
    await row('desk').waitFor();

    await runCommand('Video Records: Open Worksheet…');
    await quickInput.type('category:"quay talks"');
    await quickInput.rows.filter({ hasText: 'Open 2 records on desk' }).waitFor();
    await quickInput.confirm();
    await quickInput.widget.getByText('Title', { exact: true }).waitFor();
    await quickInput.confirm();
    await w.tab('2 records').waitFor();
    await page.locator('.codelens-decoration').getByText('2 records on desk').waitFor();
    await runCommand('Video Records: Name Worksheet…');
    await quickInput.answer('Quays');
    await row('Quays').waitFor();
    await w.screenshot('catalogue named worksheet');
    await runCommand('View: Close All Editors');
    await row('Quays').click();
    await w.tab('Quays').waitFor();
  },
);
