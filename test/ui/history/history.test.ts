import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { rowProblems } from '../accessibility.ts';
import { ago, historyPage } from './historyPage.ts';

const service = await startRecordService([5]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const days = 24 * 3_600_000;

uiTest(
  'a save is listed before 10,000 others, shown as a diff and taken back with the mouse',
  { settings },
  async (w) => {
    const { page, runCommand, quickInput, editor, tab } = w;
    const { row, list, remember, show } = historyPage(w);
    const count = 10_000;
    const start = new Date(2020, 0, 5, 12).getTime();
    const timeOf = (at: number) => new Date(start + Math.floor(at / 100) * days + at).toISOString();
    await remember([
      ...Array.from({ length: count }, (_, at) => ({ id: at + 101, time: timeOf(at) })),
      { id: 7, title: 'In a batch', time: ago(2 * days + 1), batch: 'b' },
      { id: 6, title: 'In a batch', time: ago(2 * days), batch: 'b' },
    ]);
    await runCommand('Video Records: Open Record…');
    await quickInput.answer('5');
    await editor.opened('5-');
    await editor.replace('"Talk 5"', '"A new title"');
    await editor.save();
    await show();
    await row('5 A new title, now · title, on desk').waitFor();
    const write = row('5 A new title');
    // The view was never shown before, and the keyboard is on its list all the same.
    await list.and(page.locator(':focus')).waitFor();
    await list.locator('.monaco-list-row.focused').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await write.and(page.locator('.focused')).waitFor();
    assert.deepEqual(await rowProblems(page), []);

    await runCommand('Video Records: Filter History…');
    await quickInput.type('4321');
    await row('4321 Talk 4321').waitFor();
    await quickInput.type('Talk');
    await row('10100 Talk 10100').waitFor();
    // The message appears after the rows and moves them down; it leaves after them and moves them up.
    const message = page.locator('.part.sidebar .message', { hasText: 'Filter: Talk' });
    await message.waitFor();
    await page.keyboard.press('Enter');
    await quickInput.widget.waitFor({ state: 'hidden' });
    await runCommand('Video Records: Clear History Filter');
    await write.waitFor();
    await message.waitFor({ state: 'hidden' });

    await write.click();
    await tab('5 A new title (Before ↔ After)').waitFor();
    const sides = page.locator('.monaco-diff-editor .editor:visible .view-lines');
    await sides.filter({ hasText: 'Talk 5' }).waitFor();
    await sides.filter({ hasText: 'A new title' }).waitFor();

    await write.hover();
    await write.getByRole('button', { name: 'Revert This Save…' }).click();
    await page.locator('.statusbar-item', { hasText: 'The earlier values are now in record 5' }).waitFor();
    await tab('5-talk-5').and(page.locator('.dirty')).waitFor();
    assert.equal(service.record(5).title, 'A new title');
  },
);
