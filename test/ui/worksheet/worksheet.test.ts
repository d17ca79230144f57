import assert from 'node:assert/strict';
import { after } from 'node:test';
import { aRecord, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';

const ids = Array.from({ length: 500 }, (_, at) => at + 1);
const service = await startRecordService(ids);
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
after(() => service.close());

/** From the palette: the records as text, then the fields of the last time. */
async function openWorksheet(workbench: Workbench, records: string, label: string): Promise<void> {
  const { runCommand, quickInput, page, tab } = workbench;
  await runCommand('Video Records: Open Worksheet…');
  await quickInput.type(records);
  await quickInput.rows.filter({ hasText: `Open ${label} on desk` }).waitFor();
  await page.keyboard.press('Enter');
  await quickInput.widget.getByText('Fields of the Worksheet').waitFor();
  await workbench.screenshot('worksheet fields');
  await page.keyboard.press('Enter');
  await tab(label).waitFor();
  await workbench.editor.opened(`${encodeURIComponent(label)}.worksheet.json`);
}

async function replaceEverywhere({ page, editor }: Workbench, from: string, to: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+h');
  const find = editor.element.locator('.find-widget.visible');
  await find.locator('.find-part textarea').fill(from);
  await find.locator('.replace-part textarea').fill(to);
  await find.locator('.replace-part textarea').press('ControlOrMeta+Alt+Enter');
  await page.keyboard.press('Escape');
  await page.locator('.tab.dirty').waitFor();
}

uiTest('find and replace over 500 records, saved after one question', { settings }, async (workbench) => {
  const { page, editor, dialog, notification } = workbench;
  for (const id of ids) service.change(id, aRecord(id));
  await openWorksheet(workbench, '1-500', '500 records');
  await replaceEverywhere(workbench, 'Ada Example', 'Ada B. Example');
  await page.locator('.codelens-decoration', { hasText: '500 records · 500 changed' }).waitFor();
  await workbench.screenshot('worksheet');
  await editor.save();
  await dialog.getByText('Save 500 records on desk?').waitFor();
  await workbench.screenshot('worksheet question');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await notification('500 records saved.').waitFor();
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  await page.locator('.codelens-decoration', { hasText: /\d changed/ }).waitFor({ state: 'detached' });
  await workbench.screenshot('worksheet saved');
  for (const id of ids) assert.deepEqual(service.record(id).speakers, ['Ada B. Example', 'Bo Sample']);
});

uiTest('rows that were not saved say why, and offer what to do', { settings }, async (workbench) => {
  const { page, editor, dialog, notification } = workbench;
  for (const id of ids) service.change(id, aRecord(id));
  await openWorksheet(workbench, '1-6', '6 records');
  await replaceEverywhere(workbench, 'Talk', 'Lecture');
  service.change(2, { title: 'Theirs' });
  service.remove(5);
  await editor.save();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await notification('4 of 6 records saved. 1 conflict, 1 failed.').waitFor();
  await page.locator('.codelens-decoration', { hasText: '#2 · 1 field changed · conflict' }).waitFor();
  await workbench.screenshot('worksheet conflict');
  service.change(5, aRecord(5));
  await page.locator('.codelens-decoration a', { hasText: 'Keep Mine' }).click();
  await page.locator('.codelens-decoration', { hasText: 'conflict' }).waitFor({ state: 'detached' });
  assert.equal(service.record(2).title, 'Lecture 2');
});

uiTest('several recent records are picked for one worksheet', { settings }, async (workbench) => {
  const { page, quickInput, runCommand, tab } = workbench;
  for (const id of ids) service.change(id, aRecord(id));
  await runCommand('Video Records: Open Record…');
  await quickInput.answer('31-34');
  await tab('34-talk-34').waitFor();
  // The first record gets the focus once all are open.
  await workbench.editor.opened('31-');
  await runCommand('Video Records: Open Worksheet…');
  for (const title of ['Talk 31', 'Talk 33']) {
    await quickInput.type(title);
    await quickInput.rows.filter({ hasText: title }).first().click();
    await quickInput.widget.getByText(title === 'Talk 31' ? '1 Selected' : '2 Selected').waitFor();
  }
  await workbench.screenshot('worksheet recents');
  await page.keyboard.press('Enter');
  await quickInput.widget.getByText('Fields of the Worksheet').waitFor();
  await page.keyboard.press('Enter');
  await tab('2 records').waitFor();
  await page.locator('.codelens-decoration', { hasText: '#33' }).waitFor();
});

uiTest('Review shows the changed records in one editor', { settings }, async (workbench) => {
  const { page } = workbench;
  for (const id of ids) service.change(id, aRecord(id));
  await openWorksheet(workbench, '11-13', '3 records');
  await replaceEverywhere(workbench, 'Talk', 'Lecture');
  await page.locator('.codelens-decoration').getByRole('button', { name: 'Review', exact: true }).click();
  await page.locator('.multiDiffEntry').nth(2).waitFor();
  await workbench.screenshot('worksheet review');
});

uiTest('a worksheet with unsaved changes survives a window reload with its bases', { settings }, async (workbench) => {
  const { page, editor } = workbench;
  for (const id of ids) service.change(id, aRecord(id));
  await openWorksheet(workbench, '21-23', '3 records');
  await editor.replace('"Talk 22"', '"Typed before the restart"');
  await workbench.backedUp('Typed before the restart');
  service.change(22, { summary: 'Changed meanwhile.' });
  service.taken();
  await workbench.reload();
  await editor.element.getByText('Typed before the restart').waitFor();
  await page.locator('.codelens-decoration', { hasText: '3 records · 1 changed' }).waitFor();
  assert.deepEqual(service.taken(), [], 'unsaved rows are not read again');
  await editor.save();
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  const [written] = service.requests.filter(({ method, id }) => method === 'PATCH' && id === 22).slice(-1);
  assert.equal(written?.body, '{"title":"Typed before the restart"}');
  assert.equal(service.record(22).summary, 'Changed meanwhile.');
});
