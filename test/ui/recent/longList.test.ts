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
  'with 10,000 records, opening a listed one refreshes only its row and reveals it, and Show More shows more rows',
  {
    settings: {
      'videoRecords.services': { desk, shed: desk },
      'videoRecords.defaultService': 'desk',
      'videoRecords.recentLimit': 10_000,
    },
  },
  async (workbench) => {
    const { page, quickInput, tab } = workbench;
    const { row, rows, focused, remember, focusTree, askForRecord } = sidebarPage(workbench);
    // What the extension sends to the window, row by row.
    let sent: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const rowsOf = payload.toString().matchAll(/"accessibilityInformation":\{"label":"([^"]*)"/g);
        sent.push(...[...rowsOf].map(([, label = '']) => label));
      }),
    );
    const pins = [aRecent('desk', 20_001, { title: 'Kept' })];
    await remember({ pins, recents: [...recents('desk', 9550), ...recents('shed', 450)] });
    await focusTree();
    await rows(['Pinned, 1 record', '20001 Kept', 'desk, 9,550 records', '1 Talk', '2 Talk']).waitFor();

    sent = [];
    await askForRecord();
    await quickInput.answer('150');
    await tab('150-talk-150').waitFor();
    await row('150 Talk 150 ').and(page.locator('.selected')).waitFor();
    await row('149 Talk').waitFor();
    const sentRecords = sent.filter((label) => /^\d/.test(label));
    assert.deepEqual([...new Set(sentRecords)], ['150 Talk 150 Harbour Days, on desk']);

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
    await rows(['Pinned, 1 record', '20001 Kept', 'desk, 9,550 records', '1 Talk']).waitFor();

    await focusTree();
    const showMore = async (first: string) => {
      await page.keyboard.press('End');
      await focused.and(row('Show More of shed')).waitFor();
      await page.keyboard.press('Enter');
      await focused.and(row(first)).waitFor();
    };
    await showMore('201 Talk');
    await showMore('401 Talk');
    await page.keyboard.press('End');
    await focused.and(row('450 Talk')).waitFor();
    assert.equal(await row('Show More of shed').count(), 0);
  },
);
