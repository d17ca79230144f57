import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { chooseInMenu } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from '../recent/sidebarPage.ts';

const desk = await startRecordService([5, 9]);
const live = await startRecordService([5, 6]);
after(async () => {
  await desk.close();
  await live.close();
});
const settings = {
  'videoRecords.services': { desk: { baseUrl: desk.baseUrl }, live: { baseUrl: live.baseUrl } },
};

uiTest('without a default, a number is offered for each service, the last used one first', { settings }, async (w) => {
  const { page, quickInput, tab } = w;
  const { askForRecord } = sidebarPage(w);
  const offered = async () =>
    (await quickInput.rows.allInnerTexts()).flatMap((text) => /Open (?:record|\d).* on \w+/.exec(text)?.[0] ?? []);
  await askForRecord();
  await quickInput.answer('live/5');
  await w.editor.opened('5-talk-5');
  await askForRecord();
  await page.keyboard.type('6');
  await quickInput.rows.filter({ hasText: 'Open record 6 on desk' }).waitFor();
  assert.deepEqual(await offered(), ['Open record 6 on live', 'Open record 6 on desk']);
  await quickInput.confirm();
  await w.editor.opened('6-talk-6');
  await askForRecord();
  await quickInput.answer('desk 9');
  await tab('9-talk-9').waitFor();
});

uiTest('keys go to the next and the previous record, and the menu shows them', { settings }, async (w) => {
  const { page, quickInput } = w;
  const { askForRecord } = sidebarPage(w);
  await askForRecord();
  await quickInput.answer('desk/5');
  await w.editor.opened('5-talk-5');
  await page.keyboard.press('Shift+Alt+PageDown');
  await w.editor.opened('9-talk-9');
  await page.keyboard.press('Shift+Alt+PageUp');
  await w.editor.opened('5-talk-5');
  await page.locator('.editor-actions .action-label[aria-label^="More Actions"]').click();
  const entry = page.locator('.monaco-menu .action-item', { hasText: 'Go to Next Record' });
  assert.match(await entry.innerText(), /Shift\+Alt\+PageDown/);
  await chooseInMenu(page, 'Go to Next Record');
  await w.editor.opened('9-talk-9');
});
