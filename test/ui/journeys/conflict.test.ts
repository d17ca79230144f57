import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([1]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const openFile = 'videorecord://desk/1-talk-1.video.json';

uiTest('a conflict is resolved in the dialog, the editor’s title or the message', { settings, openFile }, async (w) => {
  const { page, editor, dialog, notification } = w;
  const changed = page.locator('.tab.dirty');
  const intoConflict = async (saved: string, mine: string, theirs: string) => {
    await editor.replace(`"${saved}"`, `"${mine}"`);
    await changed.first().waitFor();
    service.change(1, { title: theirs, summary: `A summary by ${theirs}.` });
    await editor.save();
    await dialog.getByText('Someone else also changed').waitFor();
  };
  const resolved = async (title: string) => {
    await changed.first().waitFor({ state: 'detached' });
    assert.equal(service.record(1).title, title);
    // Only then does the editor show the answer: before that, it would move the cursor of the next edit.
    await editor.element.getByText(String(service.record(1).updated)).waitFor();
  };
  await w.tab('1-talk-1.video.json').waitFor();

  await intoConflict('Talk 1', 'Mine', 'Ada');
  await dialog.getByRole('button', { name: 'Keep Mine' }).click();
  await resolved('Mine');
  await editor.element.getByText('A summary by Ada.').waitFor();
  assert.equal(await notification('Failed to save').count(), 0);

  await intoConflict('Mine', 'Mine again', 'Bo');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await notification('Failed to save').getByText('Take Theirs').click();
  await dialog.getByRole('button', { name: 'Take Theirs' }).click();
  await resolved('Bo');
  await editor.element.getByText('"Bo"').waitFor();

  await intoConflict('Bo', 'Mine at last', 'Cy');
  await dialog.getByRole('button', { name: 'Compare' }).click();
  await w.tab('↔').waitFor();
  await notification('Failed to save').waitFor();
  assert.equal(await notification('Failed to save').count(), 1);
  await w.tab('1-talk-1.video.json').first().click();
  await page.locator('.editor-actions').getByRole('button', { name: 'Keep Mine' }).first().click();
  await dialog.getByRole('button', { name: 'Keep Mine' }).click();
  await resolved('Mine at last');
});
