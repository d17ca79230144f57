import assert from 'node:assert/strict';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { aRecord, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';
import { sidebarPage } from '../recent/sidebarPage.ts';

const ids = Array.from({ length: 500 }, (_, at) => at + 1);
const service = await startRecordService(ids);
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const otherFolder = mkdtempSync(join(tmpdir(), 'video-records-workspace-'));
after(() => {
  rmSync(otherFolder, { recursive: true });
  return service.close();
});

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
  // The lines above records move the text down when they come.
  await lens(workbench, label).waitFor();
}

const lens = ({ page }: Workbench, text: string) => page.locator('.codelens-decoration', { hasText: text });

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
  await lens(workbench, '500 records · 500 changed').waitFor();
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

uiTest('rows that were not saved say why, and offer what to do', { settings, theme: 'light' }, async (workbench) => {
  const { page, editor, dialog, notification } = workbench;
  for (const id of ids) service.change(id, aRecord(id));
  await openWorksheet(workbench, '1-6', '6 records');
  await replaceEverywhere(workbench, 'Talk', 'Lecture');
  service.change(2, { title: 'Theirs' });
  service.remove(5);
  await editor.save();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await notification('4 of 6 records saved. 1 conflict, 1 failed.').waitFor();
  await lens(workbench, '#2 · 1 field changed · conflict').waitFor();
  await notification('4 of 6 records saved.').getByText('Show Problems').click();
  await page.locator('.markers-panel').getByText('Someone else also changed "title".').waitFor();
  await workbench.screenshot('worksheet conflict');
  service.change(5, aRecord(5));
  await page.locator('.codelens-decoration a', { hasText: 'Keep Mine' }).click();
  await lens(workbench, 'conflict').waitFor({ state: 'detached' });
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
    // A click before the list has followed the text is lost with the rows.
    await quickInput.rows.filter({ hasText: 'Talk 34' }).waitFor({ state: 'detached' });
    await quickInput.rows.filter({ hasText: title }).first().click();
    await quickInput.widget.getByText(title === 'Talk 31' ? '1 Selected' : '2 Selected').waitFor();
  }
  await workbench.screenshot('worksheet recents');
  await page.keyboard.press('Enter');
  await quickInput.widget.getByText('Fields of the Worksheet').waitFor();
  await page.keyboard.press('Enter');
  await tab('2 records').waitFor();
  await lens(workbench, '#33').waitFor();
});

uiTest('the lines above records open, compare, preview and review them', { settings }, async (workbench) => {
  const { page, tab } = workbench;
  for (const id of ids) service.change(id, aRecord(id));
  await openWorksheet(workbench, '41-43', '3 records');
  await replaceEverywhere(workbench, 'Talk', 'Lecture');
  const click = async (name: string, line = '#41') => {
    await tab('3 records').click();
    await lens(workbench, line).getByRole('button', { name, exact: true }).click();
  };
  await click('Compare');
  await tab('Record 41 (Service ↔ Worksheet)').waitFor();
  await click('Open');
  await tab('41-talk-41').waitFor();
  await click('Preview');
  await page.locator('.tab', { hasText: 'Preview' }).waitFor();
  await workbench.screenshot('worksheet preview');
  await click('Review', '3 records · 3 changed');
  await page.locator('.multiDiffEntry').nth(2).waitFor();
  await workbench.screenshot('worksheet review');
});

/** A worksheet with one unsaved change, which someone else's change to another field has followed. */
async function dirtyWorksheet(workbench: Workbench): Promise<void> {
  for (const id of ids) service.change(id, aRecord(id));
  await openWorksheet(workbench, '21-23', '3 records');
  await workbench.editor.replace('"Talk 22"', '"Typed before the restart"');
  await workbench.backedUp('Typed before the restart');
  service.change(22, { summary: 'Changed meanwhile.' });
  service.taken();
}

function killExtensionHost({ server }: Workbench): void {
  const [pid] = server.extensionHostPids();
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
}

uiTest(
  'a worksheet with unsaved changes survives a reload and a killed extension host with its bases',
  { settings },
  async (workbench) => {
    const { page, editor } = workbench;
    for (const happen of [() => {}, killExtensionHost]) {
      await dirtyWorksheet(workbench);
      happen(workbench);
      await workbench.reload();
      await editor.element.getByText('Typed before the restart').waitFor();
      await lens(workbench, '3 records · 1 changed').waitFor();
      assert.deepEqual(service.taken(), [], 'unsaved rows are not read again');
      await editor.save();
      await page.locator('.tab.dirty').waitFor({ state: 'detached' });
      const [written] = service.requests.filter(({ method, id }) => method === 'PATCH' && id === 22).slice(-1);
      assert.equal(written?.body, '{"title":"Typed before the restart"}');
      assert.equal(service.record(22).summary, 'Changed meanwhile.');
      await workbench.runCommand('View: Close All Editors');
      await page.locator('.tab').waitFor({ state: 'detached' });
    }
  },
);

uiTest(
  'a worksheet whose bases are lost sends nothing that the user does not decide',
  { settings },
  async (workbench) => {
    const { editor, dialog, notification, server } = workbench;
    await dirtyWorksheet(workbench);
    killExtensionHost(workbench);
    const [folder] = globSync('data/User/globalStorage/*/windows/*/worksheets', { cwd: server.userDataDir });
    assert.ok(folder);
    rmSync(join(server.userDataDir, folder), { recursive: true });
    await workbench.reload();
    await editor.element.getByText('Typed before the restart').waitFor();
    await lens(workbench, '3 records · 3 changed').waitFor();
    await editor.save();
    await dialog.getByText('The versions that 3 of them started from are not known.').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await notification('2 of 3 records saved. 1 conflict.').waitFor();
    assert.ok(service.taken().every((request) => request.startsWith('GET')));
    // The lenses are made anew once the problem is known.
    await lens(workbench, '3 records · 1 changed · 1 with problems').waitFor();
    await lens(workbench, '#22').getByRole('button', { name: 'Keep Mine', exact: true }).click();
    await workbench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
    assert.equal(service.record(22).title, 'Typed before the restart');
    assert.equal(service.record(22).summary, 'Changed meanwhile.');
  },
);

const oneRemoved = '1 removed from this worksheet, unchanged on the service';

/** A worksheet without record 25, which was removed and saved. */
async function shortenedWorksheet(workbench: Workbench): Promise<void> {
  const { page, editor } = workbench;
  for (const id of ids) service.change(id, aRecord(id));
  await openWorksheet(workbench, '24-26', '3 records');
  await editor.element.getByText('"Talk 25"').click();
  await page.keyboard.press('ControlOrMeta+Shift+k');
  await lens(workbench, `2 records · ${oneRemoved}`).waitFor();
  await editor.save();
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  await sidebarPage(workbench).remembered('worksheet.removed');
  // VS Code in the browser puts its editors away every few seconds.
  await sidebarPage(workbench).remembered('/3 records.worksheet.json');
}

uiTest('what was removed from a worksheet stays out after a window reload', { settings }, async (workbench) => {
  await shortenedWorksheet(workbench);
  service.taken();
  await workbench.reload();
  await lens(workbench, `2 records · ${oneRemoved}`).waitFor();
  assert.deepEqual(service.taken().toSorted(), ['GET 24', 'GET 26']);
});

uiTest(
  'two windows with the same worksheet leave each other their bases and records',
  { settings },
  async (workbench) => {
    const { page, editor } = workbench;
    await shortenedWorksheet(workbench);
    await editor.replace('"Talk 24"', '"Typed before the restart"');
    await workbench.backedUp('Typed before the restart');
    const other = await workbench.openWindow(otherFolder);
    await openWorksheet(other, '24-26', '3 records');
    await other.editor.replace('"Talk 26"', '"Saved in the other window"');
    await other.editor.save();
    await other.page.locator('.tab.dirty').waitFor({ state: 'detached' });
    service.change(24, { summary: 'Changed meanwhile.' });
    await page.bringToFront();
    await workbench.reload();
    await lens(workbench, `2 records · 1 changed · ${oneRemoved}`).waitFor();
    await editor.save();
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    const written = service.requests.filter(({ method, id }) => method === 'PATCH' && id === 24).at(-1);
    assert.equal(written?.body, '{"title":"Typed before the restart"}');
    assert.equal(service.record(26).title, 'Saved in the other window');
  },
);
