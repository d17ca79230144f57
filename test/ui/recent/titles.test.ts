import assert from 'node:assert/strict';
import { after } from 'node:test';
import { aRecord, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from './sidebarPage.ts';

const long =
  'On the Keeping of Old Recordings, with Some Remarks on Cellars, Cardboard, Damp, the Honesty of Labels, and What to Do When the Boxes Have Lost Their Order';
const records = [
  { title: long, slug: long.toLowerCase().replaceAll(/[^a-z]+/g, '-') },
  { title: 'شجرة في الصحراء: كيف ننمو ببطء', category: 'أيام الميناء' },
  { title: 'מפות (2024) ועוד 3', category: 'Harbour Days' },
  { title: '静かな港で始める分散システム入門：失敗から学んだ十の教訓と三つの約束', category: '港の日' },
  { title: '🚢🏴‍☠️👩🏽‍💻 Emoji 👨‍👩‍👧‍👦 afloat 🎉', category: '🌊 Days' },
  { title: `\u202eReversed on purpose`, category: 'Harbour Days' },
  { title: 'Beyond $(document).ready', category: '$(verified) Days', speakers: ['Ada Example', '$(sync~spin) Eve'] },
];
const service = await startRecordService(records.map((_, at) => at + 1));
for (const [at, fields] of records.entries()) service.change(at + 1, aRecord(at + 1, fields));
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

/** How far the number is from the beginning of its row; large where a title has turned it around. */
const offsets = `[...document.querySelectorAll('.part.sidebar .label-name')].map((label) => {
  const number = document.createRange();
  const text = document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode();
  number.setStart(text, 0);
  number.setEnd(text, 1);
  return Math.round(number.getBoundingClientRect().left - label.getBoundingClientRect().left);
})`;

uiTest('long titles and titles of all scripts keep their rows in order', { settings }, async (workbench) => {
  const { page, quickInput, tab } = workbench;
  const { askForRecord, row, focusTree, editorFocused } = sidebarPage(workbench);
  await askForRecord();
  await quickInput.answer('1-7');
  await tab('7-talk-7').waitFor();
  await editorFocused();
  await focusTree();
  await row(`1 ${long}`).waitFor();
  await row(`1 ${long}`).hover();
  const tooltip = page.locator('.monaco-hover:visible').filter({ hasText: 'Service: desk' });
  await tooltip.waitFor();
  assert.match((await row('7 Beyond').textContent()) ?? '', /Beyond \$\(document\)\.ready.*\$\(verified\) Days/);
  const found = (await page.evaluate(offsets)) as number[];
  assert.deepEqual([...new Set(found)], [0], String(found));
  await page.keyboard.press('Escape');
  await askForRecord();
  await quickInput.rows.filter({ hasText: '#1 on desk' }).waitFor();
  for (const at of records.keys()) {
    const entry = quickInput.rows.filter({ hasText: `#${at + 1} on desk · Ada Example` });
    assert.equal(await entry.locator('.quick-input-list-label-meta').isVisible(), true);
  }
  const written = quickInput.rows.filter({ hasText: '#7 on desk' });
  const shown = (await written.innerText()).replaceAll('\u00a0', ' ');
  assert.match(
    shown,
    /^Beyond \$\(document\)\.ready\s+#7 on desk · Ada Example, \$\(sync~spin\) Eve · \$\(verified\) Days/,
  );
  assert.equal(await written.locator('.quick-input-list-rows .codicon').count(), 0);
});
