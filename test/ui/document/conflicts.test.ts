import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Theme, Workbench } from '../../support/vscode/workbench.ts';

const service = await startRecordService([1, 2, 3, 4]);
after(() => service.close());

const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const onRecord = (id: number, theme: Theme = 'dark') => ({
  settings,
  theme,
  openFile: `videorecord://desk/${id}-talk-${id}.video.json`,
});

async function intoConflict({ page, editor, tab, dialog }: Workbench, id: number): Promise<void> {
  await tab(`${id}-talk-${id}.video.json`).waitFor();
  await editor.replace(`"Talk ${id}"`, '"Mine"');
  await page.locator('.tab.dirty').waitFor();
  service.change(id, { title: 'Theirs', summary: 'Their summary.' });
  await editor.save();
  await dialog.getByText(`Someone else also changed title of record ${id}`).waitFor();
}

const saved = ({ page }: Workbench) => page.locator('.tab.dirty').first().waitFor({ state: 'detached' });

uiTest('a conflict asks; Keep Mine saves my version of the field', onRecord(1), async (workbench) => {
  await intoConflict(workbench, 1);
  await workbench.screenshot('conflict-dialog-dark');
  await workbench.dialog.getByRole('button', { name: 'Keep Mine' }).click();
  await saved(workbench);
  assert.equal(service.record(1).title, 'Mine');
  assert.equal(service.record(1).summary, 'Their summary.');
  await workbench.editor.element.getByText('Their summary.').waitFor();
  assert.deepEqual(
    (await workbench.notifications()).filter((text) => text.includes('Failed')),
    [],
  );
});

uiTest('a conflict asks; Take Theirs keeps their version', onRecord(2, 'light'), async (workbench) => {
  await intoConflict(workbench, 2);
  await workbench.screenshot('conflict-dialog-light');
  await workbench.dialog.getByRole('button', { name: 'Take Theirs' }).click();
  await saved(workbench);
  assert.equal(service.record(2).title, 'Theirs');
  await workbench.editor.element.getByText('"Theirs"').waitFor();
});

uiTest('Compare shows both versions, and the choice is in the editor’s title', onRecord(3), async (workbench) => {
  await intoConflict(workbench, 3);
  await workbench.dialog.getByRole('button', { name: 'Compare' }).click();
  await workbench.tab('↔ editor').waitFor();
  await workbench.notification('Failed to save').waitFor();
  assert.equal((await workbench.notifications()).length, 1);
  await workbench.screenshot('conflict-compare');
  await workbench.page.locator('.editor-actions').getByRole('button', { name: 'Keep Mine' }).first().click();
  await saved(workbench);
  assert.equal(service.record(3).title, 'Mine');
});

uiTest('the links in the message do what the dialog offered', onRecord(4), async (workbench) => {
  await intoConflict(workbench, 4);
  await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  const failed = workbench.notification('Failed to save');
  await failed.waitFor();
  await workbench.screenshot('conflict-message');
  await failed.getByText('Take Theirs').click();
  await saved(workbench);
  assert.equal(service.record(4).title, 'Theirs');
});
