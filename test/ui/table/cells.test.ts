import assert from 'node:assert/strict';
import { after } from 'node:test';
import { polled } from '../../support/polled.ts';
import { aRecord, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { tablePage } from './tablePage.ts';

const ids = Array.from({ length: 40 }, (_, at) => at + 1);
const service = await startRecordService(ids);
after(() => service.close());
service.raw(
  2,
  JSON.stringify(aRecord(2, { duration: 1, video_mp4_download_only: false })).replace(
    '"duration":1',
    '"duration":12345678901234567890',
  ),
);
service.change(5, { title: 'One\r\ntwo', tags: ['', 'x\ny', 'z'] });
service.change(6, { tags: ['tea', '', 'rum'] });
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const fields = ['title', 'tags', 'duration', 'video_mp4_download_only', 'language', 'recorded'];
const openFile = `videoworksheet://desk/40 records.worksheet.json?ids=1-40&fields=${fields.join(',')}`;
const [title, tags, duration, flag, language] = [1, 2, 3, 4, 5] as const;

uiTest(
  'cells are edited by their type, found, sorted, filtered, copied and pasted',
  { settings, openFile },
  async (w) => {
    const { page, quickInput } = w;
    const { show, cell, goTo, type, editor, table, summary } = tablePage(w);
    await show('40 records');
    await cell(2, duration).getByText('12345678901234567890').waitFor();

    await type(1, duration, '1.50e3x');
    // What is typed while the answer is on its way belongs to the next cell.
    const refused = table.locator('.editor[aria-busy="false"] textarea:focus');
    await editor.getByText('"duration" must be an integer or null.').waitFor();
    await w.screenshot('table wrong type');
    // Nor can it be left with the mouse.
    await cell(2, title).dblclick();
    await refused.waitFor();
    assert.equal(await editor.locator('textarea').inputValue(), '1.50e3x');
    await page.keyboard.press('Enter');
    await refused.waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('98765432109876543210');
    await page.keyboard.press('Enter');
    await cell(1, duration).getByText('98765432109876543210').waitFor();

    // What is typed after Esc belongs to what comes next, and nothing of the cell that was given up is left.
    await type(3, title, 'given up');
    await page.keyboard.press('Escape');
    await page.keyboard.type('Typed next');
    await page.keyboard.press('Enter');
    await cell(3, title)
      .getByText(/changed Typed next$/)
      .waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await cell(3, title).getByText('Talk 3').waitFor();

    // So does what is typed after a click on another cell.
    await type(3, title, 'Left with the mouse');
    await cell(4, title).click();
    await page.keyboard.type('Typed at once');
    await page.keyboard.press('Enter');
    await cell(4, title)
      .getByText(/changed Typed at once$/)
      .waitFor();
    await cell(3, title)
      .getByText(/changed Left with the mouse$/)
      .waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await cell(4, title).getByText('Talk 4').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await cell(3, title).getByText('Talk 3').waitFor();

    // What a box can't show exactly is still what it was after its cell was opened and left.
    await goTo(5, title);
    await page.keyboard.press('F2');
    await editor.locator('textarea:focus').waitFor();
    assert.equal(await editor.locator('textarea').inputValue(), '"One\\r\\ntwo"');
    await page.keyboard.press('Enter');
    await editor.waitFor({ state: 'hidden' });
    await goTo(5, tags);
    await page.keyboard.press('F2');
    await editor.locator('input:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await editor.waitFor({ state: 'hidden' });

    // An empty item that Backspace takes away is gone at once, like what is typed.
    await goTo(6, tags);
    await page.keyboard.press('F2');
    await editor.locator('input:focus').waitFor();
    for (const key of ['ArrowUp', 'ArrowUp', 'Backspace']) await page.keyboard.press(key);
    await cell(6, tags).getByText('changed').waitFor({ state: 'attached' });
    await page.keyboard.press('ControlOrMeta+Enter');
    await editor.waitFor({ state: 'hidden' });
    await goTo(6, tags);
    await page.keyboard.press('ControlOrMeta+z');
    await cell(6, tags).getByText('changed').waitFor({ state: 'detached' });

    await goTo(2, flag);
    await page.keyboard.press(' ');
    await cell(2, flag).getByText('☑').waitFor();

    await goTo(1, tags);
    await page.keyboard.press('Enter');
    await editor.locator('input:focus').waitFor();
    await page.keyboard.type('harbours');
    await page.keyboard.press('Enter');
    await page.keyboard.type('tides');
    await w.screenshot('table list');
    await page.keyboard.press('ControlOrMeta+Enter');
    await cell(1, tags).getByText('tides').waitFor();

    await goTo(1, language);
    await page.keyboard.press('ControlOrMeta+.');
    await quickInput.choose('Set to null');
    await cell(1, language).getByText('null').waitFor();
    await goTo(2, language);
    await page.keyboard.press('ControlOrMeta+.');
    await quickInput.choose('Remove Field');
    await cell(2, language).getByText('no such field').waitFor();

    await goTo(1, title);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+c');
    await goTo(3, title);
    await page.keyboard.press('ControlOrMeta+v');
    await polled(
      'both titles are pasted',
      async () => (await cell(4, title).innerText()).includes('Talk 2') || undefined,
    );
    await page.keyboard.press('ControlOrMeta+z');
    await cell(4, title).getByText('Talk 4').waitFor();
    await cell(3, title).getByText('Talk 3').waitFor();

    // A header has no cells to paste into.
    await goTo(1, language);
    await page.keyboard.press('ArrowUp');
    await table.locator('[role="columnheader"].active').waitFor();
    await page.keyboard.press('ControlOrMeta+v');
    // An edit after it takes its turn, so what was pasted is in the cells by then.
    await type(3, title, 'After the paste');
    await page.keyboard.press('Enter');
    await cell(3, title)
      .getByText(/changed After the paste$/)
      .waitFor();
    assert.match(await cell(1, language).innerText(), /null$/);
    await goTo(3, title);
    await page.keyboard.press('ControlOrMeta+z');
    await cell(3, title).getByText('Talk 3').waitFor();

    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('talk 37');
    await cell(37, title).and(table.locator('.active')).waitFor();
    await table.getByText('1 of 1').waitFor();
    await page.keyboard.press('Escape');
    await table.locator('.grid:focus').waitFor();

    await table.getByRole('columnheader', { name: 'Title' }).click();
    await table.getByRole('columnheader', { name: 'Title' }).click();
    await table.getByText('Sorted by Title, descending').waitFor();
    await table.locator('.body .row[data-index="0"]').getByText('Talk 40').waitFor();
    await table.getByRole('searchbox', { name: 'Filter rows' }).fill('tags:tides');
    await table.getByText('1 of 40 rows').waitFor();
    await cell(1, title).waitFor();
    await w.screenshot('table filtered');
    await table.getByRole('searchbox', { name: 'Filter rows' }).fill('tags:nowhere');
    await table.getByText('0 of 40 rows').waitFor();
    assert.equal(await table.locator('.body .row').count(), 0);
    await table.getByRole('searchbox', { name: 'Filter rows' }).fill('');
    await summary.getByText('2 changed').waitFor();
    await goTo(1, title);
    await page.keyboard.press('ControlOrMeta+s');
    // A removed field can't be said with PATCH.
    await summary.getByText('1 changed · 1 with problems').waitFor();
    const sent = service.requests.filter(({ method, id }) => method === 'PATCH' && id === 1);
    assert.deepEqual(
      sent.map(({ body }) => body),
      ['{"language":null,"tags":["boats", "maps", "harbours", "tides"],"duration":98765432109876543210}'],
    );
    await w.screenshot('table problem');
  },
);
