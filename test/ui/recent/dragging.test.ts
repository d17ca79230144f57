import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { aRecent, sidebarPage } from './sidebarPage.ts';

const service = await startRecordService([1, 2, 3, 4]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest(
  'pins change places by drag, and rows dragged into the editor area open there',
  { settings },
  async (workbench) => {
    const { page, tab, editor } = workbench;
    const { row, rows, remember, focusTree, pinsRemembered } = sidebarPage(workbench);
    await remember({
      pins: [1, 2, 3].map((id) => aRecent('desk', id)),
      recents: [4, 5].map((id) => aRecent('desk', id)),
    });
    await focusTree();
    const order = (...ids: number[]) => rows(['Pinned', ...ids.map((id) => `${id} Talk ${id}`)]).waitFor();
    await order(1, 2, 3);
    await row('3 Talk 3').dragTo(row('1 Talk 1'));
    await order(3, 1, 2);
    // Downwards a row takes the place of the one that it is dropped on, as upwards.
    await row('3 Talk 3').dragTo(row('1 Talk 1'));
    await order(1, 3, 2);
    await row('1 Talk 1').dragTo(row('2 Talk 2'));
    await order(3, 2, 1);
    await row('4 Talk 4').dragTo(row('2 Talk 2'));
    await order(3, 4, 2, 1);
    await row('2 Talk 2').dragTo(row('desk'));
    await order(3, 4, 1);
    // Below all rows a drop means nothing.
    await row('3 Talk 3').dragTo(page.locator('.part.sidebar .monaco-list'), { targetPosition: { x: 90, y: 400 } });
    await row('4 Talk 4').dragTo(row('Pinned'));
    await order(3, 1, 4);

    await pinsRemembered([3, 1, 4]);
    await workbench.reload();
    await focusTree();
    await order(3, 1, 4);

    const dragIntoEditor = async (label: string) => {
      const editors = await page.locator('.part.editor').boundingBox();
      assert.ok(editors);
      await row(label).hover();
      await page.mouse.down();
      await page.mouse.move(editors.x + editors.width / 2, editors.y + editors.height / 2, { steps: 5 });
      // Where VS Code says that it will open what is dropped.
      await page.locator('.editor-group-overlay-indicator').waitFor();
      await page.mouse.up();
    };
    await dragIntoEditor('2 Talk 2');
    await tab('2.video.json').and(page.locator('.active')).waitFor();
    await editor.element.getByText('"Talk 2"').waitFor();
    await row('2 Talk 2').and(page.locator('.selected')).waitFor();
    await order(3, 1, 4);

    // Several rows, the selected ones, travel together.
    await row('3 Talk 3').click({ modifiers: ['ControlOrMeta'] });
    await row('4 Talk 4').click({ modifiers: ['ControlOrMeta'] });
    await dragIntoEditor('4 Talk 4');
    await tab('3.video.json').waitFor();
    await tab('4.video.json').click();
    await editor.element.getByText('"Talk 4"').waitFor();
    assert.equal(await tab('.video.json').count(), 3);
    assert.deepEqual(await workbench.notifications(), []);
  },
);
