import assert from 'node:assert/strict';
import { after } from 'node:test';
import { aRecord, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';
import { accessibilityProblems } from '../accessibility.ts';
import { tablePage } from './tablePage.ts';

const ids = Array.from({ length: 40 }, (_, at) => at + 1);
const service = await startRecordService(ids);
after(() => service.close());
service.raw(4, JSON.stringify(aRecord(4, { summary: 'A long summary. '.repeat(40), title: 'مرحبا بالعالم' })));
const settings = {
  'videoRecords.services': { desk: { baseUrl: service.baseUrl, access: 'confirm' } },
  'window.autoDetectColorScheme': false,
};
const fields = ['title', 'speakers', 'language', 'duration', 'recorded', 'summary', 'video_mp4_length'];
const openFile = `videoworksheet://desk/40 records.worksheet.json?ids=1-40&fields=${fields.join(',')}`;

const themes = {
  'vscode-light': 'Light Modern',
  'vscode-high-contrast': 'Dark High Contrast',
  'vscode-high-contrast-light': 'Light High Contrast',
  'vscode-dark': 'Dark Modern',
};

/** A changed cell, one with a problem, and the cursor on a long text. */
async function prepare(w: Workbench): Promise<void> {
  const { page } = w;
  const { cell, type, goTo, table } = tablePage(w);
  await type(2, 1, 'A changed title');
  await page.keyboard.press('Enter');
  await type(3, 5, '2024-02-30');
  await page.keyboard.press('Enter');
  await cell(3, 5).and(table.locator('.problem')).waitFor();
  await goTo(4, 6);
  await table.locator('.detail').waitFor();
}

uiTest('the table is accessible in every theme and at a zoom of 200 %', { settings, openFile }, async (w) => {
  const { page } = w;
  const { show, table, frame, goTo } = tablePage(w);
  await show('40 records');
  await prepare(w);
  await page.keyboard.press('Shift+ArrowDown');
  for (const [kind, theme] of Object.entries(themes)) {
    await w.runCommand('Preferences: Color Theme');
    await w.quickInput.type(theme);
    await w.quickInput.choose(theme);
    await table.locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
    await goTo(4, 6);
    await w.screenshot(`table ${kind}`);
    assert.deepEqual(await accessibilityProblems(await frame(), 'html'), [], kind);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await goTo(1, 1);
  await page.keyboard.press('Shift+ArrowDown');
  await w.screenshot('table forced colours');
  assert.deepEqual(await accessibilityProblems(await frame(), 'html'), [], 'forced colours');
  await page.emulateMedia({ forcedColors: 'none' });
  const tree = await table.locator('main').ariaSnapshot();
  for (const said of [
    'grid "Table of records"',
    'columnheader "Title"',
    'rowheader "2"',
    'gridcell "changed A changed title" [selected]',
    'gridcell "changed, has a problem 2024-02-30"',
  ]) {
    assert.ok(tree.includes(said), `${said} in ${tree}`);
  }
  await goTo(3, 5);
  await page.keyboard.press('Home');
  await page.keyboard.press('F8');
  await table.locator('.detail').getByText('"recorded" is not a valid date (YYYY-MM-DD).').waitFor();
  await w.screenshot('table F8');
  await table.getByRole('button', { name: 'Wrap' }).click();
  await w.screenshot('table wrapped');
  // As at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await goTo(3, 1);
  await w.screenshot('table zoomed');
});

for (const language of ['de', 'ja']) {
  uiTest(`the table speaks ${language}`, { settings, openFile, language }, async (w) => {
    const { say, page } = w;
    const { table } = tablePage(w);
    await w.tab('40 records').waitFor();
    await page.locator('.codelens-decoration').first().waitFor();
    await page.keyboard.press('F1');
    await w.quickInput.type('>videoRecords.openTable');
    await w.quickInput.choose(/Video Records: .*(?:Tabelle|表)/);
    await table.locator('.body .row').first().waitFor();
    await prepare(w);
    await table.getByPlaceholder(say('Filter rows')).waitFor();
    await w.screenshot(`table ${language}`);
  });
}
