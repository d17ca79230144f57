import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startRecordService } from '../support/recordService.ts';
import { uiTest } from '../support/vscode/uiTest.ts';
import type { Workbench } from '../support/vscode/workbench.ts';
import { sidebarPage } from './recent/sidebarPage.ts';
import { worksheetPage } from './worksheet/worksheetPage.ts';

const service = await startRecordService([1, 2, 11, 12, 13, 21, 22, 23, 31, 32, 33, 34, 41]);
const otherFolder = mkdtempSync(join(tmpdir(), 'video-records-workspace-'));
after(() => {
  rmSync(otherFolder, { recursive: true });
  return service.close();
});

const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

async function openRecord({ runCommand, quickInput, editor }: Workbench, id: number): Promise<void> {
  await runCommand('Video Records: Open Record…');
  await quickInput.answer(String(id));
  await editor.opened(`${id}-talk-${id}`);
}

/** Types a title; then someone else changes the summary. */
async function typeTitle({ editor, backedUp }: Workbench, id: number): Promise<void> {
  await editor.replace(`"Talk ${id}"`, `"Typed ${id}"`);
  await backedUp(`Typed ${id}`);
  service.change(id, { summary: `Changed meanwhile ${id}.` });
}

async function dirtyRecord(w: Workbench, id: number): Promise<void> {
  await openRecord(w, id);
  // VS Code remembers the size of what it saved, and must not take the restart for someone else's change.
  await w.editor.replace('"boats"', '"many more boats"');
  await w.editor.save();
  await saved(w, `${id}-talk-${id}`);
  await w.editor.element.getByText(String(service.record(id).updated)).waitFor();
  await typeTitle(w, id);
}

async function saved({ page, tab }: Workbench, name: string): Promise<void> {
  await tab(name).and(page.locator('.dirty')).waitFor({ state: 'detached' });
}

/** Saves what a tab shows, and checks that only the typed title was sent and the other change is kept. */
async function saveAndCheck(w: Workbench, name: string, id: number): Promise<void> {
  await w.tab(name).click();
  await w.editor.element.getByText(`"Typed ${id}"`).waitFor();
  await w.editor.save();
  await saved(w, name);
  const written = service.requests.filter((request) => request.method === 'PATCH' && request.id === id);
  assert.equal(written.at(-1)?.body, `{"title":"Typed ${id}"}`);
  assert.equal(service.record(id).summary, `Changed meanwhile ${id}.`);
}

const oneRemoved = '1 removed from this worksheet, unchanged on the service';

/** A worksheet without record 12, which was removed and saved. */
async function shortenedWorksheet(w: Workbench): Promise<void> {
  const { page, editor } = w;
  const { open, lens } = worksheetPage(w);
  await open('11-13', '3 records');
  await editor.element.getByText('"Talk 12"').click();
  await page.keyboard.press('ControlOrMeta+Shift+k');
  await lens(`3 records on desk · ${oneRemoved}`).waitFor();
  await editor.save();
  await saved(w, '3 records');
  // VS Code in the browser puts its editors away every few seconds.
  await sidebarPage(w).remembered('/3 records.worksheet.json');
}

uiTest(
  'unsaved text survives a window reload with its bases, whatever another window does; saved documents are read again',
  { settings },
  async (w) => {
    const { page, editor, tab } = w;
    const { lens } = worksheetPage(w);
    await dirtyRecord(w, 1);
    await shortenedWorksheet(w);
    await typeTitle(w, 11);

    const other = await w.openWindow(otherFolder);
    await openRecord(other, 1);
    await other.editor.element.getByText('Changed meanwhile 1.').waitFor();
    await worksheetPage(other).open('11-13', '3 records');
    await other.editor.replace('"Talk 13"', '"Saved in the other window"');
    await other.editor.save();
    await saved(other, '3 records');

    service.taken();
    await page.bringToFront();
    await w.reload();
    await tab('1-talk-1').click();
    await editor.element.getByText('"Typed 1"').waitFor();
    await tab('3 records').click();
    await lens(`3 records on desk · 1 changed · ${oneRemoved}`).waitFor();
    assert.deepEqual(service.taken(), [], 'unsaved documents are not read again');
    await saveAndCheck(w, '3 records', 11);
    assert.equal(service.record(13).title, 'Saved in the other window');
    await saveAndCheck(w, '1-talk-1', 1);
    await editor.element.getByText('Changed meanwhile 1.').waitFor();

    service.change(1, { title: 'Changed while away' });
    service.taken();
    await w.reload();
    await tab('1-talk-1').click();
    await editor.element.getByText('"Changed while away"').waitFor();
    await tab('3 records').click();
    await lens('3 records').waitFor();
    assert.deepEqual(service.taken().toSorted(), ['GET 1', 'GET 11', 'GET 12', 'GET 13']);
  },
);

function killExtensionHost({ server }: Workbench): void {
  const [pid] = server.extensionHostPids();
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
}

/** Removes the kept bases of the worksheet that has this record. */
function loseBases({ server }: Workbench, id: number): void {
  const files = globSync('data/User/globalStorage/*/windows/*/bases/*.jsonl', { cwd: server.userDataDir });
  const lost = files
    .map((file) => join(server.userDataDir, file))
    .filter((file) => readFileSync(file, 'utf8').includes(`"id":"${id}",`));
  assert.equal(lost.length, 1);
  for (const file of lost) rmSync(file);
}

uiTest(
  'unsaved text survives the death of the extension host; without bases, nothing is sent that the user does not decide',
  { settings },
  async (w) => {
    const { editor, dialog, notification, tab } = w;
    const { open, lens } = worksheetPage(w);
    await dirtyRecord(w, 2);
    await open('21-23', '3 records');
    await typeTitle(w, 22);
    await open('31-34', '4 records');
    await typeTitle(w, 32);
    service.taken();

    killExtensionHost(w);
    loseBases(w, 32);
    await w.reload();
    await tab('2-talk-2').click();
    await editor.element.getByText('"Typed 2"').waitFor();
    await tab('3 records').click();
    await lens('3 records on desk · 1 changed').waitFor();
    await tab('4 records').click();
    await lens('4 records on desk · 4 changed').waitFor();
    assert.deepEqual(service.taken(), [], 'unsaved documents are not read again');

    await editor.save();
    await dialog.getByText('The versions that 4 of them started from are not known.').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await notification('3 of 4 records saved. 1 conflict.').waitFor();
    assert.ok(service.taken().every((request) => request.startsWith('GET')));
    // The lenses are made anew once the problem is known, and those above the saved records are gone then.
    await lens('4 records on desk · 1 changed · 1 with problems').waitFor();
    await lens('#33').waitFor({ state: 'detached' });
    await lens('#32').getByRole('button', { name: 'Keep Mine', exact: true }).click();
    await dialog.getByRole('button', { name: 'Keep Mine' }).click();
    await saved(w, '4 records');
    assert.equal(service.record(32).title, 'Typed 32');
    assert.equal(service.record(32).summary, 'Changed meanwhile 32.');

    await saveAndCheck(w, '3 records', 22);
    await saveAndCheck(w, '2-talk-2', 2);
    await editor.element.getByText('Changed meanwhile 2.').waitFor();
  },
);

uiTest(
  "a field's unsaved text survives the death of the extension host, and is saved onto what it was made from",
  { settings },
  async (w) => {
    const { editor, tab, runCommand, backedUp } = w;
    await openRecord(w, 41);
    await editor.element.getByText('"summary"').click();
    await runCommand('Video Records: Edit Field as Text');
    await editor.opened('41%20summary.md');
    await editor.replaceAll('Typed summary of 41.');
    await backedUp('Typed summary of 41.');
    service.change(41, { title: 'Changed meanwhile 41' });

    killExtensionHost(w);
    await w.reload();
    await tab('41 summary.md').click();
    await editor.element.getByText('Typed summary of 41.').waitFor();
    await editor.save();
    await saved(w, '41 summary.md');
    const written = service.requests.filter(({ method, id }) => method === 'PATCH' && id === 41);
    assert.deepEqual(
      written.map(({ body }) => body),
      ['{"summary":"Typed summary of 41."}'],
    );
    assert.equal(service.record(41).title, 'Changed meanwhile 41');
  },
);
