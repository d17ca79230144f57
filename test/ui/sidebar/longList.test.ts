import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { aRecent, sidebarPage } from './sidebarPage.ts';

const service = await startRecordService([1, 150]);
after(() => service.close());
const desk = { baseUrl: service.baseUrl };
const recents = (count: number, name = 'desk') =>
  Array.from({ length: count }, (_, at) => aRecent(name, at + 1, { title: `Talk ${at + 1}.` }));

uiTest(
  'Show More shows more, and goes on with the first of them',
  { settings: { 'videoRecords.services': { desk } } },
  async (workbench) => {
    const { page } = workbench;
    const { row, focused, remember, focusTree } = sidebarPage(workbench);
    await remember({ recents: recents(450) });
    await focusTree();
    const showMore = async (first: string, shot: string) => {
      await page.keyboard.press('End');
      await focused.and(row('Show More of Recent')).waitFor();
      await page.keyboard.press('Enter');
      await focused.and(row(first)).waitFor();
      await workbench.screenshot(shot);
    };
    await showMore('Talk 201.', 'show-more-1');
    await showMore('Talk 401.', 'show-more-2');
    await page.keyboard.press('End');
    await focused.and(row('Talk 450.')).waitFor();
    assert.equal(await row('Show More').count(), 0);
  },
);
