import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { aRecent, sidebarPage } from './sidebarPage.ts';

const service = await startRecordService([1, 150]);
after(() => service.close());
const desk = { baseUrl: service.baseUrl };
const recents = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => aRecent(name, at + 1, { title: `Talk ${at + 1}.` }));

uiTest(
  'with 1,000 records, opening a listed one reveals its row, and the filter finds any of them',
  {
    settings: {
      'videoRecords.services': { desk, shed: desk },
      'videoRecords.defaultService': 'desk',
      'videoRecords.recentLimit': 1000,
    },
  },
  async (workbench) => {
    const { page, quickInput, tab } = workbench;
    const { row, rows, focused, remember, focusTree, askForRecord } = sidebarPage(workbench);
    const pins = [aRecent('desk', 2001, { title: 'Kept' })];
    await remember({ pins, recents: [...recents('desk', 550), ...recents('shed', 450)] });
    await focusTree();
    await rows(['Pinned, 1 record', '2001 Kept', 'desk, 550 records', '1 Talk', '2 Talk']).waitFor();

    await askForRecord();
    await quickInput.answer('150');
    await tab('150-talk-150').waitFor();
    await row('150 Talk 150 ').and(page.locator('.selected')).waitFor();
    await row('149 Talk').waitFor();

    await workbench.runCommand('Video Records: Filter Recent Records');
    await quickInput.type('#321 shed');
    await rows(['shed, 1 record', '321 Talk']).waitFor();
    assert.equal(await page.locator('.part.sidebar .monaco-list-row').count(), 2);
    const message = page.locator('.part.sidebar .message').filter({ hasText: 'Filter: #321 shed' });
    await message.waitFor();
    await quickInput.type('nothing like this');
    await page.locator('.part.sidebar .welcome-view').getByText('No recent record matches the filter.').waitFor();
    await page.keyboard.press('Escape');
    await message.waitFor({ state: 'hidden' });
    await rows(['Pinned, 1 record', '2001 Kept', 'desk, 550 records', '1 Talk']).waitFor();

    await focusTree();
    await page.keyboard.press('End');
    await focused.and(row('450 Talk')).waitFor();
  },
);
