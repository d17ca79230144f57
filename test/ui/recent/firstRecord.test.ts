import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { aRecent, sidebarPage } from './sidebarPage.ts';

const service = await startRecordService([5, 6]);
after(() => service.close());
const desk = { baseUrl: service.baseUrl };
const settings = { 'videoRecords.services': { desk, shed: desk }, 'videoRecords.defaultService': 'desk' };

uiTest('the first record of a service is in sight, and several selected rows are pinned', { settings }, async (w) => {
  const { page, quickInput, editor } = w;
  const { row, rows, remember, focusTree, goTo, chooseFromMenu, askForRecord } = sidebarPage(w);
  await remember({ recents: [aRecent('shed', 1)] });
  await focusTree();
  await rows(['desk, 0 records', 'shed, 1 record', '1 Talk 1']).waitFor();
  for (const id of ['5', '6']) {
    await askForRecord();
    await quickInput.answer(id);
    await editor.opened(`${id}-`);
    await row(`${id} Talk ${id}`).waitFor();
  }
  await rows(['desk, 2 records', '6 Talk 6', '5 Talk 5', 'shed, 1 record']).waitFor();

  await focusTree();
  await goTo('6 Talk 6');
  await page.keyboard.press('Shift+ArrowDown');
  await row('5 Talk 5').and(page.locator('.selected')).waitFor();
  await chooseFromMenu('Pin');
  await rows(['Pinned, 2 records', '6 Talk 6', '5 Talk 5', 'desk, 0 records']).waitFor();
});
