import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Locator } from 'playwright-core';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { repeatUntilShown } from '../../support/vscode/workbench.ts';
import { worksheetPage } from './worksheetPage.ts';

const ids = Array.from({ length: 506 }, (_, at) => at + 1);
const service = await startRecordService(ids);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('find and replace over 500 records, saved after one question', { settings }, async (workbench) => {
  const { page, editor, dialog, notification } = workbench;
  const { open, lens, replaceEverywhere } = worksheetPage(workbench);
  await open('1-500', '500 records');
  await page.locator('[id="video-records.video-records.videoRecords.service"]', { hasText: 'desk' }).waitFor();
  await replaceEverywhere('Ada Example', 'Ada B. Example');
  await lens('500 records on desk · 500 changed').waitFor();
  await workbench.screenshot('worksheet');
  await editor.save();
  await dialog.getByText('Save 500 records on desk?').waitFor();
  await workbench.screenshot('worksheet question');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await notification('500 records saved.').waitFor();
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  await lens(/\d changed/).waitFor({ state: 'detached' });
  await workbench.screenshot('worksheet saved');
  for (const id of ids.slice(0, 500)) assert.deepEqual(service.record(id).speakers, ['Ada B. Example', 'Bo Sample']);
});

const asking = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl, access: 'confirm' } } };
uiTest('a service that asks shows the values, and Enter reviews them', { settings: asking }, async (w) => {
  const { page, editor, dialog, tab } = w;
  const { open, replaceEverywhere } = worksheetPage(w);
  await open('41-52', '12 records');
  await replaceEverywhere('Talk', 'Lecture');
  await editor.save();
  await dialog.getByText('• title: "Talk 41" → "Lecture 41"').waitFor();
  await w.inBothThemes('worksheet confirm');
  await page.keyboard.press('Enter');
  await tab('Review 12 Changed Records').waitFor();
  assert.equal(service.record(41).title, 'Talk 41');
});

uiTest('rows that were not saved say why, and offer what to do', { settings, theme: 'light' }, async (workbench) => {
  const { page, editor, dialog, notification } = workbench;
  const { open, lens, replaceEverywhere } = worksheetPage(workbench);
  await open('501-506', '6 records');
  await replaceEverywhere('Talk', 'Lecture');
  service.change(502, { title: 'Theirs' });
  service.remove(505);
  await editor.save();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await notification('4 of 6 records saved. 1 conflict. 1 failed.').waitFor();
  await lens('#502 · 1 field changed · conflict').waitFor();
  await notification('4 of 6 records saved.').getByText('Show Problems').click();
  await page.locator('.markers-panel').getByText('Someone else also changed "title" of record 502.').waitFor();
  await workbench.screenshot('worksheet conflict');
  await lens('#502').getByRole('button', { name: 'Keep Mine', exact: true }).click();
  await dialog.getByRole('button', { name: 'Keep Mine' }).click();
  await lens('conflict').waitFor({ state: 'detached' });
  assert.equal(service.record(502).title, 'Lecture 502');
});

uiTest(
  'recent records are picked for a worksheet, and the lines above them open, compare, preview and review them',
  { settings },
  async (workbench) => {
    const { page, quickInput, runCommand, tab, editor } = workbench;
    const { lens, replaceEverywhere } = worksheetPage(workbench);
    await runCommand('Video Records: Open Record…');
    await quickInput.answer('31-34');
    await tab('34-talk-34').waitFor();
    // The first record gets the focus once all are open.
    await editor.opened('31-');
    await runCommand('View: Close All Editors');
    await tab('.video.json').first().waitFor({ state: 'detached' });
    await runCommand('Video Records: Open Worksheet…');
    for (const title of ['Talk 31', 'Talk 33']) {
      await quickInput.type(title);
      // A click before the list has followed the text is lost with the rows.
      await quickInput.rows.filter({ hasText: 'Talk 34' }).waitFor({ state: 'detached' });
      await quickInput.rows.filter({ hasText: title }).first().click();
      await quickInput.widget.getByText(title === 'Talk 31' ? '1 Selected' : '2 Selected').waitFor();
    }
    await workbench.screenshot('worksheet recents');
    await quickInput.confirm();
    await quickInput.widget.getByText('Fields of the Worksheet').waitFor();
    await workbench.screenshot('worksheet fields');
    await quickInput.confirm();
    await editor.opened(`${encodeURIComponent('2 records')}.worksheet.json`);
    await lens('2 records on desk').waitFor();
    await editor.element.getByText('"Talk 33"').click();
    await lens('#33').waitFor();
    assert.equal(await lens('#31').count(), 0);

    await replaceEverywhere('Talk', 'Lecture');
    const click = (name: string, line: string, opened: Locator) =>
      // VS Code draws lenses anew after the tab is shown. A click is lost if that happens while the button is down.
      repeatUntilShown(
        async () => {
          await tab('2 records').click();
          await lens(line).getByRole('button', { name, exact: true }).click();
        },
        opened,
        30_000,
      );
    await click('Compare', '#33 · 1 field changed', tab('Record 33 (Service ↔ Worksheet)'));
    await click('Open', '#33 · 1 field changed', tab('33-talk-33').and(page.locator('.active')));
    await click('Preview', '#33 · 1 field changed', page.locator('.tab', { hasText: 'Preview' }));
    await workbench.screenshot('worksheet preview');
    await click('Review', '2 records on desk · 2 changed', page.locator('.multiDiffEntry').nth(1));
    await workbench.screenshot('worksheet review');
  },
);
