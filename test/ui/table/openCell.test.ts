import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { listFiles, PackageManager } from '@vscode/vsce';
import { polled } from '../../support/polled.ts';
import { startRecordService } from '../../support/recordService.ts';
import { projectFolder } from '../../support/vscode/project.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { tablePage } from './tablePage.ts';

const service = await startRecordService([1, 2, 3, 11, 12, 13]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const stored = (id: number, title: string) =>
  polled(`record ${id} is "${title}"`, () => service.record(id).title === title || undefined);

uiTest(
  'an open cell is kept by Save, Save All and another tab; Esc and Ctrl+Z stay in the cell',
  { settings },
  async (w) => {
    const { page, tab, runCommand, quickInput, editor: text } = w;
    const { open, type, cell, editor } = tablePage(w);
    await open('1-3', '3 records');

    await type(1, 1, 'Typed and saved');
    await page.keyboard.press('ControlOrMeta+s');
    await stored(1, 'Typed and saved');
    await editor.locator('textarea:focus').waitFor();
    await page.keyboard.type(' again');
    await page.keyboard.press('ControlOrMeta+s');
    await stored(1, 'Typed and saved again');

    await page.keyboard.press('ControlOrMeta+z');
    await polled(
      'the box has undone its typing',
      async () => (await editor.locator('textarea').inputValue()) !== 'Typed and saved again' || undefined,
    );
    await page.keyboard.press('Escape');
    await cell(1, 1).getByText('Talk 1').waitFor();

    await type(2, 1, 'Saved with all');
    await page.keyboard.press('F1');
    await quickInput.type('>File: Save All');
    await quickInput.choose(/^File: Save All(?! in)/);
    await w.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await stored(2, 'Saved with all');

    await type(3, 1, 'Kept in another tab');
    await runCommand('Video Records: Open Record…');
    await quickInput.answer('11');
    await text.opened('11-talk-11');
    await tab('3 records').click();
    await cell(3, 1).getByText('Kept in another tab').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await stored(3, 'Kept in another tab');
  },
);

uiTest('typing goes on in an open cell whose value the service stored in another form', { settings }, async (w) => {
  const { page } = w;
  const { open, type, cell, editor } = tablePage(w);
  service.rewrite = ({ title, ...others }) => ({ ...others, title: String(title).trim() });
  await open('1-3', '3 records');
  await type(1, 1, 'Machine ');
  await page.keyboard.press('ControlOrMeta+s');
  await stored(1, 'Machine');
  await polled('the row follows', async () => (await cell(1, 1).textContent()) === 'Machine' || undefined);
  await page.keyboard.type('r');
  await editor.getByText('The worksheet was edited meanwhile.').waitFor();
  // Who only types on may not have read that. Enter says it once more, and then writes over it.
  await page.keyboard.type('oom');
  await page.keyboard.press('Enter');
  await w.webview().locator('.editor[aria-busy="false"] textarea:focus').waitFor();
  await editor.getByText('The worksheet was edited meanwhile.').waitFor();
  assert.match(String(await cell(1, 1).textContent()), /Machine$/);
  await page.keyboard.press('Enter');
  await cell(1, 1).getByText('Machine room').waitFor();
});

/**
 * VS Code takes what lies in its folder of extensions for installed. It gets what the VSIX has, from the build that the other
 * windows run on: another build would take away files that these load later.
 */
async function installed(): Promise<string> {
  const extensions = mkdtempSync(join(tmpdir(), 'video-records-installed-'));
  after(() => rmSync(extensions, { recursive: true, force: true }));
  for (const name of await listFiles({ cwd: projectFolder, packageManager: PackageManager.None })) {
    cpSync(join(projectFolder, name), join(extensions, 'video-records', name));
  }
  return extensions;
}

uiTest(
  'an open cell survives a restart of the installed extension',
  { settings, extensionsDir: await installed(), extension: join(projectFolder, 'test', 'bench', 'floor', 'empty') },
  async (w) => {
    const { page, tab, runCommand } = w;
    const { open, type, cell, summary } = tablePage(w);
    await open('11-13', '3 records');
    await type(12, 1, 'Typed before the end');
    await w.backedUp('Typed before the end');
    service.change(12, { summary: 'Changed meanwhile.' });
    await w.reload();
    await tab('3 records').first().waitFor();
    // VS Code stores a moment later in which view a document is open, and may come back with its JSON.
    const json = page.locator('.codelens-decoration').first();
    await json.or(page.locator('iframe.webview.ready')).first().waitFor();
    if (await json.count()) await runCommand('Video Records: Open as Table');
    await cell(12, 1).getByText('Typed before the end').waitFor();
    await summary.getByText('1 changed').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await stored(12, 'Typed before the end');
    assert.equal(service.record(12).summary, 'Changed meanwhile.');
  },
);
