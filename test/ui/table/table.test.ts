import assert from 'node:assert/strict';
import { after } from 'node:test';
import { fieldNames } from '../../../src/record/fields.ts';
import { aRecord, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { tablePage } from './tablePage.ts';

const service = await startRecordService([1, 2, 3, 5]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('a cell is edited with the keyboard, undone, redone and saved', { settings }, async (w) => {
  const { page, tab } = w;
  const { open, goTo, cell, editor, summary, frame } = tablePage(w);
  await open('1-3', '3 records');
  await w.screenshot('table');
  // What is typed while a cell is left belongs to the next one.
  await goTo(1, 1);
  const titles = ['One', 'Two', 'Three'];
  await page.keyboard.type(`${titles.join('\n')}\n`);
  for (const [at, title] of titles.entries())
    await cell(at + 1, 1)
      .getByText(title)
      .waitFor();
  await editor.waitFor({ state: 'hidden' });
  await goTo(1, 1);
  await page.keyboard.type('1');
  const keys = ['Enter', 'T', 'x', 'Backspace', 'h', 'e', 'n', 'Enter'];
  // All of them while the first cell is left.
  await (await frame()).evaluate(`for (const key of ${JSON.stringify(keys)}) {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }`);
  await editor.waitFor({ state: 'hidden' });
  await cell(2, 1).getByText(/Then$/).waitFor();
  for (const _ of [...titles, '1', 'Then']) await page.keyboard.press('ControlOrMeta+z');
  await summary.getByText('changed').waitFor({ state: 'hidden' });
  await goTo(2, 1);
  await page.keyboard.press('Enter');
  await editor.locator('textarea').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A better title');
  await w.screenshot('table editing');
  await page.keyboard.press('Enter');
  await cell(2, 1).getByText('A better title').waitFor();
  await summary.getByText('1 changed').waitFor();
  // The text has what was typed before the cell is closed.
  await editor.waitFor({ state: 'hidden' });
  await page.keyboard.press('ControlOrMeta+z');
  await cell(2, 1).getByText('Talk 2').waitFor();
  await page.keyboard.press('ControlOrMeta+y');
  await cell(2, 1).getByText('A better title').waitFor();
  await w.screenshot('table edited');
  await page.keyboard.press('ControlOrMeta+s');
  await tab('3 records').and(page.locator('.dirty')).waitFor({ state: 'detached' });
  assert.equal(service.record(2).title, 'A better title');
});

const attack =
  '"><script>globalThis.hacked = 1</script><img src="https://attack.example/i.png" onerror="globalThis.hacked = 1">\n' +
  '<style>@import "https://attack.example/a.css"</style>[x](command:workbench.action.files.newUntitledFile)\u202e';
const hostile = Object.fromEntries(fieldNames.map((name) => [name, name === 'tags' ? [attack] : attack]));
service.raw(5, JSON.stringify(aRecord(5, { ...hostile, id: 5, [attack]: attack })));
const openFile = 'videoworksheet://desk/1 record.worksheet.json?ids=5';

uiTest('records full of attacks run nothing and load nothing in a table', { settings, openFile }, async (w) => {
  const requests: string[] = [];
  w.page.context().on('request', (request) => requests.push(request.url()));
  const { show, goTo, table, frame, editor } = tablePage(w);
  await show('1 record');
  await goTo(5, 1);
  await table.locator('.detail').getByText('<script>').waitFor();
  await w.page.keyboard.press('F2');
  await editor.locator('textarea').waitFor();
  const elements = (await (
    await frame()
  ).evaluate("[...new Set([...document.querySelectorAll('main *')].map((element) => element.localName))]")) as string[];
  const harmful = ['script', 'img', 'iframe', 'style', 'link', 'a', 'svg', 'object', 'embed', 'form'];
  assert.deepEqual(
    elements.filter((name) => harmful.includes(name)),
    [],
  );
  assert.equal(await (await frame()).evaluate('globalThis.hacked ?? null'), null);
  assert.deepEqual(
    requests.filter((address) => new URL(address).hostname.endsWith('attack.example')),
    [],
  );
});
