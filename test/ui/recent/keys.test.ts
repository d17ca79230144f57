import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { aRecent, sidebarPage } from './sidebarPage.ts';

const ids = [1, 2, 3, 4, 5, 6];
const service = await startRecordService(ids);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

// The argument of these keys, the focused row, is in no documentation of VS Code: hence the oldest one too.
for (const version of ['latest', '1.105'] as const) {
  uiTest(`keys act on the row that has the focus (${version})`, { settings, version }, async (workbench) => {
    const { page, tab } = workbench;
    const { row, rows, focused, remember, focusTree, goTo } = sidebarPage(workbench);
    await remember({ recents: ids.map((id) => aRecent('desk', id)) });
    await focusTree();
    await goTo('Talk 5');
    await page.keyboard.press('Enter');
    await tab('5-talk-5').waitFor();
    await rows(['Recent', 'Talk 5', 'Talk 1']).waitFor();

    // The row that was opened is still selected; the key means the one with the focus.
    await focusTree();
    await goTo('Talk 2');
    await page.keyboard.press('ControlOrMeta+Enter');
    const groups = page.locator('.editor-group-container');
    await groups.nth(1).locator('.tab.active').filter({ hasText: '2-talk-2' }).waitFor();
    assert.equal(await groups.nth(0).locator('.tab').filter({ hasText: '5-talk-5' }).count(), 1);
    await rows(['Recent', 'Talk 2', 'Talk 5', 'Talk 1', 'Talk 3', 'Talk 4', 'Talk 6']).waitFor();

    await focusTree();
    await goTo('Talk 1');
    await page.keyboard.press('Delete');
    await rows(['Recent', 'Talk 2', 'Talk 5', 'Talk 3', 'Talk 4', 'Talk 6']).waitFor();
    await focused.and(row('Talk 3')).waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await rows(['Recent', 'Talk 2', 'Talk 5', 'Talk 6']).waitFor();
    await focused.and(row('Talk 6')).waitFor();

    // A group is no record.
    await page.keyboard.press('Home');
    await focused.and(row('Recent')).waitFor();
    await page.keyboard.press('Delete');
    await page.keyboard.press('ControlOrMeta+Enter');
    await goTo('Talk 6');
    await page.keyboard.press('Delete');
    await row('Talk 6').waitFor({ state: 'detached' });
    await rows(['Recent', 'Talk 2', 'Talk 5']).waitFor();
    assert.equal(await groups.count(), 2);
    assert.deepEqual(await workbench.notifications(), []);
  });
}
