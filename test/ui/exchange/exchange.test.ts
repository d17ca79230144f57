import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { chooseInMenu } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';
import { worksheetPage } from '../worksheet/worksheetPage.ts';

const service = await startRecordService([1, 2, 3]);
const folder = await mkdtemp(join(tmpdir(), 'video-records-exchange-'));
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});
const settings = {
  'videoRecords.services': { desk: { baseUrl: service.baseUrl }, other: { baseUrl: 'http://127.0.0.1:9' } },
};

const exported = [1, 2, 3].map((id) => service.record(id));
const base = [{ address: service.baseUrl, exported: '2026-11-18T10:00:00Z' }, ...exported];
await mkdir(join(folder, 'talks'));
await writeFile(join(folder, 'talks', 'records.base.jsonl'), base.map((line) => JSON.stringify(line)).join('\n'));
for (const record of exported.slice(0, 2)) {
  const text = JSON.stringify({ ...record, title: `Lecture ${record.id}`, tags: ['boats', 'maps', 'new'] });
  await writeFile(join(folder, 'talks', `${record.id}.json`), text);
}
await writeFile(join(folder, 'talks.csv'), 'id;title;updated\n1;Lecture 1;2020\n2;Lecture 2;2020\n3;Talk 3;2020\n');
service.change(1, { title: 'Someone else’s title', summary: 'Theirs' });

/** From the explorer's menu. */
async function compare({ page }: Workbench, name: string): Promise<void> {
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: new RegExp(`^${name}$`) });
  await row.click({ button: 'right' });
  await chooseInMenu(page, 'Compare Files with Service…');
}

uiTest('a CSV without its base: one question, then a worksheet', { settings, folder }, async (workbench) => {
  const { page, dialog, quickInput, inBothThemes } = workbench;
  const { lens } = worksheetPage(workbench);
  await compare(workbench, 'talks.csv');
  await quickInput.rows.filter({ hasText: 'desk' }).click();
  await dialog.getByText('2 records may have changed on "desk" since the file was written.').waitFor();
  await inBothThemes('exchange question');
  await dialog.getByRole('button', { name: 'Take Them' }).click();
  await lens(/2 records.* · 2 changed/).waitFor();
  await page.locator('.tab.dirty', { hasText: 'talks.csv' }).waitFor();
  await inBothThemes('exchange worksheet');
  assert.ok(service.requests.every(({ method }) => method === 'GET'));
});

uiTest('a folder with its base: a conflict is shown above its row', { settings, folder }, async (workbench) => {
  const { page, runCommand, inBothThemes } = workbench;
  const { lens } = worksheetPage(workbench);
  await compare(workbench, 'talks');
  await lens('Keep Mine').waitFor();
  await page.locator('.part.statusbar').getByText('2 records differ.').waitFor();
  await runCommand('Problems: Focus on Problems View');
  await page.locator('.markers-panel').getByText('Someone else also changed "title" of record 1').waitFor();
  await inBothThemes('exchange conflict');
  assert.ok(service.requests.every(({ method }) => method === 'GET'));
});

uiTest('typed numbers are exported as CSV to a file', { settings, folder }, async (workbench) => {
  const { page, quickInput, runCommand, notification } = workbench;
  await runCommand('Video Records: Export Records…');
  await quickInput.type('desk 1-3');
  await quickInput.rows.filter({ hasText: '3 records on desk' }).waitFor();
  await workbench.screenshot('exchange export records');
  await quickInput.confirm();
  await quickInput.rows.filter({ hasText: 'JSON Files' }).waitFor();
  await workbench.screenshot('exchange export format');
  await quickInput.confirm();
  await quickInput.widget.getByText('Fields to Export').waitFor();
  await quickInput.confirm();
  // The dialog of VS Code, once it has read the folder.
  await quickInput.rows.filter({ hasText: '..' }).first().waitFor();
  await quickInput.confirm();
  await notification('Exported 3 records to desk.csv.').waitFor();
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'desk.base.jsonl' }).waitFor();
  await workbench.screenshot('exchange exported');
});
