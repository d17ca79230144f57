import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { aRecent, sidebarPage } from './sidebarPage.ts';

const service = await startRecordService([]);
after(() => service.close());
const settings = {
  'videoRecords.services': { desk: { baseUrl: service.baseUrl } },
  'videoRecords.remotePictures': true,
};

const recents = [
  aRecent('desk', 1, { title: 'Knots', thumbnail_url: 'https://pictures.example/1.svg', whiteboard: 'To do' }),
  aRecent('desk', 2, { title: 'Plain', thumbnail_url: 'http://pictures.example/2.svg' }),
  aRecent('desk', 3, {
    title: '![t](https://attack.example/t.png) <img src="https://attack.example/i.png"> [x](command:y)',
    category: '**bold** </strong> <b>',
    thumbnail_url: 'https://pictures.example/3.svg)![x](https://attack.example/p.png',
  }),
];
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270"><rect width="480" height="270" fill="teal"/></svg>`;

uiTest('the tooltip has the main facts, and a picture by https', { settings }, async (workbench) => {
  const { page } = workbench;
  const { row, remember, focusTree } = sidebarPage(workbench);
  const fetched: string[] = [];
  await page.route(/\.example\//, async (route) => {
    fetched.push(route.request().url());
    await route.fulfill({ contentType: 'image/svg+xml', body: picture });
  });
  await remember({ recents });
  await focusTree();
  const hover = page.locator('.monaco-hover:visible');
  const shown = async (label: string, fact: string) => {
    await row(label).hover();
    const tooltip = hover.filter({ hasText: fact });
    await tooltip.waitFor();
    return tooltip;
  };

  const knots = await shown('1 Knots', '1 Knots');
  assert.equal(await knots.locator('strong').innerText(), '1 Knots');
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

  const plain = await shown('2 Plain', '2 Plain');
  assert.equal(await plain.locator('img').count(), 0);

  const hostile = await shown('3 ![t]', '3 ![t]');
  assert.ok((await hostile.innerText()).includes('<img src="https://attack.example/i.png"> [x](command:y)'));
  assert.ok((await hostile.innerText()).includes('Category: **bold** </strong> <b>'));
  assert.equal(await hostile.locator('a, b').count(), 0);
  assert.equal(await hostile.locator('img').count(), 1);
  assert.deepEqual(
    fetched.filter((address) => !address.startsWith('https://pictures.example/')),
    [],
  );
  assert.ok(fetched.length > 0);
});
