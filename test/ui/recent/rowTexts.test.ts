import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { aRecent, sidebarPage } from './sidebarPage.ts';

const long =
  'On the Keeping of Old Recordings, with Some Remarks on Cellars, Cardboard, Damp, the Honesty of Labels, and What to Do When the Boxes Have Lost Their Order';
const titles = [
  { title: long, slug: long.toLowerCase().replaceAll(/[^a-z]+/g, '-') },
  { title: 'شجرة في الصحراء: كيف ننمو ببطء', category: 'أيام الميناء' },
  { title: 'מפות (2024) ועוד 3', category: 'Harbour Days' },
  { title: '静かな港で始める分散システム入門：失敗から学んだ十の教訓と三つの約束', category: '港の日' },
  { title: '🚢🏴‍☠️👩🏽‍💻 Emoji 👨‍👩‍👧‍👦 afloat 🎉', category: '🌊 Days' },
  { title: `\u202eReversed on purpose`, category: 'Harbour Days' },
  { title: 'Beyond $(document).ready', category: '$(verified) Days', speakers: ['Ada Example', '$(sync~spin) Eve'] },
];
const service = await startRecordService([]);
after(() => service.close());
const settings = {
  'videoRecords.services': { desk: { baseUrl: service.baseUrl } },
  'videoRecords.remotePictures': true,
};

const recents = [
  ...titles.map((fields, at) => aRecent('desk', at + 1, fields)),
  aRecent('desk', 11, { title: 'Knots', thumbnail_url: 'https://pictures.example/1.svg', whiteboard: 'To do' }),
  aRecent('desk', 12, { title: 'Plain', thumbnail_url: 'http://pictures.example/2.svg' }),
  aRecent('desk', 13, {
    title: '![t](https://attack.example/t.png) <img src="https://attack.example/i.png"> [x](command:y)',
    category: '**bold** </strong> <b>',
    thumbnail_url: 'https://pictures.example/3.svg)![x](https://attack.example/p.png',
  }),
];
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270"><rect width="480" height="270" fill="teal"/></svg>`;

/** How far the number is from the beginning of its row; large where a title has turned it around. */
const offsets = `[...document.querySelectorAll('.part.sidebar .label-name')].map((label) => {
  const number = document.createRange();
  const text = document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode();
  number.setStart(text, 0);
  number.setEnd(text, 1);
  return Math.round(number.getBoundingClientRect().left - label.getBoundingClientRect().left);
})`;

uiTest('long, foreign and hostile titles stay in their rows and tooltips', { settings }, async (workbench) => {
  const { page, quickInput } = workbench;
  const { row, remember, focusTree, askForRecord } = sidebarPage(workbench);
  const fetched: string[] = [];
  await page.route(/\.example\//, async (route) => {
    fetched.push(route.request().url());
    await route.fulfill({ contentType: 'image/svg+xml', body: picture });
  });
  await remember({ recents });
  await focusTree();
  await row(`1 ${long}`).waitFor();
  assert.match((await row('7 Beyond').textContent()) ?? '', /Beyond \$\(document\)\.ready.*\$\(verified\) Days/);
  const found = (await page.evaluate(offsets)) as number[];
  assert.deepEqual([...new Set(found)], [0], String(found));

  const tooltipOf = (label: string, text: string) => workbench.tooltip(row(label), text);

  await tooltipOf('1 On the', 'Service: desk');
  const knots = await tooltipOf('11 Knots', '11 Knots');
  assert.equal(await knots.locator('strong').innerText(), '11 Knots');
  for (const fact of [
    'Category: Harbour Days',
    'Speakers: Ada Example, Bo Sample',
    'Language: English',
    'Recorded: 2024-05-17',
    'Tags: boats, maps',
    'Service: desk',
    'Has working notes',
  ]) {
    assert.ok((await knots.innerText()).includes(fact), fact);
  }
  assert.equal(await knots.locator('img').count(), 1);

  const plain = await tooltipOf('12 Plain', '12 Plain');
  assert.equal(await plain.locator('img').count(), 0);

  const hostile = await tooltipOf('13 ![t]', '13 ![t]');
  assert.ok((await hostile.innerText()).includes('<img src="https://attack.example/i.png"> [x](command:y)'));
  assert.ok((await hostile.innerText()).includes('Category: **bold** </strong> <b>'));
  assert.equal(await hostile.locator('a, b').count(), 0);
  assert.equal(await hostile.locator('img').count(), 1);
  assert.deepEqual(
    fetched.filter((address) => !address.startsWith('https://pictures.example/')),
    [],
  );
  assert.ok(fetched.length > 0);

  await page.keyboard.press('Escape');
  await askForRecord();
  await quickInput.rows.filter({ hasText: '#1 on desk' }).waitFor();
  for (const at of titles.keys()) {
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
